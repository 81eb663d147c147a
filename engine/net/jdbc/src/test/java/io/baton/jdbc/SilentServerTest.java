package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** When a server does not answer within the network timeout, the state says what was written. */
@Timeout(10)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SilentServerTest {

    private TestServer server;
    private MutedServer muted;
    private Connection connection;
    private Statement statement;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void connect() throws SQLException, IOException {
        muted = new MutedServer(server.server.address());
        connection = DriverManager.getConnection(muted.url() + "?connectTimeout=30000");
        statement = connection.createStatement();
        statement.execute("{call Balance(1)}");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        muted.close();
    }

    /** From now on nothing comes, and nobody waits for it for long. */
    private void mute() throws SQLException {
        muted.mute(true);
        connection.setNetworkTimeout(Runnable::run, 150);
    }

    private void assertGivenUp(ThrowingCallable call, Class<? extends SQLException> type, String state)
            throws SQLException {
        assertThatThrownBy(call).isInstanceOf(type).hasMessageContaining("network timeout of 150 ms")
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
    }

    @Test
    void ofACallWithAutoCommitNobodyCanTell() throws SQLException {
        mute();
        assertGivenUp(() -> statement.execute("{call Balance(1)}"), SQLNonTransientConnectionException.class, "08007");
    }

    @Test
    void aCallWithinATransactionHasWrittenNothing() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        mute();
        assertGivenUp(() -> statement.execute("{call Balance(1)}"), SQLTransientConnectionException.class, "08006");
    }

    @Test
    void aRollbackHasWrittenNothing() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        mute();
        assertGivenUp(connection::rollback, SQLTransientConnectionException.class, "08006");
    }

    @Test
    void ofACommitNobodyCanTell() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        mute();
        assertGivenUp(connection::commit, SQLNonTransientConnectionException.class, "08007");
    }

    @Test
    void aProcedureThatIsNotKnownYetWasNotCalled() throws SQLException {
        mute();
        assertGivenUp(() -> statement.execute("{call Transfer(1, 2, 3)}"), SQLTransientConnectionException.class,
            "08001");
    }

    @Test
    void aProcedureThatIsNotKnownYetLosesTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        mute();
        assertGivenUp(() -> statement.execute("{call Transfer(1, 2, 3)}"), SQLTransientConnectionException.class,
            "08006");
    }

    @Test
    void metadataDoNotWaitForEver() throws SQLException {
        mute();
        assertGivenUp(() -> connection.getMetaData().getProcedures(null, null, null),
            SQLTransientConnectionException.class, "08001");
    }

    @Test
    void tablesDoNotWaitForEver() throws SQLException {
        mute();
        assertGivenUp(() -> connection.getMetaData().getTables(null, null, null, null),
            SQLTransientConnectionException.class, "08001");
    }

    @Test
    void anExplanationHasWrittenNothing() throws SQLException {
        statement.execute("EXPLAIN ANALYZE {call Balance(1)}");
        mute();
        assertThatThrownBy(() -> statement.execute("EXPLAIN ANALYZE {call Balance(1)}"))
            .isInstanceOf(SQLTransientConnectionException.class).hasMessageEndingWith("nothing was written")
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08001"));
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void anExplanationBesideATransactionLosesIt() throws SQLException {
        statement.execute("EXPLAIN {call Balance(1)}");
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        mute();
        assertGivenUp(() -> statement.execute("EXPLAIN {call Balance(1)}"), SQLTransientConnectionException.class,
            "08006");
    }

    @Test
    void aTransactionDoesNotWaitForEverForANewConnection() throws SQLException {
        connection.setAutoCommit(false);
        mute();
        muted.cut();
        assertThatThrownBy(() -> {
            // The end of the old connection may not have been seen yet: then the first call tells.
            statement.execute("{call Balance(1)}");
        }).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isIn("08001", "08006"));
        if (!connection.isClosed()) {
            connection.rollback();
            assertGivenUp(() -> statement.execute("{call Balance(1)}"), SQLTransientConnectionException.class,
                "08001");
        }
    }

    @Test
    void anInterruptBeforeTheCallSaysThatNothingWasCalled() throws Exception {
        muted.mute(true);
        final CompletableFuture<SQLException> ended = new CompletableFuture<>();
        final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        final Thread caller = Thread.ofVirtual().start(() -> {
            try {
                statement.execute("{call Transfer(1, 2, 3)}");
                ended.complete(new SQLException("committed"));
            } catch (SQLException e) {
                ended.complete(e);
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        TestServer.await(() -> caller.getState() == Thread.State.WAITING);
        caller.interrupt();
        assertThat(ended.get().getSQLState()).isEqualTo("57014");
        assertThat(interrupted.get()).isTrue();
        muted.mute(false);
        assertThat(statement.execute("{call Balance(1)}")).isTrue();
    }

    @Test
    void anInterruptedConnectLeavesTheSocketToOthersThatWaitForIt() throws Exception {
        connection.close();
        muted.mute(true);
        final CompletableFuture<Connection> interrupted = new CompletableFuture<>();
        final CompletableFuture<Connection> other = new CompletableFuture<>();
        final Thread first = connecting(interrupted);
        final Thread second = connecting(other);
        TestServer.await(
            () -> first.getState() == Thread.State.WAITING && second.getState() == Thread.State.WAITING);
        first.interrupt();
        assertThat(interrupted).failsWithin(Duration.ofSeconds(8)).withThrowableThat()
            .havingCause().isInstanceOf(SQLException.class);
        muted.mute(false);
        try (Connection connected = other.get()) {
            assertThat(connected.isValid(5)).isTrue();
        }
    }

    private Thread connecting(CompletableFuture<Connection> connected) {
        return Thread.ofVirtual().start(() -> {
            try {
                connected.complete(DriverManager.getConnection(muted.url()));
            } catch (SQLException | RuntimeException e) {
                connected.completeExceptionally(e);
            }
        });
    }

    /** What is left of a batch is not tried call by call. */
    @Test
    void aBatchEndsWithItsConnection() throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("{call Balance(?)}")) {
            for (int i = 0; i < 2_500; i++) {
                call.setLong(1, 1);
                call.addBatch();
            }
            mute();
            assertThatThrownBy(call::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getSQLState()).isEqualTo("08007");
                assertThat(e.getUpdateCounts()).hasSize(2_500).containsOnly(Statement.EXECUTE_FAILED);
                for (Throwable next = e.getCause(); next instanceof SQLException one; next = one.getNextException()) {
                    assertThat(one.getMessage()).doesNotContain("open another one");
                }
            });
        }
    }

    // The limit of a call bounds it, too, without a network timeout

    /** From now on nothing comes, and a call has a limit of its own. */
    private void muteLimited(Statement limited) throws SQLException {
        limited.setQueryTimeout(1);
        connection.unwrap(BatonConnection.class).session().networkTimeout().graceMillis(100);
        muted.mute(true);
    }

    private void assertOverdue(ThrowingCallable call, Class<? extends SQLException> type, String state, String written)
            throws SQLException {
        assertThatThrownBy(call).isInstanceOf(type)
            .hasMessageEndingWith("no answer came within the 1000 ms that the call may "
                + "take, and 100 ms more, so the connection was given up; " + written)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
    }

    @Test
    void aQueryTimeoutBoundsACall() throws SQLException {
        muteLimited(statement);
        assertOverdue(() -> statement.execute("{call Balance(1)}"), SQLNonTransientConnectionException.class, "08007",
            "nobody can tell whether the call was committed");
    }

    @Test
    void aQueryTimeoutBoundsAQueryWhichWritesNothing() throws SQLException {
        statement.executeQuery("SELECT * FROM account WHERE id = 1");
        muteLimited(statement);
        assertOverdue(() -> statement.executeQuery("SELECT * FROM account WHERE id = 1"),
            SQLTransientConnectionException.class, "08001", "nothing was written");
    }

    @Test
    void aQueryTimeoutBoundsTheQuestionBeforeACall() throws SQLException {
        muteLimited(statement);
        assertOverdue(() -> statement.execute("{call Transfer(1, 2, 3)}"), SQLTransientConnectionException.class,
            "08001", "nothing was written");
    }

    @Test
    void aQueryTimeoutBoundsTheQuestionOfASetter() throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("{call Transfer(?, 2, 3)}")) {
            muteLimited(call);
            assertOverdue(() -> call.setLong(1, 1), SQLTransientConnectionException.class, "08001",
                "nothing was written");
        }
    }

    @Test
    void aQueryTimeoutBoundsACallWithinATransaction() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        muteLimited(statement);
        assertOverdue(() -> statement.execute("{call Balance(1)}"), SQLTransientConnectionException.class, "08006",
            "the server rolls its transaction back");
    }

    @Test
    void aQueryTimeoutBoundsTheFirstCallOfATransaction() throws SQLException {
        connection.setAutoCommit(false);
        muteLimited(statement);
        assertOverdue(() -> statement.execute("{call Balance(1)}"), SQLTransientConnectionException.class, "08006",
            "the server rolls its transaction back");
    }

    @Test
    void aQueryTimeoutBoundsABatch() throws SQLException {
        muteLimited(statement);
        statement.addBatch("{call Balance(1)}");
        statement.addBatch("{call Balance(2)}");
        assertOverdue(statement::executeBatch, BatchUpdateException.class, "08007",
            "nobody can tell whether the call was committed");
    }

    /** Its time has not begun yet. */
    @Test
    void aBatchThatWaitsForAnotherThreadsBatchIsNotBoundByItsTimeout() throws Exception {
        connection.unwrap(BatonConnection.class).session().networkTimeout().graceMillis(100);
        try (Statement first = connection.createStatement()) {
            first.addBatch("{call Hold(30, 2000)}");
            final CompletableFuture<int[]> holds = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    holds.complete(first.executeBatch());
                } catch (SQLException e) {
                    holds.completeExceptionally(e);
                }
            });
            TestServer.await(() -> server.bank.holding.get() == 1);
            statement.setQueryTimeout(1);
            statement.addBatch("{call Balance(1)}");
            assertThat(statement.executeBatch()).hasSize(1);
            assertThat(holds.get()).hasSize(1);
            assertThat(connection.isClosed()).isFalse();
        }
    }

    @Test
    void aQueryTimeoutBoundsAnExplanation() throws SQLException {
        statement.execute("EXPLAIN {call Balance(1)}");
        muteLimited(statement);
        assertOverdue(() -> statement.execute("EXPLAIN {call Balance(1)}"), SQLTransientConnectionException.class,
            "08001", "nothing was written");
    }

    @Test
    void theShorterOfTheTwoLimitsCounts() throws SQLException {
        muteLimited(statement);
        connection.setNetworkTimeout(Runnable::run, 150);
        assertGivenUp(() -> statement.execute("{call Balance(1)}"), SQLNonTransientConnectionException.class, "08007");
    }

    @Test
    void theCallTimeoutOfTheUrlBoundsCallsAndMetadata() throws SQLException {
        try (Connection limited = DriverManager.getConnection(muted.url() + "?connectTimeout=30000&callTimeout=200");
            Statement call = limited.createStatement()) {
            call.execute("{call Balance(1)}");
            limited.unwrap(BatonConnection.class).session().networkTimeout().graceMillis(100);
            muted.mute(true);
            assertThatThrownBy(() -> limited.getMetaData().getTables(null, null, null, null))
                .isInstanceOf(SQLTransientConnectionException.class).hasMessageContaining("the 200 ms");
            assertThat(limited.isClosed()).isTrue();
        }
    }

    /** Each page is an answer: a long result is not a silent server. */
    @Test
    void aResultOfManyPagesMayTakeLongerThanTheTimeout() throws Exception {
        connection.setNetworkTimeout(Runnable::run, 1_000);
        statement.setFetchSize(1);
        final CompletableFuture<Integer> rows = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (java.sql.ResultSet all = statement.executeQuery("{call Statement(0, 8)}")) {
                int count = 0;
                while (all.next()) {
                    count++;
                }
                rows.complete(count);
            } catch (SQLException e) {
                rows.completeExceptionally(e);
            }
        });
        // Slower than the timeout altogether, and faster for each page.
        muted.delay(200);
        assertThat(rows.get()).isEqualTo(8);
        muted.delay(0);
    }

    @Test
    void isValidAndCloseDoNotWaitForASilentServer() throws SQLException {
        muted.mute(true);
        assertThat(connection.isValid(1)).isFalse();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void aLoginTimeoutBoundsAConnect() throws SQLException {
        connection.close();
        muted.mute(true);
        final BatonDataSource source = new BatonDataSource(muted.url());
        source.setLoginTimeout(1);
        assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08001"));
    }
}
