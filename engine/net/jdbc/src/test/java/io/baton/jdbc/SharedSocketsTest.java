package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections share sockets, and nothing else. */
@Timeout(30)
class SharedSocketsTest {

    private static final int USUAL = 16;
    /** With so many calls of a connection each of 16 clients has one place for itself, and the others are for all. */
    private static final int PLACES = 32;
    private static final int COMMON = PLACES - USUAL;
    private static final int MOST = 1 + COMMON;

    private final TestServer server =
        new TestServer(options -> options.callsPerConnection(PLACES).transactions(8, Duration.ofSeconds(20)));
    private final List<Connection> open = new ArrayList<>();

    private Connection connect(String options) throws SQLException {
        final Connection connection = DriverManager.getConnection(server.url() + options);
        open.add(connection);
        return connection;
    }

    private void connect(int connections, String options) throws SQLException {
        for (int i = 0; i < connections; i++) {
            connect(options);
        }
    }

    private static void execute(Connection connection, String call) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(call);
        }
    }

    private static BigDecimal balance(Connection connection, long account) throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("{call Balance(" + account + ")}")) {
            assertThat(rows.next()).isTrue();
            return rows.getBigDecimal(1);
        }
    }

    /** Does something on a thread of its own. */
    private static <T> CompletableFuture<T> beside(Callable<T> work) {
        final CompletableFuture<T> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                done.complete(work.call());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private static String stateOf(CompletableFuture<?> failed) {
        final Throwable why = catchThrowableOfType(CompletionException.class, failed::join).getCause();
        if (why instanceof SQLException failure) {
            return failure.getSQLState();
        }
        throw new AssertionError("no failure of JDBC", why);
    }

    @AfterEach
    void close() throws SQLException {
        for (final Connection connection : open) {
            connection.close();
        }
        server.close();
    }

    @Test
    void soManyConnectionsHaveASocketAndTheLastClosesIt() throws Exception {
        connect(USUAL - 1, "");
        connect("?callTimeout=1000&networkTimeout=5000&fetchSize=7");
        assertThat(server.server.connections()).isEqualTo(1);
        connect("");
        assertThat(server.server.connections()).isEqualTo(2);
        connect(3, "?connectionsPerSocket=2");
        assertThat(server.server.connections()).isEqualTo(4);
        connect(2, "?connectionsPerSocket=1");
        assertThat(server.server.connections()).isEqualTo(6);
        connect("?applicationName=another");
        assertThat(server.server.connections()).isEqualTo(7);
        for (final Connection connection : open) {
            assertThat(balance(connection, 1)).isEqualTo("1000.00");
        }
        for (final Connection connection : open.subList(0, USUAL)) {
            connection.close();
            connection.close();
        }
        TestServer.await(() -> server.server.connections() == 6);
        close();
        assertThat(server.log).noneMatch(line -> line.contains("has sent"));
    }

    @Test
    void aNumberOfConnectionsThatIsNoneIsRefused() {
        assertThatThrownBy(() -> connect("?connectionsPerSocket=0")).isInstanceOf(SQLException.class)
            .hasMessageContaining("connectionsPerSocket is '0'; give a number, 1 or more");
    }

    @Test
    void aClosedConnectionLeavesNoLockBehindAndLetsOthersWork() throws Exception {
        final Connection holder = connect("");
        final Connection other = connect("");
        holder.setAutoCommit(false);
        execute(holder, "{call Deposit(1, 5)}");
        final CompletableFuture<BigDecimal> waiting = beside(() -> balance(other, 1));
        Thread.sleep(50);
        assertThat(waiting).isNotDone();
        holder.close();
        assertThat(waiting.get()).isEqualTo("1000.00");
        assertThat(balance(other, 1)).isEqualTo("1000.00");
        assertThat(server.server.connections()).isEqualTo(1);
    }

    @Test
    void closingEndsTheConnectionsOwnCallsAndNoOthers() throws Exception {
        final Connection first = connect("");
        final Connection second = connect("");
        final CompletableFuture<Void> ended = beside(() -> {
            execute(first, "{call Hold(1, 20000)}");
            return null;
        });
        final CompletableFuture<Void> goesOn = beside(() -> {
            execute(second, "{call Hold(2, 300)}");
            return null;
        });
        TestServer.await(() -> server.bank.holding.get() == 2);
        first.abort(Runnable::run);
        assertThat(stateOf(ended)).isEqualTo("08007");
        goesOn.get();
        // The server has ended it: nobody holds the row.
        assertThat(balance(second, 1)).isEqualTo("1000.00");
        assertThat(balance(second, 2)).isEqualTo("1000.01");
    }

    @Test
    void aSocketThatOwesAnAnswerTakesNobodyElse() throws Exception {
        final Connection impatient = connect("");
        final Connection other = connect("");
        assertThat(server.server.connections()).isEqualTo(1);
        // What the procedure is, it knows from here on: only the call itself is waited for no longer.
        execute(impatient, "{call Hold(2, 0)}");
        impatient.setNetworkTimeout(Runnable::run, 100);
        assertThatThrownBy(() -> execute(impatient, "{call Hold(1, 20000)}"))
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08007"));
        assertThat(impatient.isClosed()).isTrue();
        assertThat(balance(other, 1)).isEqualTo("1000.00");
        final Connection next = connect("");
        assertThat(server.server.connections()).isEqualTo(2);
        assertThat(balance(next, 1)).isEqualTo("1000.00");
    }

    private static int[] deposits(Connection connection, int calls, long... accounts) throws SQLException {
        try (PreparedStatement deposit = connection.prepareStatement("{call Deposit(?, ?)}")) {
            for (int i = 0; i < calls; i++) {
                deposit.setLong(1, accounts[i % accounts.length]);
                deposit.setLong(2, 1);
                deposit.addBatch();
            }
            return deposit.executeBatch();
        }
    }

    /** Waits until so many calls of the one socket are at the server. */
    private void awaitCalls(int calls) throws InterruptedException {
        TestServer.await(() -> server.server.activity(1, 1).join().connections().getFirst().calls() == calls);
    }

    /** A batch of 100 calls that waits for a lock of the holder's transaction, at all the places that it can have. */
    private CompletableFuture<int[]> batchBehind(Connection holder, Connection batch) throws Exception {
        holder.setAutoCommit(false);
        execute(holder, "{call Deposit(1, 5)}");
        final CompletableFuture<int[]> counts = beside(() -> deposits(batch, 100, 1));
        awaitCalls(MOST);
        assertThat(counts).isNotDone();
        return counts;
    }

    /** Were there one order for the socket, each would wait for the other until a call's time is over. */
    @Test
    void aBatchRunsBesideOneThatWaitsForALockOfItsThread() throws Exception {
        final Connection holder = connect("");
        final Connection stuck = connect("");
        final Connection free = connect("");
        final CompletableFuture<int[]> waiting = batchBehind(holder, stuck);
        assertThat(deposits(free, 50, 2)).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(waiting).isNotDone();
        assertThat(server.server.connections()).isEqualTo(1);
        holder.commit();
        assertThat(waiting.get()).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(balance(free, 1)).isEqualTo("1105.00");
    }

    @Test
    void batchesThatWantTheSameLocksGoOn() throws Exception {
        final List<CompletableFuture<int[]>> batches = new ArrayList<>();
        for (int i = 0; i < USUAL; i++) {
            final Connection connection = connect("");
            final long first = 1L + i % 2;
            batches.add(beside(() -> {
                execute(connection, "{call Hold(" + first + ", 1)}");
                return deposits(connection, 40, first, 3 - first);
            }));
        }
        for (final CompletableFuture<int[]> batch : batches) {
            assertThat(batch.get()).hasSize(40).containsOnly(Statement.SUCCESS_NO_INFO);
        }
        assertThat(server.server.connections()).isEqualTo(1);
        // 20 of each batch, and a cent of each Hold.
        assertThat(balance(open.getFirst(), 1)).isEqualTo("1320.08");
        assertThat(balance(open.getFirst(), 2)).isEqualTo("1320.08");
    }

    @Test
    void aBatchThatWaitsForALockLetsItsHolderGoOn() throws Exception {
        final Connection holder = connect("");
        final Connection batch = connect("");
        final Connection beside = connect("");
        final CompletableFuture<int[]> counts = batchBehind(holder, batch);
        // The holder's next calls and a batch of others go on, one at a time.
        assertThat(deposits(beside, 50, 2)).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(deposits(holder, 30, 1, 3)).containsOnly(Statement.SUCCESS_NO_INFO);
        execute(holder, "{call Deposit(1, 5)}");
        holder.commit();
        assertThat(counts.get()).hasSize(100).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(balance(batch, 1)).isEqualTo("1125.00");
        assertThat(server.server.connections()).isEqualTo(1);
    }

    /** All of them wait for the one lock, and have taken all that is to be had. */
    @Test
    void whoHoldsALockGoesOnWhileBatchesOfAllOthersWaitForIt() throws Exception {
        final Connection holder = connect("");
        holder.setAutoCommit(false);
        execute(holder, "{call Deposit(1, 5)}");
        final List<CompletableFuture<int[]>> batches = new ArrayList<>();
        for (int i = 1; i < USUAL; i++) {
            final Connection connection = connect("");
            batches.add(beside(() -> deposits(connection, 40, 1)));
        }
        awaitCalls(USUAL - 1 + COMMON);
        execute(holder, "{call Deposit(2, 5)}");
        execute(holder, "{call Deposit(1, 5)}");
        holder.commit();
        for (final CompletableFuture<int[]> batch : batches) {
            assertThat(batch.get()).hasSize(40).containsOnly(Statement.SUCCESS_NO_INFO);
        }
        assertThat(server.server.connections()).isEqualTo(1);
        assertThat(balance(open.getLast(), 1)).isEqualTo("1610.00");
    }

    /** Another thread's batch has all places of the connection, those that it has for itself too. */
    @Test
    void whoWaitsForAPlaceIsCancelled() throws Exception {
        final Connection holder = connect("");
        final Connection busy = connect("");
        final CompletableFuture<int[]> counts = batchBehind(holder, busy);
        try (PreparedStatement batch = busy.prepareStatement("{call Deposit(3, 1)}");
            PreparedStatement call = busy.prepareStatement("{call Deposit(3, 1)}")) {
            batch.addBatch();
            final CompletableFuture<int[]> waits = beside(batch::executeBatch);
            final CompletableFuture<Boolean> waitsAlone = beside(call::execute);
            // Most of the time both wait by then; a cancel that comes before is right, too.
            Thread.sleep(50);
            assertThat(waits).isNotDone();
            assertThat(waitsAlone).isNotDone();
            while (!waits.isDone() || !waitsAlone.isDone()) {
                batch.cancel();
                call.cancel();
                Thread.onSpinWait();
            }
            assertThat(stateOf(waits)).isEqualTo("57014");
            assertThat(stateOf(waitsAlone)).isEqualTo("57014");
        }
        assertThat(counts).isNotDone();
        holder.commit();
        assertThat(counts.get()).hasSize(100).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(balance(busy, 3)).isEqualTo("1000.00");
    }

    @Test
    void aBatchThatHasTakenTheCommonPlacesGivesThemBackWhenItIsGivenUp() throws Exception {
        final Connection holder = connect("");
        final Connection stuck = connect("");
        final Connection free = connect("");
        final CompletableFuture<int[]> waiting = batchBehind(holder, stuck);
        stuck.abort(Runnable::run);
        assertThat(stateOf(waiting)).isNotNull();
        awaitCalls(0);
        // With its own place alone it would never have so many under way.
        final CompletableFuture<int[]> next = beside(() -> deposits(free, 100, 1));
        awaitCalls(MOST);
        execute(holder, "{call Deposit(1, 5)}");
        holder.commit();
        assertThat(next.get()).hasSize(100).containsOnly(Statement.SUCCESS_NO_INFO);
        assertThat(server.server.connections()).isEqualTo(1);
        assertThat(balance(free, 1)).isEqualTo("1110.00");
    }

    @Test
    void connectionsAreOpenedAndClosedByManyThreadsAtOnce() throws Exception {
        final List<CompletableFuture<BigDecimal>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(beside(() -> {
                BigDecimal seen = BigDecimal.ZERO;
                for (int j = 0; j < 20; j++) {
                    try (Connection connection =
                        DriverManager.getConnection(server.url() + "?connectionsPerSocket=4")) {
                        seen = balance(connection, 3);
                    }
                }
                return seen;
            }));
        }
        for (final CompletableFuture<BigDecimal> each : all) {
            assertThat(each.get()).isEqualTo("1000.00");
        }
        TestServer.await(() -> server.server.connections() == 0);
    }

    @Test
    void nobodyWaitsForEverWhereNobodyListens() {
        final List<CompletableFuture<Connection>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(beside(() -> DriverManager.getConnection("jdbc:baton://127.0.0.1:1/?connectTimeout=2000")));
        }
        for (final CompletableFuture<Connection> each : all) {
            assertThat(stateOf(each)).isEqualTo("08001");
        }
    }

    @Test
    void aServerThatIsStartedAgainIsFoundByTheSameConnections() throws Exception {
        final Connection first = connect("");
        final Connection second = connect("");
        final int port = server.server.address().getPort();
        server.close();
        assertThatThrownBy(() -> balance(first, 1)).isInstanceOf(SQLException.class);
        try (TestServer again = new TestServer(port, options -> options)) {
            TestServer.await(() -> {
                try {
                    return balance(second, 1).signum() > 0;
                } catch (SQLException e) {
                    return false;
                }
            });
            assertThat(balance(first, 1)).isEqualTo("1000.00");
            assertThat(again.server.connections()).isEqualTo(1);
        }
    }
}
