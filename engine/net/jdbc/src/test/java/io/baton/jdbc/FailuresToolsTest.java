package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a pool, Spring and jOOQ make of failures, and of what is not there. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailuresToolsTest {

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

    /** Two transactions that take each other's account: one of them is told to begin again, which Spring knows. */
    @Test
    void springKnowsThatAConflictMayBeTriedAgain() throws Exception {
        final JdbcTemplate template = new JdbcTemplate(source);
        final TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        try (Connection other = source.getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("{call Deposit(2, 1)}");
            final CompletableFuture<Void> spring = new CompletableFuture<>();
            final CompletableFuture<Void> holds = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    transaction.executeWithoutResult(status -> {
                        template.queryForList("{call Deposit(1, 1)}");
                        holds.complete(null);
                        template.queryForList("{call Deposit(2, 1)}");
                    });
                    spring.complete(null);
                } catch (Throwable e) {
                    spring.completeExceptionally(e);
                }
            });
            holds.get();
            boolean told = false;
            try {
                statement.execute("{call Deposit(1, 1)}");
            } catch (SQLException e) {
                told = true;
                // As Spring would have been told, had its transaction been the one to end.
                assertThat(new JdbcTemplate(source).getExceptionTranslator().translate("call", null, e))
                    .isExactlyInstanceOf(CannotAcquireLockException.class)
                    .isInstanceOf(TransientDataAccessException.class);
            }
            other.rollback();
            if (told) {
                spring.get();
            } else {
                assertThatThrownBy(spring::get).cause().isExactlyInstanceOf(CannotAcquireLockException.class)
                    .isInstanceOf(TransientDataAccessException.class);
            }
        }
    }

    @Test
    void springTakesACancelForATimeout() throws Exception {
        final JdbcTemplate template = new JdbcTemplate(source);
        final AtomicReference<@Nullable PreparedStatement> running = new AtomicReference<>();
        final CompletableFuture<Integer> hold = CompletableFuture.supplyAsync(() -> template.update(connection -> {
            final PreparedStatement statement = connection.prepareStatement("{call Hold(20, 30000)}");
            running.set(statement);
            return statement;
        }), task -> Thread.ofVirtual().start(task));
        TestServer.await(() -> server.bank.holding.get() == 1);
        Objects.requireNonNull(running.get()).cancel();
        assertThatThrownBy(hold::join).cause().isExactlyInstanceOf(QueryTimeoutException.class);
        assertThatThrownBy(hold::join).cause().cause().isInstanceOfSatisfying(SQLException.class,
            cancelled -> assertThat(cancelled.getSQLState()).isEqualTo("57014"));
    }

    @Test
    void hikariThrowsABrokenConnectionAway() throws Exception {
        try (MutedServer between = new MutedServer(server.server.address())) {
            final HikariConfig config = new HikariConfig();
            config.setJdbcUrl(between.url());
            config.setMaximumPoolSize(1);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                final BatonConnection first;
                try (Connection connection = pool.getConnection()) {
                    first = connection.unwrap(BatonConnection.class);
                }
                try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                    assertThat(connection.unwrap(BatonConnection.class)).isSameAs(first);
                    final CompletableFuture<Boolean> hold = new CompletableFuture<>();
                    Thread.ofVirtual().start(() -> {
                        try {
                            hold.complete(statement.execute("{call Hold(21, 30000)}"));
                        } catch (SQLException e) {
                            hold.completeExceptionally(e);
                        }
                    });
                    TestServer.await(() -> server.bank.holding.get() == 1);
                    between.cut();
                    assertThatThrownBy(hold::get).cause().isInstanceOfSatisfying(SQLException.class,
                        broken -> assertThat(broken.getSQLState()).isEqualTo("08007"));
                }
                // The pool closes it on a thread of its own.
                TestServer.await(first::isClosed);
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.unwrap(BatonConnection.class)).isNotSameAs(first);
                    assertThat(connection.isValid(5)).isTrue();
                }
                TestServer.await(() -> server.bank.holding.get() == 0);
            }
        }
    }

    /** The page says so. */
    @Test
    void hikariKeepsAConnectionWhoseCallHasFailed() throws Exception {
        final Object[][] table = {{"{call Fail('no')}", "45000"}, {"{call Fail('throw')}", "38000"},
            {"{call Liar(1)}", "25006"}, {"{call Fail('duplicate')}", "23505"},
            {"{call Nothing()}", "42883"}, {"{call Balance()}", "07001"},
            {"{call Balance('x')}", "22018"}, {"{call Hold(22, 10000)}", "HYT00"}};
        final HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url() + "?callTimeout=500");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (final Object[] row : table) {
                final BatonConnection first;
                try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                    first = connection.unwrap(BatonConnection.class);
                    assertThatThrownBy(() -> statement.execute((String) row[0])).as("%s", row[0])
                        .isInstanceOfSatisfying(SQLException.class,
                            e -> assertThat(e.getSQLState()).as(e.toString()).isEqualTo(row[1]));
                }
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.unwrap(BatonConnection.class)).as("%s", row[1]).isSameAs(first);
                }
            }
        }
    }

    /** The page says so; when it comes, it is to be tried. */
    @Test
    void jooqsFreeEditionHasNoCallOfItsOwn() {
        for (final Class<?> type : new Class<?>[] {DSL.class, DSLContext.class}) {
            assertThat(Arrays.stream(type.getMethods()).map(java.lang.reflect.Method::getName)).doesNotContain("call");
        }
    }
}
