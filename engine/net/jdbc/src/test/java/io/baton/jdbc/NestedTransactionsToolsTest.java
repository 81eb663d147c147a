package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLFeatureNotSupportedException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.jooq.impl.DefaultConnectionProvider;
import org.jooq.impl.DefaultTransactionProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Frameworks that would nest transactions by savepoints are told that there are none, and what they did is undone. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NestedTransactionsToolsTest {

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
    void theMetadataSaysThatThereAreNoneAndEachMethodWhy() throws Exception {
        try (Connection connection = source.getConnection()) {
            assertThat(connection.getMetaData().supportsSavepoints()).isFalse();
            connection.setAutoCommit(false);
            for (final ThrowingCallable call : new ThrowingCallable[] {
                connection::setSavepoint,
                () -> connection.setSavepoint("a"), () -> connection.rollback(null),
                () -> connection.releaseSavepoint(null)}) {
                assertThatThrownBy(call).isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage(
                        "a savepoint (the transaction goes on without one) is not supported by the driver of Baton");
            }
            // The refusal ends nothing.
            connection.createStatement().execute("{call Write(1, 1, 'x')}");
            connection.commit();
        }
        assertThat(Bank.journal(server.engine, 1)).isEqualTo(1);
    }

    @Test
    void springsNestedPropagationIsRefusedWithItsOwnException() {
        final JdbcTemplate template = new JdbcTemplate(source);
        final DataSourceTransactionManager manager = new DataSourceTransactionManager(source);
        final TransactionTemplate outer = new TransactionTemplate(manager);
        final TransactionTemplate nested = new TransactionTemplate(manager);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        assertThatThrownBy(() -> outer.executeWithoutResult(status -> {
            template.update("{call Write(?, ?, ?)}", 2, 1, "x");
            nested.executeWithoutResult(inner -> template.update("{call Write(?, ?, ?)}", 2, 2, "x"));
        })).isExactlyInstanceOf(NestedTransactionNotSupportedException.class);
        assertThat(Bank.journal(server.engine, 2)).isZero();
        // Caught, the rest of the outer one is committed.
        outer.executeWithoutResult(status -> {
            template.update("{call Write(?, ?, ?)}", 2, 1, "x");
            assertThatThrownBy(() -> nested.executeWithoutResult(inner -> {}))
                .isExactlyInstanceOf(NestedTransactionNotSupportedException.class);
        });
        assertThat(Bank.journal(server.engine, 2)).isEqualTo(1);
        // Without one around it NESTED begins a transaction as any.
        nested.executeWithoutResult(inner -> template.update("{call Write(?, ?, ?)}", 2, 2, "x"));
        assertThat(Bank.journal(server.engine, 2)).isEqualTo(2);
    }

    @Test
    void jooqsNestedTransactionsFailAndWriteNothing() throws Exception {
        try (Connection connection = source.getConnection()) {
            final DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);
            assertThatThrownBy(() -> jooq.transaction(outer -> {
                DSL.using(outer).execute("call Write(?, ?, ?)", 3L, 1, "x");
                DSL.using(outer)
                    .transaction(inner -> DSL.using(inner).execute("call Write(?, ?, ?)", 3L, 2, "x"));
            })).isInstanceOf(DataAccessException.class).hasRootCauseInstanceOf(SQLFeatureNotSupportedException.class);
            assertThat(Bank.journal(server.engine, 3)).isZero();
        }
    }

    /** Told not to nest, jOOQ makes inner transactions part of the outer one. */
    @Test
    void jooqJoinsInnerTransactionsIfItIsTold() throws Exception {
        try (Connection connection = source.getConnection()) {
            final DefaultConfiguration configuration = new DefaultConfiguration();
            final DefaultConnectionProvider provider = new DefaultConnectionProvider(connection);
            configuration.set(SQLDialect.DEFAULT);
            configuration.set(provider);
            configuration.set(new DefaultTransactionProvider(provider, false));
            DSL.using(configuration).transaction(outer -> {
                DSL.using(outer).execute("call Write(?, ?, ?)", 4L, 1, "x");
                DSL.using(outer)
                    .transaction(inner -> DSL.using(inner).execute("call Write(?, ?, ?)", 4L, 2, "x"));
            });
            assertThat(Bank.journal(server.engine, 4)).isEqualTo(2);
        }
    }
}
