package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.procedure.Explains;
import io.baton.engine.procedure.Explanation;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockTable;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that is explained has a place like any call, and leaves it as it was. Engines check that no lock is left. */
@Timeout(30)
class ExplainedPlacesTest {

    /** Locks whose clients are counted, and one of them cannot be told when waits are cancelled. */
    private static final class CountedLocks implements LockTable {
        private final EmbeddedLocks real;
        private final int failing;
        private final AtomicInteger clients = new AtomicInteger();
        private final AtomicInteger told = new AtomicInteger();

        CountedLocks(EngineBuilder builder, int failing) {
            this.real = new EmbeddedLocks(builder);
            this.failing = failing;
        }

        @Override
        public int slots() {
            return real.table().slots();
        }

        @Override
        public LockClient client() {
            clients.incrementAndGet();
            return new SteppedLockClient(real.table().client()) {
                @Override
                public void cancelWhen(BooleanSupplier cancelled) {
                    super.cancelWhen(cancelled);
                    if (told.incrementAndGet() == failing) {
                        throw new IllegalStateException("planted");
                    }
                }
            };
        }

        @Override
        public long busySlots() {
            return real.table().busySlots();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    /** Does what it is told, is rolled back, and tells how it has ended. */
    public static final class Try implements Explains {
        public String run(Transaction transaction, Consumer<Transaction> work) {
            work.accept(transaction);
            return "";
        }

        @Override
        public boolean runs() {
            return true;
        }

        @Override
        public Object explained(Explanation explanation, @Nullable Object[] arguments) {
            return Objects.requireNonNull(explanation.run()).sqlState();
        }
    }

    /** So few places that a call waits for one that is not given back, and not for long. */
    private static EngineBuilder places(int number) {
        final EngineBuilder builder = Bank.builder().callTimeout(Duration.ofSeconds(2));
        builder.clientsMax = number;
        return builder;
    }

    private static Engine open(EngineBuilder builder) {
        final Engine engine = builder.open();
        Bank.load(engine, 10, 100);
        return engine;
    }

    private static Consumer<Transaction> update(long account) {
        return transaction -> transaction.update(Bank.ACCOUNT, account);
    }

    private static Procedure<String> tries(Engine engine) {
        return Procedure.unlisted(engine, "try", new Try(), String.class);
    }

    /** A call that holds an account until it is let go. */
    private static final class Holder {
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch letGo = new CountDownLatch(1);
        private final Thread thread;

        Holder(Session session, Procedure<Object> work, long account) throws InterruptedException {
            thread = Thread.ofVirtual().start(() -> session.call(work, (Bank.Work) transaction -> {
                transaction.update(Bank.ACCOUNT, account);
                held.countDown();
                letGo.await();
                return null;
            }));
            held.await();
        }

        void end() throws InterruptedException {
            letGo.countDown();
            thread.join();
        }
    }

    private static void awaitWaiter(Engine engine) throws InterruptedException {
        while (engine.activity().locks().isEmpty()) {
            Thread.sleep(1);
        }
    }

    @Test
    void theyUseTheLockClientsOfTheirPlaces() throws InterruptedException {
        final EngineBuilder builder = Bank.builder();
        final CountedLocks locks = new CountedLocks(builder, 0);
        try (Engine engine = open(builder.lockTable(locks)); Session session = engine.session()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Procedure<String> tries = tries(engine);
            final Holder holder = new Holder(session, work, 1);
            try {
                for (int i = 0; i < 5; i++) {
                    // Its place in the queue is found again by the next one.
                    assertThat(engine.call(tries.within(Duration.ofMillis(2)), update(1))).isEqualTo("HYT00");
                    assertThat(engine.call(tries, update(2))).isEqualTo("00000");
                }
            } finally {
                holder.end();
            }
            assertThat(engine.call(tries, update(1))).isEqualTo("00000");
            assertThat(locks.clients).hasValue(2);
        }
    }

    @Test
    void theirLocksAreCountedOnceWhileTheyRunAndAfter() {
        try (Engine engine = open(places(1))) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            for (int i = 0; i < 3; i++) {
                engine.call(work, (Bank.Work) transaction -> transaction.update(Bank.ACCOUNT, 1).get(Bank.BALANCE));
            }
            final long before = acquisitions(engine);
            final long[] within = new long[1];
            engine.call(tries(engine), (Consumer<Transaction>) transaction -> {
                transaction.update(Bank.ACCOUNT, 1);
                within[0] = acquisitions(engine);
            });
            assertThat(within[0]).isEqualTo(before + 1);
            assertThat(acquisitions(engine)).isEqualTo(before + 1);
        }
    }

