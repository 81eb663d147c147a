package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlInOutParameter;
import org.springframework.jdbc.core.SqlOutParameter;
import org.springframework.jdbc.core.SqlParameter;
import org.springframework.jdbc.core.simple.SimpleJdbcCall;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A pool, Spring and jOOQ call procedures as they would elsewhere. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrameworksToolsTest {

    private TestServer server;
    private BatonDataSource source;

    @BeforeAll
    void start() {
        server = new TestServer();
        source = new BatonDataSource(server.url());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void hikariPoolsConnections() throws Exception {
        final HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(4);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        config.setReadOnly(false);
        final BigDecimal before = new BigDecimal("1000.00");
        try (HikariDataSource pool = new HikariDataSource(config);
            ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            final List<Future<Boolean>> transfers = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                final int from = i;
                transfers.add(threads.submit((Callable<Boolean>) () -> {
                    try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                        statement.execute("{call Transfer(" + from + ", " + (from + 1) + ", 1)}");
                        if (from % 2 == 0) {
                            connection.commit();
                        }
                        // Else the pool rolls back.
                        return true;
                    } catch (SQLException e) {
                        assertThat(e.getSQLState()).isEqualTo("40001");
                        return false;
                    }
                }));
            }
            for (final Future<Boolean> transfer : transfers) {
                transfer.get();
            }
            assertThat(server.server.connections()).isLessThanOrEqualTo(4);
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(1)).isTrue();
                assertThat(connection.unwrap(Connection.class)).isNotNull();
            }
        }
        assertThat(BigDecimal.valueOf(Bank.total(server.engine), 2))
            .isEqualTo(before.multiply(BigDecimal.valueOf(Bank.ACCOUNTS)));
    }

    @Test
    void aPoolIsPointedAtAUrl() throws SQLException {
        final HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config);
            Connection connection = pool.getConnection();
            Statement statement = connection.createStatement()) {
            assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
        }
    }

    @Test
    @Tag("thorough")
    void springsTemplateCallsAndTranslates() {
        final JdbcTemplate template = new JdbcTemplate(source);
        assertThat(template.queryForObject("{call Balance(?)}", BigDecimal.class, 40)).isEqualTo("1000.00");
        assertThat(template.queryForObject("SELECT owner FROM account WHERE id = ?", String.class, 41))
            .isEqualTo("owner1");
        final List<Map<String, Object>> rows = template.queryForList("{call Statement(?, ?)}", 40L, 3);
        assertThat(rows).hasSize(3);
        assertThat(rows.get(1)).containsEntry("owner", "owner1");
        assertThat(template.update("{call Write(?, ?, ?)}", 40, 1, "x")).isZero();
        assertThatThrownBy(() -> template.update("{call Write(?, ?, ?)}", 40, 1, "x"))
            .isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> template.update("{call Fail(?)}", "no")).isInstanceOf(DataAccessException.class)
            .hasMessageContaining("no");
        assertThat(template.batchUpdate("{call Write(?, ?, ?)}",
            List.of(new Object[] {40, 2, "y"}, new Object[] {40, 3, "z"}))).hasSize(2);
        template.setQueryTimeout(1);
        assertThatThrownBy(() -> template.update("{call Hold(?, ?)}", 20, 10_000))
            .isInstanceOf(QueryTimeoutException.class);
    }

    @Test
    void springsSimpleCallHasResultsByName() {
        final Map<String, Object> results = new SimpleJdbcCall(source).withProcedureName("Deposit")
            .withoutProcedureColumnMetaDataAccess()
            .declareParameters(new SqlParameter("account", Types.BIGINT), new SqlParameter("amount", Types.DECIMAL),
                new SqlOutParameter("before", Types.DECIMAL), new SqlOutParameter("after", Types.DECIMAL),
                new SqlOutParameter("owner", Types.VARCHAR))
            .execute(Map.of("account", 45, "amount", new BigDecimal("1.50")));
        assertThat(results).containsEntry("after", new BigDecimal("1001.50")).containsEntry("owner", "owner0");
        assertThat(new SimpleJdbcCall(source).withFunctionName("Balance").withoutProcedureColumnMetaDataAccess()
            .declareParameters(new SqlOutParameter("return", Types.DECIMAL),
                new SqlParameter("account", Types.BIGINT))
            .executeFunction(BigDecimal.class, Map.of("account", 46))).isEqualTo("1000.00");
        new SimpleJdbcCall(source).withProcedureName("Deposit").withoutProcedureColumnMetaDataAccess()
            .declareParameters(new SqlParameter("account", Types.BIGINT), new SqlParameter("amount", Types.DECIMAL))
            .execute(Map.of("account", 45, "amount", new BigDecimal("-1.50")));
    }

    /** Spring gets them by getObject, and casts. */
    @Test
    void springsSimpleCallHasTheTypesThatWereDeclared() {
        final SimpleJdbcCall transfer = new SimpleJdbcCall(source).withFunctionName("Transfer")
            .withoutProcedureColumnMetaDataAccess().declareParameters(new SqlOutParameter("return", Types.INTEGER),
                new SqlParameter("from", Types.BIGINT), new SqlParameter("to", Types.BIGINT),
                new SqlParameter("cents", Types.BIGINT));
        assertThat(transfer.executeFunction(Integer.class, Map.of("from", 43, "to", 44, "cents", 0)))
            .isEqualTo(1_000_00);
        final Map<String, Object> counted = new SimpleJdbcCall(source).withProcedureName("Increment")
            .withoutProcedureColumnMetaDataAccess()
            .declareParameters(new SqlInOutParameter("counter", Types.INTEGER), new SqlParameter("by", Types.BIGINT),
                new SqlOutParameter("note", Types.VARCHAR))
            .execute(Map.of("counter", 5, "by", 2));
        assertThat(counted).containsEntry("counter", 7).containsEntry("note", "by 2");
        final Map<String, Object> rows = new SimpleJdbcCall(source).withProcedureName("Statement")
            .withoutProcedureColumnMetaDataAccess()
            .declareParameters(new SqlParameter("from", Types.BIGINT), new SqlParameter("count", Types.INTEGER))
            .returningResultSet("lines", (row, number) -> row.getString("owner"))
            .execute(Map.of("from", 3, "count", 2));
        assertThat(rows).containsEntry("lines", List.of("owner3", "owner4"));
    }

    @Test
    void springsTransactionsSpanCalls() {
        final JdbcTemplate template = new JdbcTemplate(source);
        final TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        transaction.executeWithoutResult(status -> {
            template.update("{call Write(?, ?, ?)}", 30, 1, "x");
            assertThat(template.queryForObject("SELECT text FROM journal WHERE account = 30", String.class))
                .isEqualTo("x");
            status.setRollbackOnly();
        });
        assertThat(template.queryForList("SELECT * FROM journal WHERE account = 30")).isEmpty();
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
            template.update("{call Write(?, ?, ?)}", 30, 1, "x");
            new TransactionTemplate(new DataSourceTransactionManager(source)).executeWithoutResult(
                inner -> template.update("{call Fail(?)}", "no"));
        })).isInstanceOf(DataAccessException.class).isNotInstanceOf(CannotAcquireLockException.class);
        assertThat(template.queryForList("SELECT * FROM journal WHERE account = 30")).isEmpty();
    }

    @Test
    @Tag("thorough")
    void jooqCallsByItsFunctionsAndStatements() throws SQLException {
        try (Connection connection = source.getConnection()) {
            final DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);
            assertThat(jooq.resultQuery("call Statement(?, ?)", 47L, 2).fetch("owner", String.class))
                .containsExactly("owner2", "owner3");
            assertThat(jooq.fetch("SELECT * FROM account WHERE id = ?", 48L).getValue(0, "owner")).isEqualTo("owner3");
            jooq.execute("call Write(?, ?, ?)", 47L, 1, "x");
            assertThat(jooq.fetch("SELECT * FROM journal WHERE account = 47")).hasSize(1);
            final Deposit deposit = new Deposit();
            deposit.setAccount(49L);
            deposit.execute(jooq.configuration());
            assertThat(deposit.after()).isEqualTo("1000.00");
            assertThat(jooq.meta().getTables("account")).isNotNull();
        }
    }

    /** A routine as jOOQ's generator writes it. */
    private static final class Deposit extends org.jooq.impl.AbstractRoutine<Void> {

        private static final long serialVersionUID = 1L;
        private static final org.jooq.Parameter<Long> ACCOUNT =
            org.jooq.impl.Internal.createParameter("account", SQLDataType.BIGINT, false, false);
        private static final org.jooq.Parameter<BigDecimal> AMOUNT =
            org.jooq.impl.Internal.createParameter("amount", SQLDataType.DECIMAL, false, false);
        private static final org.jooq.Parameter<BigDecimal> BEFORE =
            org.jooq.impl.Internal.createParameter("before", SQLDataType.DECIMAL, false, false);
        private static final org.jooq.Parameter<BigDecimal> AFTER =
            org.jooq.impl.Internal.createParameter("after", SQLDataType.DECIMAL, false, false);
        private static final org.jooq.Parameter<String> OWNER =
            org.jooq.impl.Internal.createParameter("owner", SQLDataType.VARCHAR, false, false);

        Deposit() {
            super("Deposit", null);
            addInParameter(ACCOUNT);
            addInParameter(AMOUNT);
            addOutParameter(BEFORE);
            addOutParameter(AFTER);
            addOutParameter(OWNER);
            setValue(AMOUNT, BigDecimal.ZERO);
        }

        void setAccount(long account) {
            setValue(ACCOUNT, account);
        }

        BigDecimal after() {
            return get(AFTER);
        }
    }
}
