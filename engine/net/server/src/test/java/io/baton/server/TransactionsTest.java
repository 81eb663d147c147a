package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedBySystemException;
import io.baton.client.CallException;
import io.baton.client.CallFuture;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.Transaction;
import io.baton.protocol.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions of several calls tell the truth about what was written. */
@Timeout(30)
class TransactionsTest {

    private static final int CALLS = 2;
    private static final int ROWS = 1_500;
    private static final long ALL = Bank.ACCOUNTS * Bank.CENTS;

    private final TestServer server =
        new TestServer(options -> options.callsPerConnection(CALLS).transactions(8, Duration.ofSeconds(10)));
    private final BatonClient client = server.connect();
    private final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
    private final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** In place of Total. */
    public static final class Zero {
        public long run(Transaction transaction) {
            return 0;
        }
    }

    private static CallException failure(CompletableFuture<?> future) {
        final CompletionException thrown = catchThrowableOfType(CompletionException.class, future::join);
        if (thrown.getCause() instanceof CallException failure) {
            return failure;
        }
        throw new AssertionError("no answer of a call", thrown);
    }

    @Test
    void oneThatIdlesTooLongIsALineOfTheLog() throws InterruptedException {
        final Queue<String> log = new ConcurrentLinkedQueue<>();
        final AtomicReference<@Nullable BatonServer> server = new AtomicReference<>();
        // It has ended by then: who waits for its locks does not wait for the log.
        try (TestServer idle = new TestServer(options -> options.transactions(8, Duration.ofMillis(30)).log(
            line -> log.add(line + "; open: " + Objects.requireNonNull(server.get()).transactions().count())));
            BatonClient teller = BatonClient.connect(idle.options().name("till\n7"))) {
            server.set(idle.server);
            teller.procedure("Add", Long.class).in(teller.begin()).call(1, 1);
            TestServer.await(() -> !log.isEmpty());
            assertThat(log).hasSize(1);
            assertThat(log.element())
                .matches("transaction of 127\\.0\\.0\\.1:\\d+ \\(till\\\\n7\\) was rolled back, as "
                    + "no call came for 30 ms; open: 0");
        }
    }

    private static void commitFails(RemoteTransaction transaction) {
        assertThat(catchThrowableOfType(CallException.class, transaction::commit).reason())
            .isEqualTo(Reason.TRANSACTION_ENDED);
    }

    @Test
    void aCallIsUnknownWhenTheConnectionEndsBehindItsCommit() throws InterruptedException {
        final RemoteTransaction transaction = client.begin();
        final CallFuture<Long> call = hold.in(transaction).callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        final CompletableFuture<Void> commit = transaction.commitAsync();
        client.close();
        assertThat(failure(call).reason()).isEqualTo(Reason.OUTCOME_UNKNOWN);
        assertThat(failure(call).retryable()).isFalse();
        assertThat(failure(commit).reason()).isEqualTo(Reason.OUTCOME_UNKNOWN);
    }

    @Test
    void aCallIsRolledBackWhenTheConnectionEndsBeforeItsCommit() throws InterruptedException {
        final CallFuture<Long> call = hold.in(client.begin()).callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        client.close();
        assertThat(failure(call).reason()).isEqualTo(Reason.TRANSACTION_LOST);
    }

    @Test
    void aResultThatCannotBeSentEndsItsTransaction() {
        try (BatonClient narrow = BatonClient.connect(server.options().frameBytesMax(8 << 10))) {
            final RemoteTransaction large = narrow.begin();
            narrow.procedure("Add", Long.class).in(large).call(1, 5);
            nothingIsWritten(large, narrow.procedure("Wide", String.class), 100_000, Reason.RESULT_TOO_LARGE);
        }
        final RemoteTransaction strange = client.begin();
        add.in(strange).call(1, 5);
        nothingIsWritten(strange, client.procedure("Any", Object.class), "object", Reason.NOT_ENCODABLE);
        assertThat(server.total()).isEqualTo(ALL);
    }