    private static long acquisitions(Engine engine) {
        return engine.lockStatistics().get(LockCounter.ACQUISITIONS);
    }

    @Test
    void theNextCallOfThePlaceIsCancelledAsEver() throws InterruptedException {
        try (Engine engine = open(places(2).callTimeout(Duration.ofSeconds(20))); Session session = engine.session()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            assertThat(engine.call(tries(engine), update(1))).isEqualTo("00000");
            final Holder holder = new Holder(session, work, 1);
            try {
                final AsyncCall<Object> waits = engine.callAsync(work,
                    (Bank.Work) transaction -> transaction.update(Bank.ACCOUNT, 1).get(Bank.BALANCE));
                awaitWaiter(engine);
                waits.end();
                assertThat(waits.handle((value, failure) -> failure).join()).isInstanceOfSatisfying(
                    SystemAbortedException.class, e -> assertThat(e.reason()).isEqualTo(AbortReason.CANCELLED));
            } finally {
                holder.end();
            }
        }
    }

    @Test
    void anErrorCostsThePlaceItsLockClientAndNotThePlace() {
        final EngineBuilder builder = places(1);
        final CountedLocks locks = new CountedLocks(builder, 0);
        try (Engine engine = open(builder.lockTable(locks))) {
            assertThat(engine.call(tries(engine), (Consumer<Transaction>) transaction -> {
                throw new StackOverflowError();
            })).isEqualTo("38000");
            assertThat(engine.call(tries(engine), update(1))).isEqualTo("00000");
            assertThat(locks.clients).hasValue(2);
        }
    }

    @Test
    void oneThatCannotBeMadeReadyLeavesItsPlaceUsable() {
        final EngineBuilder builder = places(1);
        // First the place itself says when it is cancelled, then who stands in for it.
        final CountedLocks locks = new CountedLocks(builder, 2);
        try (Engine engine = open(builder.lockTable(locks))) {
            final Procedure<String> tries = tries(engine);
            assertThatIllegalStateException().isThrownBy(() -> engine.call(tries, update(1))).withMessage("planted");
            assertThat(engine.call(tries, update(1))).isEqualTo("00000");
        }
    }

    @ParameterizedTest
    @EnumSource(LockKind.class)
    void aSessionDoesNotWaitForItself(LockKind kind) {
        try (Engine engine = open(places(1).locks(kind));
            Session session = engine.session()) {
            final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
            for (int i = 1; i <= 3; i++) {
                assertThat(session.call(tries(engine), update(1))).isEqualTo("00000");
                assertThat(session.call(transfer, 1L, 2L, 1L)).isEqualTo(100 - i);
            }
        }
    }

    @Test
    void aSessionThatClosesWithinGivesItsPlaceBack() {
        try (Engine engine = open(places(1))) {
            final Procedure<String> tries = tries(engine);
            final Session session = engine.session();
            final Consumer<Transaction> misuse = transaction -> {
                assertThatIllegalStateException().isThrownBy(() -> session.call(tries, update(2)))
                    .withMessageContaining("is under way");
                session.close();
            };
            assertThat(session.call(tries, misuse)).isEqualTo("00000");
            assertThatIllegalStateException().isThrownBy(() -> session.call(tries, update(1)))
                .withMessageContaining("closed");
            assertThat(engine.call(tries, update(1))).isEqualTo("00000");
        }
    }

    @Test
    void aSessionCountsItsOwnRestartsWhateverCoordinatorItGets() throws InterruptedException {
        try (Engine engine = open(places(2).callTimeout(Duration.ofSeconds(20))); Session other = engine.session()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
            try (Session session = engine.session()) {
                // One of the two comes first in the order of locks: a call that has the other and meets it starts over.
                for (int busy = 1; busy <= 2; busy++) {
                    final long first = 3L - busy;
                    final long second = busy;
                    final Thread caller;
                    final Holder holder = new Holder(other, work, busy);
                    try {
                        caller = Thread.ofVirtual().start(() -> session.call(transfer, first, second, 1L));
                        awaitWaiter(engine);
                    } finally {
                        holder.end();
                    }
                    caller.join();
                }
                assertThat(session.restarts()).isOne();
                assertThat(session.call(tries(engine), update(1))).isEqualTo("00000");
                assertThat(session.restarts()).isOne();
                session.call(transfer, 1L, 2L, 1L);
                assertThat(session.restarts()).isOne();
            }
            try (Session next = engine.session()) {
                assertThat(next.call(transfer, 1L, 2L, 1L)).isPositive();
                assertThat(next.restarts()).isZero();
            }
        }
    }
}
