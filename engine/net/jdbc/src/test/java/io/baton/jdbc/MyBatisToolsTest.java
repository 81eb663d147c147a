package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** MyBatis calls procedures by its mappers: rows, single values, OUT parameters, batches and transactions. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MyBatisToolsTest {

    private TestServer server;
    private SqlSessionFactory sessions;

    @BeforeAll
    void start() {
        server = new TestServer();
        final Configuration configuration = new Configuration(
            new Environment("test", new JdbcTransactionFactory(), new BatonDataSource(server.url())));
        configuration.addMapper(Accounts.class);
        sessions = new SqlSessionFactoryBuilder().build(configuration);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** The statements. */
    interface Accounts {

        @Select("{call Statement(#{from}, #{count})}")
        List<Map<String, Object>> statement(@Param("from") long from, @Param("count") int count);

        @Select("SELECT owner FROM account WHERE id = #{id}")
        String owner(long id);

        @Select("{call Balance(#{account})}")
        BigDecimal balance(long account);

        @Update("{call Write(#{account}, #{number}, #{text})}")
        int write(@Param("account") long account, @Param("number") int number, @Param("text") String text);

        @Select("{call Deposit(#{account}, #{amount}, #{before, mode=OUT, jdbcType=DECIMAL}, "
            + "#{after, mode=OUT, jdbcType=DOUBLE}, #{owner, mode=OUT, jdbcType=VARCHAR})}")
        @Options(statementType = StatementType.CALLABLE)
        void deposit(Map<String, Object> values);

        @Update("{call Hold(#{account}, 10000)}")
        @Options(timeout = 1)
        int hold(long account);
    }

    @Test
    void mapsRowsAndValues() {
        try (SqlSession session = sessions.openSession()) {
            final Accounts accounts = session.getMapper(Accounts.class);
            assertThat(accounts.statement(3, 2)).hasSize(2).first()
                .satisfies(row -> assertThat(row).containsEntry("owner", "owner3").containsEntry("account", 3L));
            assertThat(accounts.owner(4)).isEqualTo("owner4");
            assertThat(accounts.balance(4)).isEqualTo("1000.00");
        }
    }

    @Test
    void mapsWhatComesOut() {
        try (SqlSession session = sessions.openSession()) {
            final Map<String, Object> values = new HashMap<>();
            values.put("account", 5L);
            values.put("amount", new BigDecimal("0.50"));
            session.getMapper(Accounts.class).deposit(values);
            assertThat(values).containsEntry("before", new BigDecimal("1000.00")).containsEntry("after", 1_000.5)
                .containsEntry("owner", "owner0");
            // For MyBatis it was a select, which nothing takes back, and closing the session commits.
            session.rollback(true);
        }
        try (SqlSession session = sessions.openSession()) {
            assertThat(session.getMapper(Accounts.class).balance(5)).isEqualTo("1000.00");
        }
    }

    @Test
    void itsTransactionsAreCommittedOrNot() {
        try (SqlSession session = sessions.openSession()) {
            session.getMapper(Accounts.class).write(6, 1, "x");
            session.commit();
            session.getMapper(Accounts.class).write(6, 2, "x");
            session.rollback();
        }
        assertThat(Bank.journal(server.engine, 6)).isEqualTo(1);
    }

    @Test
    void itsBatchesAreBatches() {
        for (final boolean autoCommit : new boolean[] {true, false}) {
            final int account = autoCommit ? 7 : 8;
            try (SqlSession session = sessions.openSession(ExecutorType.BATCH, autoCommit)) {
                for (int i = 0; i < 50; i++) {
                    session.getMapper(Accounts.class).write(account, i, "x");
                }
                assertThat(session.flushStatements()).hasSize(1);
                session.commit();
            }
            assertThat(Bank.journal(server.engine, account)).isEqualTo(50);
        }
    }

    @Test
    void itsTimeoutIsTheCalls() {
        try (SqlSession session = sessions.openSession()) {
            assertThatThrownBy(() -> session.getMapper(Accounts.class).hold(9))
                .isInstanceOf(PersistenceException.class).cause().isInstanceOf(SQLTimeoutException.class)
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("HYT00"));
        }
    }
}
