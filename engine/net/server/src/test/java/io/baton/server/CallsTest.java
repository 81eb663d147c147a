package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.CallAbortedBySystemException;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.CallResultLostException;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.Transaction;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import io.baton.protocol.RecordValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of every kind, and what callers do wrong. */
@Timeout(30)
class CallsTest {

    private final TestServer server = new TestServer();
    private final BatonClient client = server.connect();

    @AfterEach
    void close() {
        client.close();
        server.close();
        assertThat(server.log).isEmpty();
    }

    /** In place of Total. */
    public static final class Zero {
        public long run(Transaction transaction) {
            return 0;
        }
    }

    private static <E extends CallException> void fails(
            Class<E> type, Reason reason, String message, RemoteProcedure<?> called, @Nullable Object... arguments) {
        final E failure = catchThrowableOfType(type, () -> called.call(arguments));
        assertThat(failure).isNotNull().hasMessageContaining(message);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.sqlState()).isEqualTo(type == CallResultLostException.class ? "RL001" : reason.sqlState());
    }

    @Test
    void aCallReturnsItsResult() {
        final RemoteProcedure<Long> transfer = client.procedure("Transfer", Long.class);
        assertThat(transfer.call(1, 2, 30_00)).isEqualTo(Bank.CENTS - 30_00);
        assertThat(transfer.call(1L, 2L, (short) 1)).isEqualTo(Bank.CENTS - 30_01);
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
    }

    @Test
    void manyCallsAreUnderWayOnOneConnection() {
        final RemoteProcedure<Long> transfer = client.procedure("Transfer", Long.class);
        final List<CompletableFuture<Long>> futures = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            futures.add(transfer.callAsync(i % 10, (i + 1) % 10, 1));
        }
        futures.forEach(CompletableFuture::join);
        assertThat(server.server.connections()).isEqualTo(1);
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
    }

    @Test
    void manyThreadsShareAClient() throws InterruptedException {
        final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int call = 0; call < 10; call++) {
                    add.call(call, 1);
                }
            }));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 2_000);
    }

    @Test
    void everyTypeGoesThereAndBack() {
        final RemoteProcedure<Bank.Kinds> everything = client.procedure("Everything", Bank.Kinds.class);
        final Bank.Account account = new Bank.Account(7, new BigDecimal("-1.50"));
        final Object[] given = {true, (byte) -1, (short) 2, 3, 4L, 1.5f, 2.5, 'c', false, 5L, "text \u00e9",
            new BigDecimal("12345678901234567890.123"), new byte[] {1, 2, 3}, new UUID(1, 2),
            Instant.parse("2026-11-23T07:30:00.123456Z"), LocalDate.of(2026, 11, 23), List.of(account, account),
            account};
        final Bank.Kinds kinds = everything.call(given);
        assertThat(kinds).usingRecursiveComparison().isEqualTo(new Bank.Kinds(true, (byte) -1, (short) 2, 3, 4L, 1.5f,
            2.5, 'c', false, 5L, "text \u00e9", (BigDecimal) given[11], (byte[]) given[12], (UUID) given[13],
            (Instant) given[14], (LocalDate) given[15], List.of(account, account), account));
        final Object[] nulls = Arrays.copyOf(given, given.length);
        Arrays.fill(nulls, 8, nulls.length, null);
        assertThat(everything.call(nulls)).usingRecursiveComparison().isEqualTo(new Bank.Kinds(true, (byte) -1,
            (short) 2, 3, 4L, 1.5f, 2.5, 'c', null, null, null, null, null, null, null, null, null, null));
    }

    @Test
    void anyValueAndNone() {
        final RemoteProcedure<Object> any = client.procedure("Any", Object.class);
        assertThat(any.call(7L)).isEqualTo(7L);
        assertThat(any.call((Object) null)).isNull();
        assertThat(any.call(new Bank.Account(1, BigDecimal.ONE)))
            .isEqualTo(new RecordValue(List.of(1L, BigDecimal.ONE)));
        assertThat(client.procedure("Nothing", Void.class).call()).isNull();
        fails(CallResultLostException.class, Reason.NOT_ENCODABLE, "java.lang.Object", any, "object");
    }

    @Test
    void resultsComeInPages() {
        final RemoteProcedure<List<Bank.Account>> accounts = client.listProcedure("Accounts", Bank.Account.class);
        for (final int rows : new int[] {0, 1, 999, 1_000, 1_001, 25_000}) {
            final List<Bank.Account> all = accounts.call(rows);
            assertThat(all).hasSize(rows);
            assertThat(accounts.pageRows(7).call(rows)).isEqualTo(all);
        }
        assertThat(accounts.call(3).get(2)).isEqualTo(new Bank.Account(2, new BigDecimal("1000.00")));
    }

    @Test
    void procedureThatGivesUpOrFails() {
        final RemoteProcedure<Long> fail = client.procedure("Fail", Long.class);
        fails(CallAbortedByProcedureException.class, Reason.GAVE_UP, "enough", fail, "enough");
        fails(CallAbortedByProcedureException.class, Reason.FAILED, "broken", fail, "throw");
        fails(CallAbortedByProcedureException.class, Reason.FAILED, "StackOverflow", fail, "overflow");
        fails(CallAbortedByProcedureException.class, Reason.DUPLICATE_KEY, "procedure Fail failed: table account "
            + "already has a row with key (", fail, "duplicate");
        // Those that failed unexpectedly, with their stacks.
        assertThat(server.log).hasSize(2);
        server.log.clear();
    }

    /** The caller of a built-in procedure has not written its code: the table and the row say all. */
    @Test
    void whatStorageSaysOfABuiltInProcedureIsAllThatIsSaid() {
        final RemoteProcedure<Long> insert = client.procedure("baton.insert", Long.class);
        final CallException duplicate = catchThrowableOfType(CallAbortedByProcedureException.class,
            () -> insert.call("account", List.of("id", "balance"), List.of(List.of(1L, 5L))));
        assertThat(duplicate).hasMessage("table account already has a row with key (id=1)");
        assertThat(duplicate.sqlState()).isEqualTo("23505");
    }

    @Test
    void rowsThatAreNotThereAreNoFailures() {
        final RemoteProcedure<Long> fail = client.procedure("Fail", Long.class);
        fails(CallAbortedByProcedureException.class, Reason.NOT_FOUND, "table account has no row with key (", fail,
            "missing");
        fails(CallAbortedByProcedureException.class, Reason.NOT_FOUND, "there is no account of nobody", fail,
            "nobody");
        assertThat(Reason.NOT_FOUND.sqlState()).isEqualTo("02000");
    }

    @Test
    void mistakesOfTheCaller() {
        final RemoteProcedure<Long> transfer = client.procedure("Transfer", Long.class);
        fails(CallRefusedException.class, Reason.NO_SUCH_PROCEDURE, "there is no procedure Absent",
            client.procedure("Absent", Long.class), 1);
        fails(CallRefusedException.class, Reason.NOT_CALLABLE, "parameter task of procedure Take",
            client.procedure("Take", Long.class), 1);
        fails(CallRefusedException.class, Reason.WRONG_ARGUMENTS, "takes 3 arguments, but 1 was given", transfer, 1);
        fails(CallAbortedByProcedureException.class, Reason.WRONG_ARGUMENTS,
            "procedure Transfer takes 3 arguments, but 1 was given", client.procedure("baton.explain", Object.class),
            "Transfer", List.of(1L));
        fails(CallRefusedException.class, Reason.WRONG_TYPE,
            "argument 2 (to) of procedure Transfer must be of type long, but x (String) was given", transfer, 1, "x",
            2);
        fails(CallRefusedException.class, Reason.NULL_ARGUMENT, "argument 1 (from)", transfer, null, 1, 2);
        fails(CallRefusedException.class, Reason.OUT_OF_RANGE, "argument 1 (rows)",
            client.procedure("Accounts", Object.class), 1L << 40);
        assertThatThrownBy(() -> transfer.call(new Object(), 1, 2)).isInstanceOf(NotEncodableException.class);
        fails(CallResultLostException.class, Reason.NOT_ENCODABLE, "must be of type String",
            client.procedure("Total", String.class));
        assertThat(transfer.call(1, 2, 1)).isEqualTo(Bank.CENTS - 1);
    }

    @Test
    void theWrongArgumentIsNamed() {
        fails(CallRefusedException.class, Reason.WRONG_TYPE, "argument 18 (account) of procedure Everything",
            client.procedure("Everything", Bank.Kinds.class), true, 1, 2, 3, 4L, 1.5, 2.5, "c", false, 5L, "text",
            BigDecimal.ONE, new byte[1], new UUID(1, 2), Instant.EPOCH, LocalDate.EPOCH, List.of(), "no account");
        fails(CallRefusedException.class, Reason.OUT_OF_RANGE, "argument 6 (single)",
            client.procedure("Everything", Bank.Kinds.class), true, 1, 2, 3, 4L, 1e300, 2.5, "c", false, 5L, "text",
            BigDecimal.ONE, new byte[1], new UUID(1, 2), Instant.EPOCH, LocalDate.EPOCH, List.of(), null);
    }

    @Test
    void moreArgumentsThanACallCanHave() {
        final RemoteProcedure<Object> any = client.procedure("Any", Object.class);
        assertThatThrownBy(() -> any.call(new Object[65_536])).isInstanceOf(NotEncodableException.class)
            .hasMessage("65536 arguments do not cross the wire; 65535 do");
        fails(CallRefusedException.class, Reason.WRONG_ARGUMENTS, "65535 were given", any, new Object[65_535]);
    }

    /** At once, in a later page, and with a key, which is answered all the same. */
    @Test
    void anErrorWhileAResultIsWrittenIsAnswered() {
        final RemoteProcedure<List<Long>> odd = client.listProcedure("Odd", Long.class);
        fails(CallResultLostException.class, Reason.NOT_ENCODABLE, "OutOfMemoryError: planned", odd, 1, 0);
        fails(CallResultLostException.class, Reason.NOT_ENCODABLE, "OutOfMemoryError: planned", odd, 1, 2_000);
        final RemoteProcedure<List<Long>> keyed = odd.keyed(client.newKey());
        for (int i = 0; i < 2; i++) {
            fails(CallResultLostException.class, Reason.NOT_ENCODABLE, "OutOfMemoryError: planned", keyed, 1, 0);
        }
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 3);
    }

    @Test
    void resultsAndArgumentsBeyondTheLimits() {
        final RemoteProcedure<String> wide = client.procedure("Wide", String.class);
        assertThat(wide.call(1_000_000)).hasSize(1_000_000);
        fails(CallResultLostException.class, Reason.RESULT_TOO_LARGE, "the call was committed", wide, 2_000_000);
        fails(CallRefusedException.class, Reason.TOO_LARGE, "the server takes 1048576",
            client.procedure("Any", Object.class), "x".repeat(2_000_000));
        fails(CallResultLostException.class, Reason.RESULT_TOO_LARGE, "1000000 rows",
            client.procedure("Accounts", Object.class), 1_000_001);
        assertThat(wide.call(3)).isEqualTo("xxx");
    }

    @Test
    void procedureThatIsUnregisteredOrReplaced() {
        final RemoteProcedure<Long> total = client.procedure("Total", Long.class);
        total.call();
        server.engine.unregister(server.engine.procedure("Total"));
        fails(CallRefusedException.class, Reason.NO_SUCH_PROCEDURE, "unregistered", total);
        server.engine.register(new Bank.Total(), Long.class);
        assertThat(total.call()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        server.engine.replace(server.engine.procedure("Total"), new Zero());
        assertThat(total.call()).isZero();
    }

    @Test
    void descriptionsTellNamesAndTypes() {
        assertThat(client.procedure("Transfer", Long.class).describe()).hasToString(
            "Transfer(from int64 not null, to int64 not null, cents int64 not null) returns int64 not null");
        assertThat(client.procedure("Accounts", Object.class).describe().result())
            .hasToString("list of (id int64 not null, balance decimal)");
        assertThat(client.procedureNames()).containsExactly("Accounts", "Add", "Any", "Everything", "Fail", "Hold",
            "Nothing", "Odd", "Take", "Total", "Transfer", "Wide");
    }

    @Test
    void aCallHasATimeLimit() {
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
        fails(CallAbortedBySystemException.class, Reason.TIMEOUT, "Hold", hold.within(Duration.ofMillis(50)), 1,
            10_000);
        assertThat(hold.call(1, 0)).isEqualTo(Bank.CENTS + 1);
    }

    @Test
    void aCancelledCallEndsAndLeavesNothing() throws InterruptedException {
        final CompletableFuture<Long> held = client.procedure("Hold", Long.class).callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        assertThat(held.cancel(true)).isTrue();
        TestServer.await(() -> server.bank.holding.get() == 0);
        assertThat(client.procedure("Add", Long.class).call(1, 0)).isEqualTo(Bank.CENTS);
        assertThat(held.cancel(true)).isTrue();
    }

    @Test
    void aCancelThatComesTooLateChangesNothing() throws ExecutionException, InterruptedException {
        final CompletableFuture<Long> add = client.procedure("Add", Long.class).callAsync(1, 5);
        assertThat(add.get()).isEqualTo(Bank.CENTS + 5);
        assertThat(add.cancel(true)).isFalse();
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
    }

    @Test
    void interruptedCallersLeave() throws InterruptedException {
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        final Thread caller = Thread.ofVirtual()
            .start(() -> thrown.set(catchThrowable(() -> client.procedure("Hold", Long.class).call(1, 20_000))));
        TestServer.await(() -> server.bank.holding.get() == 1);
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isInstanceOf(CallOutcomeUnknownException.class);
        TestServer.await(() -> server.bank.holding.get() == 0);
    }

    /** What writes nothing does not say that nobody can tell. */
    @Test
    void interruptedQuestionsHaveCalledNothing() {
        final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(1, 5);
        interrupted(CallRefusedException.class, Reason.CANCELLED, "nothing was called", add::describe);
        interrupted(CallRefusedException.class, Reason.CANCELLED, "nothing was called", client::procedureNames);
        interrupted(CallAbortedBySystemException.class, Reason.CANCELLED, "nothing is written", transaction::rollback);
        interrupted(CallRefusedException.class, Reason.NO_CONNECTION, "nothing was called",
            () -> BatonClient.connect(server.options()).close());
        final RemoteTransaction committed = client.begin();
        add.in(committed).call(1, 7);
        interrupted(CallOutcomeUnknownException.class, Reason.OUTCOME_UNKNOWN, "nobody can tell", committed::commit);
        // It goes on all the same.
        assertThat(add.call(1, 0)).isEqualTo(Bank.CENTS + 7);
    }

    private static void interrupted(Class<? extends CallException> kind, Reason reason, String text, Runnable asks) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(asks::run).isInstanceOf(kind).hasMessageContaining(text)
                .satisfies(e -> assertThat(((CallException) e).reason()).isEqualTo(reason));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void blockingInWhatDependsOnAFutureIsRefused() {
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
        assertThatThrownBy(() -> hold.callAsync(1, 100).thenApply(cents -> hold.call(1, 0)).join())
            .hasCauseInstanceOf(IllegalStateException.class).hasMessageContaining("use callAsync there");
    }

    @Test
    void questionsInWhatDependsOnAFutureAreRefused() {
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
        assertThatThrownBy(() -> hold.callAsync(1, 100).thenApply(cents -> hold.describe()).join())
            .hasCauseInstanceOf(IllegalStateException.class).hasMessageContaining("use callAsync there");
        assertThatThrownBy(() -> hold.callAsync(1, 100).thenApply(cents -> client.procedureNames()).join())
            .hasCauseInstanceOf(IllegalStateException.class).hasMessageContaining("use callAsync there");
    }

    @Test
    void closingInWhatDependsOnAFutureDoesNotWaitForItself() {
        client.procedure("Hold", Long.class).callAsync(1, 100).thenAccept(cents -> client.close()).join();
    }

    @Test
    void callsAfterCloseAreRefused() {
        final RemoteProcedure<Long> total = client.procedure("Total", Long.class);
        client.close();
        client.close();
        fails(CallRefusedException.class, Reason.NOT_SENT, "the client is closed", total);
    }
}