    @Test
    void aLaterPageThatCannotBeSentEndsItsTransaction() {
        final RemoteProcedure<List<Long>> odd = odd();
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(1, 5);
        nothingIsWritten(transaction, odd, new Object[] {7, ROWS}, Reason.NOT_ENCODABLE);
        assertThat(server.total()).isEqualTo(ALL);
        assertThat(failure(odd.callAsync(7, ROWS)).reason()).isEqualTo(Reason.NOT_ENCODABLE);
        assertThat(server.total()).isEqualTo(ALL + 7);
    }

    @Test
    void whoCommitsBeforeTheLastPageIsToldThatTheResultIsLost() throws InterruptedException {
        try (BatonClient other = server.connect()) {
            final RemoteTransaction transaction = client.begin();
            final CallFuture<List<Long>> call = odd().in(transaction).callAsync(7, ROWS);
            final CompletableFuture<Void> commit = transaction.commitAsync();
            commit.join();
            final CallException lost = failure(call);
            assertThat(lost.reason()).isIn(Reason.NOT_ENCODABLE, Reason.OUTCOME_UNKNOWN);
            assertThat(lost).isNotInstanceOf(CallAbortedBySystemException.class);
            assertThat(other.procedure("Add", Long.class).call(1, 0)).isEqualTo(Bank.CENTS + 7);
        }
    }

    private RemoteProcedure<List<Long>> odd() {
        return client.listProcedure("Odd", Long.class);
    }

    @Test
    void aCancelledCallIsNeverCommitted() {
        for (int i = 0; i < 200; i++) {
            final RemoteTransaction transaction = client.begin();
            final CallFuture<Long> call = add.in(transaction).callAsync(1, 5);
            if (i % 2 == 0) {
                add.in(transaction).call(2, 0);
            }
            if (call.cancel(true)) {
                commitFails(transaction);
            } else {
                transaction.rollback();
            }
        }
        assertThat(server.total()).isEqualTo(ALL);
    }

    @Test
    void aCallThatIsCancelledBetweenItsPagesIsNotCommitted() {
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(1, 5);
        final CallFuture<?> call = client.procedure("Accounts", List.class).in(transaction).callAsync(900_000);
        assertThat(call.cancel(true)).isTrue();
        commitFails(transaction);
        assertThat(server.total()).isEqualTo(ALL);
    }

    @Test
    void aCallThatEndsBetweenItsPagesLeavesItsConnectionAlone() {
        final RemoteTransaction other = client.begin();
        add.in(other).call(1, 5);
        final RemoteProcedure<?> accounts = client.procedure("Accounts", List.class).pageRows(10);
        for (int i = 0; i < 100; i++) {
            final CallFuture<?> rows = accounts.callAsync(5_000);
            final long end = System.nanoTime() + i * 50_000L;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            rows.end();
            assertThat(rows.handle((value, failure) -> value != null || failure instanceof CallException).join())
                .isTrue();
        }
        other.commit();
        assertThat(server.total()).isEqualTo(ALL + 5);
    }

    @Test
    void theReasonIsToldOnce() {
        final RemoteTransaction transaction = client.begin();
        final RemoteProcedure<Long> fail = client.procedure("Any", Long.class);
        assertThat(catchThrowableOfType(CallException.class, () -> fail.in(transaction).call("object")).reason())
            .isEqualTo(Reason.NOT_ENCODABLE);
        commitFails(transaction);
        final RemoteTransaction holds = client.begin();
        final CallFuture<Long> late = hold.within(Duration.ofMillis(50)).in(holds).callAsync(1, 20_000);
        assertThat(failure(late).reason()).isEqualTo(Reason.TIMEOUT);
        commitFails(holds);
    }

    @Test
    void aServerThatEndsTakesTheCommitBehindACall() throws InterruptedException {
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(2, 5);
        final CallFuture<Long> other = hold.callAsync(1, 20_000);
        final Thread closer = serverEnds();
        transaction.commit();
        server.bank.release();
        closer.join();
        other.join();
        assertThat(server.total()).isEqualTo(ALL + 6);
    }

    /** The server has said that it ends, and waits for the call that holds. */
    private Thread serverEnds() throws InterruptedException {
        TestServer.await(() -> server.bank.holding.get() == 1);
        final Thread closer = Thread.ofPlatform().start(server.server::close);
        TestServer.await(() -> client.ping().handle((pong, failure) -> failure != null).join());
        return closer;
    }

