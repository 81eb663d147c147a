package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedBySystemException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteTransaction;
import io.baton.protocol.Reason;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several calls are one transaction. */
@Timeout(30)
class TransactionTest {

    private static final BigDecimal START = new BigDecimal("1000.00");

    private TestServer server;
    private Connection connection;
    private Connection other;

    @BeforeEach
    void start() throws SQLException {
        server = new TestServer(options -> options.transactions(4, Duration.ofMillis(1_500)));
        connection = server.connect();
        other = server.connect();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        other.close();
        server.close();
    }

    private static void assertState(ThrowingCallable call, Class<? extends SQLException> type, String state) {
        assertThatThrownBy(call).isInstanceOf(type)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
    }

    private static BigDecimal balance(Connection connection, long account) throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call Balance(?)}")) {
            call.registerOutParameter(1, Types.DECIMAL);
            call.setLong(2, account);
            call.execute();
            return call.getBigDecimal(1);
        }
    }

    private static void deposit(Connection connection, long account, String amount) throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call Deposit(?, ?)}")) {
            call.setLong(1, account);
            call.setString(2, amount);
            call.execute();
        }
    }

    private void assertNothingIsHeld() {
        assertThat(Bank.total(server.engine)).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
    }

    @Test
    void nothingIsSeenBeforeTheCommitAndAllAfterIt() throws Exception {
        deposit(connection, 1, "5");
        deposit(connection, 2, "-5");
        assertThat(balance(connection, 1)).isEqualTo("1005.00");
        final CompletableFuture<BigDecimal> seen = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                seen.complete(balance(other, 1));
            } catch (SQLException e) {
                seen.completeExceptionally(e);
            }
        });
        Thread.sleep(100);
        assertThat(seen).isNotDone();
        connection.commit();
        assertThat(seen.get()).isEqualTo("1005.00");
        assertThat(balance(connection, 2)).isEqualTo("995.00");
        connection.rollback();
        assertThat(balance(other, 2)).isEqualTo("995.00");
        assertNothingIsHeld();
    }

    @Test
    void aRollbackForgetsAll() throws SQLException {
        deposit(connection, 1, "5");
        connection.rollback();
        assertThat(balance(other, 1)).isEqualTo(START);
        deposit(connection, 1, "6");
        connection.close();
        assertThat(balance(other, 1)).isEqualTo(START);
        assertNothingIsHeld();
    }

    @Test
    void aFailureEndsTheTransactionAndSaysSoUntilItIsRolledBack() throws SQLException {
        deposit(connection, 1, "5");
        try (Statement statement = connection.createStatement()) {
            assertState(() -> statement.execute("{call Fail('no')}"), SQLException.class, "45000");
        }
        assertThat(balance(other, 1)).isEqualTo(START);
        assertState(() -> deposit(connection, 2, "5"), SQLException.class, "25P02");
        for (int i = 0; i < 2; i++) {
            assertState(connection::commit, SQLException.class, "25P02");
            assertState(() -> deposit(connection, 2, "5"), SQLException.class, "25P02");
            assertState(() -> connection.setAutoCommit(true), SQLException.class, "25P02");
        }
        assertThat(connection.getAutoCommit()).isFalse();
        connection.rollback();
        deposit(connection, 2, "5");
        connection.commit();
        deposit(connection, 2, "-5");
        connection.setAutoCommit(true);
        assertThat(balance(other, 2)).isEqualTo(START);
        assertState(connection::commit, SQLException.class, "25000");
        assertNothingIsHeld();
    }

    /** Tools ask for tables whenever they like. */
    @Test
    void metadataAreNoPartOfTheTransaction() throws SQLException {
        connection.getMetaData().getTables(null, null, null, null);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        deposit(connection, 1, "5");
        try (Statement statement = connection.createStatement()) {
            assertState(() -> statement.execute("{call Fail('no')}"), SQLException.class, "45000");
            assertThat(connection.getMetaData().getTables(null, null, "account", null).next()).isTrue();
            assertState(connection::commit, SQLException.class, "25P02");
            assertThat(connection.getMetaData().getColumns(null, null, "account", null).next()).isTrue();
        }
    }

    @Test
    void anArgumentThatDoesNotFitEndsNothing() throws SQLException {
        deposit(connection, 1, "5");
        try (Statement statement = connection.createStatement()) {
            assertState(() -> statement.execute("{call Balance('x')}"), SQLException.class, "22018");
            assertState(() -> statement.execute("{call Nobody()}"), SQLException.class, "42883");
        }
        connection.commit();
        assertThat(balance(other, 1)).isEqualTo("1005.00");
    }

    @Test
    @Tag("thorough")
    void silenceEndsTheTransaction() throws Exception {
        deposit(connection, 1, "5");
        assertThat(balance(other, 1)).isEqualTo(START);
        assertState(() -> deposit(connection, 1, "5"), SQLException.class, "25P03");
        assertState(connection::commit, SQLException.class, "25P03");
        assertState(() -> deposit(connection, 1, "5"), SQLException.class, "25P02");
        connection.rollback();
        deposit(connection, 1, "5");
        connection.rollback();
        assertNothingIsHeld();
    }

    /** Two that take each other's lock: nobody waits for ever, and one is told to begin again. */
    @Test
    void noTwoTransactionsWaitForEachOther() throws Exception {
        other.setAutoCommit(false);
        deposit(connection, 1, "5");
        deposit(other, 2, "5");
        final CompletableFuture<String> first = step(connection, 2);
        final CompletableFuture<String> second = step(other, 1);
        final String one = first.get();
        if (!one.isEmpty()) {
            connection.rollback();
        }
        final String two = second.get();
        assertThat(one + two).contains("40001");
        connection.rollback();
        other.rollback();
        assertThat(Bank.total(server.engine) - Bank.ACCOUNTS * Bank.CENTS).isIn(0L, 6_00L);
    }

    private static CompletableFuture<String> step(Connection connection, long account) {
        final CompletableFuture<String> state = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                deposit(connection, account, "1");
                connection.commit();
                state.complete("");
            } catch (SQLTransactionRollbackException e) {
                state.complete(e.getSQLState());
            } catch (SQLException e) {
                state.completeExceptionally(e);
            }
        });
        return state;
    }

    @Test
    void timeAndCancelEndTheTransaction() throws Exception {
        try (Statement statement = connection.createStatement()) {
            deposit(connection, 1, "5");
            statement.setQueryTimeout(1);
            assertState(() -> statement.execute("{call Hold(20, 10000)}"), SQLTimeoutException.class, "HYT00");
            connection.rollback();
            statement.setQueryTimeout(0);
            deposit(connection, 1, "5");
            final CompletableFuture<SQLException> ended = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    statement.execute("{call Hold(20, 10000)}");
                    ended.complete(new SQLException("done"));
                } catch (SQLException e) {
                    ended.complete(e);
                }
            });
            TestServer.await(() -> server.bank.holding.get() == 1);
            statement.cancel();
            assertThat(ended.get().getSQLState()).isEqualTo("57014");
            assertState(() -> deposit(connection, 1, "5"), SQLException.class, "25P02");
            connection.rollback();
        }
        assertNothingIsHeld();
    }

    @Test
    void queriesSeeTheTransactionsOwnWrites() throws SQLException {
        deposit(connection, 7, "1.50");
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT balance FROM account WHERE id = 7")) {
                rows.next();
                assertThat(rows.getBigDecimal(1)).isEqualTo("1001.50");
            }
            statement.execute("{call Write(7, 1, 'x')}");
            try (ResultSet rows = statement.executeQuery("SELECT text FROM journal WHERE account = 7")) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(statement.executeQuery("SELECT id FROM account LIMIT 5").next()).isTrue();
            assertState(() -> statement.executeQuery("SELECT * FROM account"), SQLException.class, "0A000");
        }
        connection.rollback();
        assertThat(Bank.journal(server.engine, 7)).isZero();
    }

    @Test
    void aBatchIsOneTransaction() throws SQLException {
        try (PreparedStatement write = connection.prepareStatement("{call Write(?, ?, ?)}")) {
            for (int i = 0; i < 500; i++) {
                write.setLong(1, 9);
                write.setInt(2, i == 400 ? 0 : i);
                write.setString(3, "x");
                write.addBatch();
            }
            assertThatThrownBy(write::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getSQLState()).isEqualTo("23505");
                assertThat(e.getUpdateCounts()[399]).isEqualTo(Statement.SUCCESS_NO_INFO);
                assertThat(e.getUpdateCounts()[401]).isEqualTo(Statement.EXECUTE_FAILED);
            });
            connection.rollback();
            assertThat(Bank.journal(server.engine, 9)).isZero();
            for (int i = 0; i < 300; i++) {
                write.setLong(1, 9);
                write.setInt(2, i);
                write.setString(3, "x");
                write.addBatch();
            }
            assertThat(write.executeBatch()).hasSize(300).containsOnly(Statement.SUCCESS_NO_INFO);
            connection.commit();
            assertThat(Bank.journal(server.engine, 9)).isEqualTo(300);
        }
    }

    @Test
    void thereAreOnlySoMany() throws SQLException {
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.server.address()))) {
            final RemoteTransaction[] open = new RemoteTransaction[4];
            for (int i = 0; i < open.length; i++) {
                open[i] = client.begin();
                assertThat(client.procedure("Transfer", Long.class).in(open[i]).call(2 * i, 2 * i + 1, 1)).isNotNull();
            }
            final RemoteTransaction more = client.begin();
            assertThatThrownBy(() -> client.procedure("Balance", BigDecimal.class).in(more).call(40))
                .hasMessageContaining("4 transactions");
            open[0].rollback();
            assertThatThrownBy(() -> open[0].commit()).isInstanceOf(IllegalStateException.class);
            open[1].commit();
            open[2].close();
            open[3].close();
            open[3].close();
            assertThatThrownBy(() -> client.procedure("Balance", BigDecimal.class).in(open[3]).call(40))
                .isInstanceOf(RuntimeException.class);
        }
        assertNothingIsHeld();
    }

    @Test
    void aServerThatEndsRollsBack() throws Exception {
        deposit(connection, 1, "5");
        server.server.close();
        assertState(() -> deposit(connection, 1, "5"), SQLException.class, "08006");
        assertState(connection::commit, SQLException.class, "08006");
        assertThat(connection.isValid(1)).isFalse();
        assertNothingIsHeld();
    }

    @Test
    void aTransactionOfTheClientEndsWithItsConnection() {
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.server.address()))) {
            final RemoteTransaction transaction = client.begin();
            client.procedure("Transfer", Long.class).in(transaction).call(1, 2, 1);
            server.server.close();
            assertThatThrownBy(() -> client.procedure("Transfer", Long.class).in(transaction).call(1, 2, 1))
                .isInstanceOfSatisfying(CallAbortedBySystemException.class,
                    e -> assertThat(e.reason()).isEqualTo(Reason.TRANSACTION_LOST));
        }
        assertNothingIsHeld();
    }
}
