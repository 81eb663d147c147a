package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Transaction;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Statements that are used in the wrong way, too late, twice, or while something changes behind them. */
@Timeout(20)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementMisuseTest {

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = server.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
    }

    private BigDecimal balance(long account) throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("{call Balance(" + account + ")}")) {
            rows.next();
            return rows.getBigDecimal(1);
        }
    }

    @Test
    void aQueryOfWhatHasNoRowsIsRefusedBeforeItIsSent() throws SQLException {
        try (Statement statement = connection.createStatement();
            PreparedStatement prepared = connection.prepareStatement("{call Write(?, 1, 'x')}");
            CallableStatement call = connection.prepareCall("{? = call Transfer(1, 2, ?)}")) {
            assertThatThrownBy(() -> statement.executeQuery("{call Write(33, 1, 'x')}"))
                .isInstanceOf(SQLNonTransientException.class).hasMessageContaining("Write returns no rows");
            prepared.setLong(1, 33);
            assertState(prepared::executeQuery, "07005");
            assertThat(Bank.journal(server.engine, 33)).isZero();
            final BigDecimal before = balance(1);
            call.registerOutParameter(1, Types.BIGINT);
            call.setLong(2, 100);
            assertState(call::executeQuery, "07005");
            assertThat(balance(1)).isEqualTo(before);
            assertThat(prepared.executeUpdate()).isZero();
            assertThat(Bank.journal(server.engine, 33)).isEqualTo(1);
        }
    }

    @Test
    void whatCameOutIsGoneWhenTheNextExecutionFails() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call Balance(?)}")) {
            call.registerOutParameter(1, Types.DECIMAL);
            call.setLong(2, 40);
            call.execute();
            assertThat(call.getInt(1)).isEqualTo(1_000);
            call.setLong(2, Bank.ACCOUNTS + 7);
            assertThatThrownBy(call::execute).isInstanceOf(SQLException.class);
            assertState(() -> call.getInt(1), "HY010");
            call.setLong(2, 40);
            call.execute();
            assertThat(call.getInt("RETURN_VALUE")).isEqualTo(1_000);
            call.executeBatch();
            assertState(() -> call.getInt(1), "HY010");
        }
    }

    /** Two components. */
    public record Two(long first, long second) {
    }

    /** Three, of which one is new in front. */
    public record Three(long zeroth, long first, long second) {
    }

    /** Returns two. */
    public static final class MakesTwo {
        public Two run(Transaction transaction, long number) {
            return new Two(number, 2 * number);
        }
    }

    /** Returns three. */
    public static final class MakesThree {
        public Three run(Transaction transaction, long number) {
            return new Three(0, number, 2 * number);
        }
    }

    @Test
    void aProcedureMayBeRegisteredAgainWithOtherComponents() throws SQLException {
        final var three = server.engine.register("Makes", new MakesThree(), Three.class);
        try (CallableStatement call = connection.prepareCall("{call Makes(?)}")) {
            call.setLong(1, 5);
            call.registerOutParameter("second", Types.BIGINT);
            call.execute();
            assertThat(call.getLong("second")).isEqualTo(10);
            server.engine.unregister(three);
            final var two = server.engine.register("Makes", new MakesTwo(), Two.class);
            assertState(call::execute, "42883");
            call.execute();
            assertThat(call.getLong("second")).isEqualTo(10);
            assertThat(call.getLong(3)).isEqualTo(10);
            assertState(() -> call.getLong("zeroth"), "42703");
            assertState(() -> call.getLong(4), "07009");
            server.engine.unregister(two);
        }
    }

    /** Closes the statement that calls it. */
    public static final class CloseCaller {
        private final AtomicReference<@Nullable Statement> caller;

        CloseCaller(AtomicReference<@Nullable Statement> caller) {
            this.caller = caller;
        }

        public long run(Transaction transaction) throws SQLException {
            final Statement now = caller.get();
            if (now != null) {
                now.close();
            }
            return 1;
        }
    }

    @Test
    void aStatementThatIsClosedWhileItCallsThrowsNothingButSqlExceptions() throws SQLException {
        final AtomicReference<@Nullable Statement> caller = new AtomicReference<>();
        final var close = server.engine.register("CloseCaller", new CloseCaller(caller), Long.class);
        for (int i = 0; i < 50; i++) {
            try (CallableStatement call = connection.prepareCall("{? = call CloseCaller()}")) {
                call.registerOutParameter(1, Types.BIGINT);
                caller.set(call);
                call.execute();
                assertState(() -> call.getLong(1), "HY010");
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isEqualTo("57014");
            }
        }
        server.engine.unregister(close);
    }

    @Test
    void statementsBeginWithTheFetchSizeOfTheUrl() throws SQLException {
        try (Connection fetching = DriverManager.getConnection(server.url() + "?fetchSize=7");
            Statement statement = fetching.createStatement();
            PreparedStatement prepared = fetching.prepareStatement("{call Owners(0, 20)}")) {
            assertThat(statement.getFetchSize()).isEqualTo(7);
            assertThat(prepared.getFetchSize()).isEqualTo(7);
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.getFetchSize()).isEqualTo(7);
                int count = 0;
                while (rows.next()) {
                    count++;
                }
                assertThat(count).isEqualTo(20);
            }
        }
    }

    @Test
    void statementsAndResultSetsCloseWithTheirConnection() throws SQLException {
        final Statement statement = connection.createStatement();
        final ResultSet first = statement.executeQuery("{call Owners(0, 2)}");
        statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
        assertThat(first.isClosed()).isFalse();
        connection.close();
        assertThat(statement.isClosed()).isTrue();
        assertThat(first.isClosed()).isTrue();
        assertState(first::next, "HY010");
        assertState(() -> statement.execute("{call Balance(1)}"), "08003");
    }

    @Test
    void aNameInQuotesIsExactEvenIfAnotherSpellingIsKnown() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("{call balance(1)}")).isTrue();
            assertState(() -> statement.execute("{call \"balance\"(1)}"), "42883");
            assertThat(statement.execute("{call \"Balance\"(1)}")).isTrue();
        }
    }

    @Test
    void whatWasSetDoesNotChangeWithTheCallersObject() throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("{call Any(?)}")) {
            final byte[] bytes = {1, 2};
            call.setObject(1, bytes);
            bytes[0] = 9;
            ResultSet rows = call.executeQuery();
            rows.next();
            assertThat(rows.getBytes(1)).containsExactly(1, 2);
            final Timestamp moment = new Timestamp(1_000);
            call.setTimestamp(1, moment);
            moment.setTime(2_000);
            rows = call.executeQuery();
            rows.next();
            assertThat(rows.getTimestamp(1)).isEqualTo(new Timestamp(1_000));
            final Object[] list = {1L};
            call.setObject(1, list);
            list[0] = 2L;
            rows = call.executeQuery();
            rows.next();
            assertThat(rows.getLong(1)).isEqualTo(1);
        }
    }

    @Test
    void aWarningIsThereOnce() throws SQLException {
        for (int i = 0; i < 50; i++) {
            connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE).close();
        }
        int count = 0;
        for (SQLWarning next = connection.getWarnings(); next != null; next = next.getNextWarning()) {
            count++;
        }
        assertThat(count).isEqualTo(2);
    }

    @Test
    void aBatchStaysIfTheStatementIsBusy() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("{call Write(34, 1, 'x')}");
            statement.addBatch("{call Write(34, 2, 'x')}");
            final CompletableFuture<SQLException> ended = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    statement.execute("{call Hold(20, 10000)}");
                    ended.complete(new SQLException("committed"));
                } catch (SQLException e) {
                    ended.complete(e);
                }
            });
            TestServer.await(() -> server.bank.holding.get() == 1);
            assertState(statement::executeBatch, "HY010");
            statement.cancel();
            assertThat(ended.get().getSQLState()).isEqualTo("57014");
            assertThat(statement.executeBatch()).hasSize(2);
            assertThat(Bank.journal(server.engine, 34)).isEqualTo(2);
        }
    }

    @Test
    void aBatchTellsTheFirstHundredFailures() throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("{call Fail(?)}")) {
            for (int i = 0; i < 1_500; i++) {
                call.setString(1, "no");
                call.addBatch();
            }
            assertThatThrownBy(call::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getUpdateCounts()).hasSize(1_500).containsOnly(Statement.EXECUTE_FAILED);
                int count = 0;
                for (Throwable next = e.getCause(); next instanceof SQLException one; next = one.getNextException()) {
                    count++;
                }
                assertThat(count).isEqualTo(100);
            });
        }
    }
}