    @Test
    void aTransactionIsNotCommittedWithoutTheCallThatCameWhenTheServerEnded() throws InterruptedException {
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(2, 5);
        final CallFuture<Long> other = hold.callAsync(1, 20_000);
        final Thread closer = serverEnds();
        assertThat(catchThrowableOfType(CallException.class, () -> add.in(transaction).call(3, 5)))
            .isInstanceOf(CallAbortedBySystemException.class).hasMessageContaining("rolled back");
        commitFails(transaction);
        server.bank.release();
        closer.join();
        other.join();
        assertThat(server.total()).isEqualTo(ALL + 1);
    }

    @Test
    void aResultThatItsCallerCannotTakeEndsItsTransaction() {
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(1, 5);
        nothingIsWritten(transaction, client.procedure("Wide", Long.class), 3, Reason.NOT_ENCODABLE);
        assertThat(server.total()).isEqualTo(ALL);
    }

    private static void nothingIsWritten(
            RemoteTransaction transaction, RemoteProcedure<?> procedure, Object argument, Reason reason) {
        nothingIsWritten(transaction, procedure, new Object[] {argument}, reason);
    }

    private static void nothingIsWritten(
            RemoteTransaction transaction, RemoteProcedure<?> procedure, Object[] arguments, Reason reason) {
        final CallException lost =
            catchThrowableOfType(CallException.class, () -> procedure.in(transaction).call(arguments));
        assertThat(lost.reason()).isEqualTo(reason);
        assertThat(lost).isInstanceOf(CallAbortedBySystemException.class).hasMessageContaining("rolled back")
            .hasMessageNotContaining("was committed");
        commitFails(transaction);
    }

    @Test
    void aProcedureThatWasReplacedEndsNoTransaction() {
        final RemoteProcedure<Long> total = client.procedure("Total", Long.class);
        assertThat(total.call()).isEqualTo(ALL);
        server.engine.unregister(server.engine.procedure("Total"));
        server.engine.register("Total", new Zero(), Long.class);
        try (RemoteTransaction transaction = client.begin()) {
            add.in(transaction).call(1, 5);
            assertThat(catchThrowableOfType(CallException.class, () -> total.in(transaction).call()).reason())
                .isEqualTo(Reason.NO_SUCH_PROCEDURE);
            assertThat(total.in(transaction).call()).isZero();
            transaction.commit();
        }
        assertThat(add.call(1, 0)).isEqualTo(Bank.CENTS + 5);
    }

    @Test
    void aCallHasNoKeyWithinATransaction() {
        try (RemoteTransaction transaction = client.begin()) {
            assertThatThrownBy(() -> add.in(transaction).keyed(client.newKey()))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("procedure Add");
            assertThatThrownBy(() -> add.keyed(client.newKey()).in(transaction))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("procedure Add");
        }
    }

    @Test
    void aTransactionIsNotCommittedWithoutACallThatWasCancelledBeforeItWasSent() throws InterruptedException {
        final RemoteTransaction transaction = client.begin();
        add.in(transaction).call(1, 5);
        final CallFuture<Long> first = hold.callAsync(10, 20_000);
        final CallFuture<Long> second = hold.callAsync(11, 20_000);
        TestServer.await(() -> server.bank.holding.get() == CALLS);
        final CallFuture<Long> cancelled = add.in(transaction).callAsync(2, 5);
        cancelled.cancel(true);
        commitFails(transaction);
        server.bank.release();
        assertThat(first.join() + second.join()).isEqualTo(2 * (Bank.CENTS + 1));
        assertThat(server.total()).isEqualTo(ALL + 2);
    }

    @Test
    void callsOfATransactionBeyondTheLimitOfAConnectionAreToldSo() {
        final RemoteTransaction first = client.begin();
        final RemoteTransaction second = client.begin();
        try (RemoteTransaction beyond = client.begin()) {
            assertThat(catchThrowableOfType(CallException.class, () -> add.in(beyond).call(1, 5)).reason())
                .isEqualTo(Reason.TOO_MANY);
            first.rollback();
        }
        try (RemoteTransaction third = client.begin()) {
            assertThat(add.in(third).call(1, 0)).isEqualTo(Bank.CENTS);
        }
        second.rollback();
    }
}
