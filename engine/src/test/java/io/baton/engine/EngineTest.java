package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.procedure.AbortReason;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockCounter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EngineTest {

    private final Engine engine = Bank.builder().callTimeout(Duration.ofSeconds(2)).open();
    private final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
    private final Procedure<Long> balance = engine.register(new Bank.Balance(), Long.class);
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void callReturnsTheTypedResultOfACommittedProcedure() {
        Bank.load(engine, 10, 100);
        final long left = engine.call(transfer, 1L, 2L, 30L);
        assertThat(left).isEqualTo(70);
        assertThat(engine.call(balance, 2L)).isEqualTo(130);
    }

    @Test
    void intArgumentsWidenToLongParameters() {
        Bank.load(engine, 10, 100);
        assertThat(engine.call(transfer, 1, 2, 30)).isEqualTo(70);
    }

    @Test
    void abortOfTheProcedureWritesNothingAndCarriesItsMessage() {
        Bank.load(engine, 10, 100);
        final Outcome<Long> outcome = engine.execute(transfer, 1L, 2L, 500L);
        assertThat(outcome)
            .isEqualTo(new Outcome.AbortedByProcedure<Long>(AbortReason.GAVE_UP, "account 1 holds only 100", null));
        assertThatExceptionOfType(ProcedureAbortedException.class)
            .isThrownBy(() -> engine.call(transfer, 1L, 2L, 500L)).withMessage("account 1 holds only 100");
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
    }

    @Test
    void failingCodeAbortsCleanlyAndTheCallerGetsTheCause() {
        Bank.load(engine, 10, 100);
        final Exception planted = new java.io.IOException("planted");
        final Bank.Work failing = transaction -> {
            transaction.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            transaction.insert(Bank.BOOKING, Bank.BOOKING.key(1, 1));
            throw planted;
        };
        assertThatExceptionOfType(ProcedureAbortedException.class)
            .isThrownBy(() -> engine.call(work, failing)).withCause(planted).withMessageContaining("planted");
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
        assertThat(engine.call(work, (Bank.Work) t -> t.exists(Bank.BOOKING, Bank.BOOKING.key(1, 1)))).isEqualTo(false);
    }

    @Test
    void stackOverflowInAProcedureIsAFailureLikeAnyOther() {
        Bank.load(engine, 10, 100);
        final Bank.Work failing = transaction -> {
            transaction.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            return withoutEnd(transaction, 2);
        };
        assertThat(engine.execute(work, failing)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
            assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
            assertThat(aborted.cause()).isInstanceOf(StackOverflowError.class);
        });
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
        assertThat(engine.call(transfer, 1L, 2L, 30L)).isEqualTo(70);
    }

    /** Calls itself until the stack ends, be that in its own code or within an access. */
    @SuppressWarnings("InfiniteRecursion")
    private static long withoutEnd(Transaction transaction, long depth) {
        return depth + withoutEnd(transaction, depth + transaction.update(Bank.ACCOUNT, 2).get(Bank.BALANCE));
    }

    @Test
    void errorInAProcedureIsAFailureLikeAnyOther() {
        Bank.load(engine, 10, 100);
        final Error planted = new NoSuchMethodError("planted");
        final Bank.Work failing = transaction -> {
            transaction.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            throw planted;
        };
        assertThat(engine.execute(work, failing)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
            aborted -> assertThat(aborted.cause()).isSameAs(planted));
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
    }

    @Test
    void abortThatTheProcedureSwallowsIsStillAnAbort() {
        Bank.load(engine, 10, 100);
        final Bank.Work swallowing = transaction -> {
            transaction.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            return String.valueOf(transaction.abort("swallowed").getMessage());
        };
        assertThat(engine.execute(work, swallowing))
            .isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, "swallowed", null));
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
    }

    @Test
    void callAsyncCompletesOnAThreadOfTheEngine() {
        Bank.load(engine, 10, 1000);
        final var futures = IntStream.range(0, 200)
            .mapToObj(i -> engine.callAsync(transfer, (long) i % 10, (long) (i + 1) % 10, 1L))
            .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(futures).join();
        final Procedure<Long> total = engine.register(new Bank.Total(), Long.class);
        assertThat(engine.call(total)).isEqualTo(10_000);
    }

    @Test
    void callAsyncFailsWithWhatCallThrows() {
        Bank.load(engine, 10, 100);
        assertThatExceptionOfType(CompletionException.class)
            .isThrownBy(() -> engine.callAsync(transfer, 1L, 2L, 500L).join())
            .withCauseInstanceOf(ProcedureAbortedException.class);
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> engine.call(transfer, 1L, 2L))
            .withMessage("procedure Transfer takes 3 arguments, but 2 were given");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.call(transfer, 1L, "two", 3L))
            .withMessage("argument 2 of procedure Transfer must be of type long, but two (String) was given");
    }

    @Test
    void procedureOfAnotherEngineIsRefused() {
        try (Engine other = Bank.builder().open()) {
            assertThatIllegalArgumentException().isThrownBy(() -> other.call(transfer, 1L, 2L, 3L))
                .withMessageContaining("another engine");
        }
    }

    @Test
    void registrationNamesWhatIsWrong() {
        assertThatIllegalArgumentException().isThrownBy(() -> engine.register("x", new Object(), Object.class))
            .withMessageContaining("no public method run(Transaction, ...)");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.register(new Bank.Transfer(), Long.class))
            .withMessageContaining("there is a procedure Transfer already");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> engine.register("y", new Bank.Transfer(), String.class))
            .withMessageContaining("returns long, not String");
        assertThat(engine.procedure("Transfer")).isSameAs(transfer);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.procedure("nope")).withMessageContaining("nope");
    }

    @Test
    void readOnlyTableIsReadWithoutLocksAndNeverWritten() {
        Bank.load(engine, 1, 0);
        final long before = engine.lockStatistics().get(LockCounter.ACQUISITIONS);
        assertThat(engine.call(work, (Bank.Work) t -> t.read(Bank.CURRENCY, 1).get(Bank.RATE))).isEqualTo(10_000L);
        assertThat(engine.lockStatistics().get(LockCounter.ACQUISITIONS)).isEqualTo(before);
        assertThat(engine.execute(work, (Bank.Work) t -> t.update(Bank.CURRENCY, 1)).toString())
            .contains("table currency is declared read-only");
    }

    @Test
    void loadingEndsWithTheFirstCall() {
        Bank.load(engine, 1, 100);
        assertThat(engine.call(balance, 0L)).isEqualTo(100);
        assertThatIllegalStateException().isThrownBy(engine::loader).withMessageContaining("the engine is running");
    }

    @Test
    void closedEngineAndSessionRefuse() {
        Bank.load(engine, 1, 100);
        final Session session = engine.session();
        assertThat(session.call(balance, 0L)).isEqualTo(100);
        session.close();
        assertThatIllegalStateException().isThrownBy(() -> session.call(balance, 0L))
            .withMessage("the session is closed; open a new one");
        engine.close();
        assertThatIllegalStateException().isThrownBy(() -> engine.call(balance, 0L))
            .withMessage("the engine is closed; open a new one");
    }

    @Test
    void closeWithAnOpenSessionSaysSoAndTheEngineGoesOn() {
        try (Engine small = Bank.builder().callTimeout(Duration.ofMillis(50)).open()) {
            final Procedure<Long> total = small.register(new Bank.Total(), Long.class);
            try (Session session = small.session()) {
                assertThatIllegalStateException().isThrownBy(small::close).withMessageContaining("1 are still open");
                assertThat(session.call(total)).isZero();
            }
        }
    }

    @Test
    void withoutLocksThereIsOneClientOnly() {
        try (Engine unlocked = Bank.builder().locks(LockKind.NONE).callTimeout(Duration.ofMillis(50)).open()) {
            Bank.load(unlocked, 10, 100);
            final Procedure<Long> move = unlocked.register(new Bank.Transfer(), Long.class);
            try (Session session = unlocked.session()) {
                assertThat(session.call(move, 1L, 2L, 5L)).isEqualTo(95);
            }
            try (Session session = unlocked.session()) {
                assertThat(session.call(move, 1L, 2L, 5L)).isEqualTo(90);
            }
        }
    }

    @Test
    void numberOfClientsThatIsRefusedChangesNothing() {
        final EngineBuilder builder = Bank.builder().clients(3);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.clients(EngineBuilder.CLIENTS_MAX + 1))
            .withMessageContaining("at most 32768");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.clients(0));
        assertThat(builder.clients).isEqualTo(3);
        assertThat(builder.clientsMax).isEqualTo(1024);
    }

    /** A hint at most: who gives none has waiters that look how many they are. */
    @Test
    void waitersOfAnEngineThatNobodyToldOfItsClientsAdapt() {
        final EngineBuilder builder = Bank.builder();
        assertThat(WaitPolicy.forClients(builder.clients, builder.processors))
            .isEqualTo(WaitPolicy.adaptive(builder.processors));
    }

    @Test
    void unknownTableIsNamed() {
        try (Engine other = Engine.builder().table(Bank.CURRENCY, 1).open()) {
            final Procedure<Long> read = other.register(new Bank.Balance(), Long.class);
            assertThat(other.execute(read, 1L).toString()).contains("opened without table account");
        }
    }
}
