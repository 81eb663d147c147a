package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Procedures are called in every form of JDBC. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallTest {

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = server.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static void assertState(ThrowingCallable call, Class<? extends SQLException> type, String state) {
        assertThatThrownBy(call).isInstanceOf(type)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
    }

    @Test
    void aFunctionReturnsItsValue() throws SQLException {
        for (final String text : List.of("{?=call Balance(?)}", " { ? = CALL \n \"Balance\" ( ? ) } ; ",
            "? = call balance(?)", "{?=call BALANCE(account => ?)} -- why", "/* so */ {?=call Balance(?)}")) {
            try (CallableStatement call = connection.prepareCall(text)) {
                call.registerOutParameter(1, Types.DECIMAL);
                call.setLong(2, 40);
                assertThat(call.execute()).as(text).isFalse();
                assertThat(call.getBigDecimal(1)).isEqualTo("1000.00");
                assertThat(call.getUpdateCount()).isEqualTo(-1);
                assertThat(call.getInt("RETURN_VALUE")).isEqualTo(1000);
                assertThat(call.wasNull()).isFalse();
            }
        }
    }

    @Test
    void argumentsMayBeLiterals() throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("call Echo(true, -7, 8, 2.5, 1.25, 'it''s', X'00ff', "
                + "'00000000-0000-0001-0000-000000000002', TIMESTAMP '2026-11-23 10:15:30Z', "
                + "{d '2026-11-23'}, null)")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getBoolean("bool")).isTrue();
            assertThat(rows.getInt("medium")).isEqualTo(-7);
            assertThat(rows.getBigDecimal("decimal")).isEqualTo("1.25");
            assertThat(rows.getString("text")).isEqualTo("it's");
            assertThat(rows.getBytes("bytes")).containsExactly(0, 255);
            assertThat(rows.getObject("uuid")).isEqualTo(new UUID(1, 2));
            assertThat(rows.getObject("moment", Instant.class)).isEqualTo("2026-11-23T10:15:30Z");
            assertThat(rows.getObject("day")).isEqualTo(Date.valueOf("2026-11-23"));
            assertThat(rows.getObject("list")).isNull();
            assertThat(rows.wasNull()).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void componentsOfARecordComeOutByNameAndByIndex() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call Deposit(?, ?, ?, ?, ?)}")) {
            call.setLong(1, 41);
            call.setBigDecimal(2, new BigDecimal("0.50"));
            call.registerOutParameter(3, Types.DECIMAL, 2);
            call.registerOutParameter("after", JDBCType.DECIMAL);
            call.registerOutParameter("owner", Types.VARCHAR, "VARCHAR");
            assertThat(call.execute()).isFalse();
            assertThat(call.getBigDecimal("after").subtract(call.getBigDecimal(3))).isEqualTo("0.50");
            assertThat(call.getString(5)).isEqualTo("owner1");
        }
        try (CallableStatement call = connection.prepareCall("{call Deposit(?, ?)}")) {
            call.setLong("account", 41);
            call.setString("amount", "0.25");
            assertThat(call.execute()).isTrue();
            assertThat(call.getString("owner")).isEqualTo("owner1");
            final ResultSet row = call.getResultSet();
            assertThat(row.next()).isTrue();
            assertThat(row.getBigDecimal("after").subtract(row.getBigDecimal("before"))).isEqualTo("0.25");
            assertThat(row.getStatement()).isSameAs(call);
            assertThat(call.getMoreResults()).isFalse();
            assertThat(row.isClosed()).isTrue();
        }
    }

    @Test
    void aComponentWithAParametersNameComesInAndOut() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call Increment(?, ?, ?)}")) {
            call.setLong("counter", 5);
            call.registerOutParameter("counter", Types.BIGINT);
            call.setInt(2, 3);
            call.registerOutParameter(3, Types.VARCHAR);
            assertThat(call.execute()).isFalse();
            assertThat(call.getLong(1)).isEqualTo(8);
            assertThat(call.getString("note")).isEqualTo("by 3");
            call.setInt(2, 0);
            call.execute();
            assertThat(call.getLong("COUNTER")).isEqualTo(5);
            assertThat(call.getString(3)).isNull();
            assertThat(call.wasNull()).isTrue();
            assertThat(call.getParameterMetaData().getParameterMode(1)).isEqualTo(4 - 2);
        }
    }

    @Test
    void listsAreResultSets() throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("{call Statement(?, ?)}",
            ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            call.setLong(1, 0);
            call.setInt(2, 2_500);
            call.setFetchSize(100);
            final ResultSet rows = call.executeQuery();
            assertThat(rows.getMetaData().getColumnCount()).isEqualTo(3);
            assertThat(rows.getMetaData().getColumnTypeName(2)).isEqualTo("DECIMAL");
            int count = 0;
            while (rows.next()) {
                assertThat(rows.getLong("account")).isEqualTo(count++ % Bank.ACCOUNTS);
            }
            assertThat(count).isEqualTo(2_500);
            assertThat(rows.isAfterLast()).isTrue();
            assertThat(rows.last()).isTrue();
            assertThat(rows.getRow()).isEqualTo(2_500);
            assertThat(rows.absolute(-2_500)).isTrue();
            assertThat(rows.isFirst()).isTrue();
            assertThat(rows.previous()).isFalse();
            call.setMaxRows(7);
            final ResultSet less = call.executeQuery();
            assertThat(rows.isClosed()).isTrue();
            less.afterLast();
            less.previous();
            assertThat(less.getRow()).isEqualTo(7);
        }
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("{call Owners(3, 2)}")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("owner3");
            assertThat(rows.getString("result")).isEqualTo("owner3");
        }
        try (CallableStatement call = connection.prepareCall("{? = call Owners(0, 2)}")) {
            call.registerOutParameter(1, Types.REF_CURSOR);
            call.execute();
            final ResultSet rows = call.getObject(1, ResultSet.class);
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void valuesOfAllKindsGoThereAndBack() throws SQLException {
        final Instant moment = Instant.parse("2026-11-23T10:15:30.000001Z");
        try (PreparedStatement call =
            connection.prepareStatement("{call Echo(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)}")) {
            call.setInt(1, 1);
            call.setString(2, "12");
            call.setBigDecimal(3, new BigDecimal("13.00"));
            call.setFloat(4, 1.5f);
            call.setLong(5, 15);
            call.setObject(6, 16, Types.VARCHAR);
            call.setBytes(7, new byte[] {17});
            call.setString(8, new UUID(1, 8).toString());
            call.setTimestamp(9, Timestamp.from(moment));
            call.setObject(10, LocalDate.of(2026, 11, 23));
            call.setArray(11, connection.createArrayOf("BIGINT", new Object[] {1L, 2L}));
            final ResultSet row = call.executeQuery();
            row.next();
            assertThat(row.getObject(1)).isEqualTo(true);
            assertThat(row.getObject(2)).isEqualTo(12);
            assertThat(row.getObject(3)).isEqualTo(13L);
            assertThat(row.getObject(4)).isEqualTo(1.5);
            assertThat(row.getObject(5)).isEqualTo(new BigDecimal("15"));
            assertThat(row.getObject(6)).isEqualTo("16");
            assertThat(row.getBytes(7)).containsExactly(17);
            assertThat(row.getObject(8, UUID.class)).isEqualTo(new UUID(1, 8));
            assertThat(row.getTimestamp(9)).isEqualTo(Timestamp.from(moment));
            assertThat(row.getObject(9, OffsetDateTime.class).toInstant()).isEqualTo(moment);
            assertThat(row.getDate(10)).isEqualTo(Date.valueOf("2026-11-23"));
            assertThat((Object[]) row.getArray(11).getArray()).containsExactly(1L, 2L);
            call.clearParameters();
            for (int i = 1; i <= 11; i++) {
                call.setNull(i, Types.VARCHAR);
            }
            final ResultSet nulls = call.executeQuery();
            nulls.next();
            for (int i = 1; i <= 11; i++) {
                assertThat(nulls.getObject(i)).isNull();
                assertThat(nulls.wasNull()).isTrue();
            }
            assertThat(nulls.getInt(2)).isZero();
            assertThat(nulls.getBoolean(1)).isFalse();
        }
    }

    @Test
    void batchesRunInOrder() throws SQLException {
        try (PreparedStatement write = connection.prepareStatement("{call Write(?, ?, ?)}")) {
            for (int i = 0; i < 20; i++) {
                write.setLong(1, 7);
                write.setInt(2, i == 10 ? 9 : i);
                write.setString(3, "line " + i);
                write.addBatch();
            }
            assertThatThrownBy(write::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getSQLState()).isEqualTo("23505");
                assertThat(e.getUpdateCounts()).hasSize(20).contains(Statement.SUCCESS_NO_INFO);
                assertThat(e.getUpdateCounts()[10]).isEqualTo(Statement.EXECUTE_FAILED);
                assertThat(e.getUpdateCounts()[11]).isEqualTo(Statement.SUCCESS_NO_INFO);
            });
            assertThat(Bank.journal(server.engine, 7)).isEqualTo(19);
            assertThat(write.executeBatch()).isEmpty();
        }
        try (CallableStatement call = connection.prepareCall("{call Deposit(?, ?, ?, ?, ?)}")) {
            call.setLong(1, 1);
            call.setLong(2, 1);
            assertState(call::addBatch, SQLException.class, "07001");
        }
    }

    @Test
    void failuresHaveTheirStates() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertState(() -> statement.execute("{call Fail('no')}"), SQLException.class, "45000");
            assertState(() -> statement.execute("{call Fail('throw')}"), SQLException.class, "38000");
            assertState(() -> statement.execute("{call Fail('duplicate')}"),
                SQLIntegrityConstraintViolationException.class, "23505");
            assertState(() -> statement.execute("{call Nobody()}"), SQLSyntaxErrorException.class, "42883");
            assertState(() -> statement.execute("{call NotCallable(1)}"), SQLException.class, "0A000");
            assertState(() -> statement.execute("{call Transfer(1, 2)}"), SQLException.class, "07001");
            assertState(() -> statement.execute("{call Transfer(1, 2, 'x')}"), SQLDataException.class, "22018");
            assertState(() -> statement.execute("{call Transfer(1, 2, 1.5)}"), SQLDataException.class, "22003");
            assertState(() -> statement.execute("{call Transfer(1, 2, null)}"), SQLDataException.class, "22004");
            assertState(() -> statement.execute("{call Transfer(1, 2, ?)}"), SQLException.class, "07001");
            assertState(() -> statement.execute("{call Transfer(1, 2, 3"), SQLSyntaxErrorException.class, "42601");
            assertState(() -> statement.execute("{call }"), SQLSyntaxErrorException.class, "42601");
            assertState(() -> statement.execute(" "), SQLSyntaxErrorException.class, "42601");
            assertState(() -> statement.executeQuery("{call Write(1, 1, 'x')}"), SQLException.class, "07005");
            assertState(() -> statement.execute("{? = call Balance(1)}"), SQLException.class, "07001");
        }
        try (CallableStatement call = connection.prepareCall("{? = call Balance(?)}")) {
            assertState(call::execute, SQLException.class, "07002");
            assertState(() -> call.setLong(1, 2), SQLException.class, "07009");
            assertState(() -> call.setLong(3, 2), SQLException.class, "07009");
            assertState(() -> call.registerOutParameter(2, Types.BIGINT), SQLException.class, "07009");
            assertState(() -> call.getLong(1), SQLException.class, "HY010");
            call.setLong(2, 1);
            call.execute();
            assertState(() -> call.getLong(2), SQLException.class, "07009");
            assertState(() -> call.getLong("nobody"), SQLException.class, "42703");
            assertState(() -> call.getDate(1), SQLDataException.class, "22018");
            assertState(() -> call.execute("{call Write(1, 1, 'x')}"), SQLException.class, "HY024");
        }
    }

    @Test
    void aCallEndsWhenItsTimeIsOverOrItIsCancelled() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertState(() -> statement.execute("{call Hold(20, 10000)}"), SQLTimeoutException.class, "HYT00");
            statement.setQueryTimeout(0);
            final CompletableFuture<SQLException> ended = new CompletableFuture<>();
            final Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    statement.execute("{call Hold(20, 10000)}");
                    ended.complete(new SQLException("committed"));
                } catch (SQLException e) {
                    ended.complete(e);
                }
            });
            TestServer.await(() -> server.bank.holding.get() == 1);
            assertState(() -> statement.execute("{call Balance(1)}"), SQLException.class, "HY010");
            statement.cancel();
            assertThat(ended.get().getSQLState()).isEqualTo("57014");
            caller.join();
            TestServer.await(() -> server.bank.holding.get() == 0);
            statement.cancel();
            assertThat(statement.execute("{call Balance(20)}")).isTrue();
        }
    }

    @Test
    void closedObjectsRefuse() throws SQLException {
        final Statement statement = connection.createStatement();
        final ResultSet rows = statement.executeQuery("{call Owners(0, 2)}");
        rows.next();
        statement.close();
        statement.close();
        assertThat(rows.isClosed()).isTrue();
        assertState(() -> rows.getString(1), SQLException.class, "HY010");
        assertState(rows::next, SQLException.class, "HY010");
        assertState(() -> statement.execute("{call Balance(1)}"), SQLException.class, "HY010");
        final PreparedStatement prepared = connection.prepareStatement("{call Balance(1)}");
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
        assertState(prepared::executeQuery, SQLException.class, "08003");
        assertState(connection::createStatement, SQLException.class, "08003");
        assertState(connection::getMetaData, SQLException.class, "08003");
    }

    @Test
    void aConnectionCloses() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.closeOnCompletion();
            statement.executeQuery("{call Owners(0, 2)}").close();
            assertThat(statement.isClosed()).isTrue();
        }
        assertThat(connection.isValid(5)).isTrue();
        connection.abort(Runnable::run);
        assertThat(connection.isClosed()).isTrue();
        assertState(() -> DriverManager.getConnection("jdbc:baton://127.0.0.1:1/?connectTimeout=2000"),
            SQLTransientConnectionException.class, "08001");
    }

    @Test
    void urlsSayWhatIsWrongWithThem() {
        for (final String url : List.of("jdbc:baton:", "jdbc:baton://", "jdbc:baton:embedded:", "jdbc:baton://a:b/",
            "jdbc:baton://127.0.0.1:7432/database", "jdbc:baton://a,b/")) {
            assertThatThrownBy(() -> DriverManager.getConnection(url)).as(url).isInstanceOf(SQLException.class);
        }
        assertState(() -> DriverManager.getConnection(server.url() + "?fetchsize=-1"), SQLException.class, "HY024");
        assertState(() -> DriverManager.getConnection(server.url() + "?nothing=1"), SQLException.class, "HY024");
        assertState(() -> DriverManager.getConnection(server.url() + "?user=me&password=x"), SQLException.class,
            "28000");
    }

    @Test
    void anEmbeddedServerIsReachedByItsName() throws SQLException {
        try (var embedded = io.baton.server.BatonServer.start(server.engine,
            io.baton.server.ServerOptions.embedded("call-test"));
            Connection local = DriverManager.getConnection("jdbc:baton:embedded:call-test");
            Statement statement = local.createStatement()) {
            assertThat(embedded.connections()).isEqualTo(1);
            final List<String> owners = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("{call Owners(0, 5)}")) {
                while (rows.next()) {
                    owners.add(rows.getString(1));
                }
            }
            assertThat(owners).hasSize(5);
        }
        assertState(() -> DriverManager.getConnection("jdbc:baton:embedded:call-test"),
            SQLTransientConnectionException.class, "08001");
    }
}
