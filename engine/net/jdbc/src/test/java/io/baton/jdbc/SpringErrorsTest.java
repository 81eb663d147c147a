package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;
import org.springframework.transaction.support.TransactionTemplate;

/** What Spring makes of each SQLSTATE that the driver has: the table of the page. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpringErrorsTest {

    /** Only what a program that tries again, or asks a person, can do nothing with. */
    private static final Set<String> UNCATEGORIZED = Set.of("38000", "25P01", "25P02", "RL001");

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

    private static Arguments row(Reason reason, Class<? extends SQLException> type,
            Class<? extends DataAccessException> spring) {
        return Arguments.of(reason, type, spring);
    }

    static Stream<Arguments> reasons() {
        final var uncategorized = UncategorizedSQLException.class;
        final var resource = DataAccessResourceFailureException.class;
        final var grammar = BadSqlGrammarException.class;
        final var data = DataIntegrityViolationException.class;
        return Stream.of(
            row(Reason.GAVE_UP, SQLDataException.class, data),
            row(Reason.NOT_FOUND, SQLNonTransientException.class, data),
            row(Reason.FAILED, SQLNonTransientException.class, uncategorized),
            row(Reason.DUPLICATE_KEY, SQLIntegrityConstraintViolationException.class, DuplicateKeyException.class),
            row(Reason.INVALID_VALUE, SQLDataException.class, data),
            row(Reason.TIMEOUT, SQLTimeoutException.class, QueryTimeoutException.class),
            row(Reason.RESTARTS, SQLTransactionRollbackException.class, CannotAcquireLockException.class),
            row(Reason.CANCELLED, SQLNonTransientException.class, QueryTimeoutException.class),
            row(Reason.TOO_BUSY, SQLTransientException.class, resource),
            row(Reason.OUT_OF_MEMORY, SQLTransientException.class, resource),
            row(Reason.TABLE_FULL, SQLTransientException.class, resource),
            row(Reason.TOO_LARGE, SQLNonTransientException.class, resource),
            row(Reason.CLOSING, SQLNonTransientException.class, resource),
            row(Reason.LOCK_LOST, SQLTransactionRollbackException.class, PessimisticLockingFailureException.class),
            row(Reason.STOPPED, SQLNonTransientException.class, resource),
            row(Reason.READ_ONLY, SQLFeatureNotSupportedException.class, InvalidDataAccessApiUsageException.class),
            row(Reason.NO_SUCH_PROCEDURE, SQLSyntaxErrorException.class, grammar),
            row(Reason.NOT_CALLABLE, SQLFeatureNotSupportedException.class, InvalidDataAccessApiUsageException.class),
            row(Reason.WRONG_ARGUMENTS, SQLNonTransientException.class, grammar),
            row(Reason.WRONG_TYPE, SQLSyntaxErrorException.class, grammar),
            row(Reason.NULL_ARGUMENT, SQLDataException.class, data),
            row(Reason.OUT_OF_RANGE, SQLDataException.class, data),
            row(Reason.NO_SUCH_MOMENT, SQLDataException.class, data),
            row(Reason.KEY_REUSED, SQLDataException.class, data),
            row(Reason.SHUTTING_DOWN, SQLTransientException.class, resource),
            row(Reason.RESULT_TOO_LARGE, SQLNonTransientException.class, resource),
            row(Reason.NOT_ENCODABLE, SQLDataException.class, data),
            row(Reason.OUTCOME_UNKNOWN, SQLNonTransientConnectionException.class, resource),
            row(Reason.TOO_MANY, SQLTransientException.class, resource),
            row(Reason.RESULT_NOT_KEPT, SQLNonTransientException.class, uncategorized),
            row(Reason.SYNTAX, SQLSyntaxErrorException.class, grammar),
            row(Reason.NO_SUCH_TABLE, SQLSyntaxErrorException.class, grammar),
            row(Reason.NO_SUCH_COLUMN, SQLSyntaxErrorException.class, grammar),
            row(Reason.LOGIN_FAILED, SQLInvalidAuthorizationSpecException.class,
                PermissionDeniedDataAccessException.class),
            row(Reason.LOGIN_REFUSED, SQLInvalidAuthorizationSpecException.class,
                PermissionDeniedDataAccessException.class),
            row(Reason.NOT_GRANTED, SQLSyntaxErrorException.class, grammar),
            row(Reason.NOT_ENCRYPTED, SQLNonTransientConnectionException.class, resource),
            row(Reason.NO_TRANSACTION, SQLNonTransientException.class, uncategorized),
            row(Reason.TRANSACTION_ENDED, SQLNonTransientException.class, uncategorized),
            row(Reason.TRANSACTION_IDLE, SQLTransactionRollbackException.class,
                PessimisticLockingFailureException.class),
            row(Reason.TRANSACTION_LOST, SQLTransientConnectionException.class,
                TransientDataAccessResourceException.class),
            row(Reason.NOT_SENT, SQLTransientConnectionException.class, TransientDataAccessResourceException.class),
            row(Reason.NO_CONNECTION, SQLTransientConnectionException.class,
                TransientDataAccessResourceException.class),
            row(Reason.NOT_BATON, SQLNonTransientConnectionException.class, resource),
            row(Reason.RESULT_CUT, SQLNonTransientException.class, uncategorized));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void springMakesOfAReason(Reason reason, Class<? extends SQLException> type,
            Class<? extends DataAccessException> spring) {
        final SQLException told = SqlErrors.of(reason, "what has happened");
        assertThat(told.getClass()).isEqualTo((Class<?>) type);
        assertThat(told.getSQLState()).isEqualTo(reason.sqlState());
        // The usual one, and the one with codes of its own for each product.
        for (final DataAccessException translated : new DataAccessException[] {
            new JdbcTemplate(source).getExceptionTranslator().translate("call", null, told),
            new SQLErrorCodeSQLExceptionTranslator("Baton").translate("call", null, told)}) {
            final DataAccessException known = translated == null
                ? new UncategorizedSQLException("call", null, told) : translated;
            assertThat(known).isExactlyInstanceOf(spring).hasRootCause(told);
            if (known instanceof UncategorizedSQLException) {
                assertThat(UNCATEGORIZED).contains(reason.sqlState());
            }
            if (known instanceof TransientDataAccessException && reason != Reason.CANCELLED) {
                assertThat(reason.retryable()).as("what Spring may try again may be tried again").isTrue();
            }
        }
    }

    @Test
    void noReasonIsLeftOut() {
        final EnumSet<Reason> left = EnumSet.allOf(Reason.class);
        reasons().forEach(row -> left.remove((Reason) row.get()[0]));
        assertThat(left).containsExactly(Reason.NONE);
    }

    /** States of the driver's own. */
    @Test
    void springMakesOfTheDriversOwnStates() {
        final Object[][] table = {{"07005", BadSqlGrammarException.class}, {"07001", BadSqlGrammarException.class},
            {"07009", BadSqlGrammarException.class}, {"22018", DataIntegrityViolationException.class},
            {"22007", DataIntegrityViolationException.class}, {"22008", DataIntegrityViolationException.class},
            {"22021", DataIntegrityViolationException.class}, {"0A000", InvalidDataAccessApiUsageException.class},
            {"42601", BadSqlGrammarException.class}, {"08003", DataAccessResourceFailureException.class},
            {"02000", DataIntegrityViolationException.class}, {"28000", PermissionDeniedDataAccessException.class}};
        for (final Object[] row : table) {
            assertThat(new JdbcTemplate(source).getExceptionTranslator().translate("call", null,
                SqlErrors.of((String) row[0], "what has happened"))).as("%s", row[0])
                .isExactlyInstanceOf((Class<?>) row[1]);
        }
    }

    @Test
    void aProcedureThatGivesUpIsARefusalOfTheDataWithItsSentence() {
        assertThatThrownBy(() -> new JdbcTemplate(source).update("{call Transfer(?, ?, ?)}", 1, 2, 1_000_000))
            .isExactlyInstanceOf(DataIntegrityViolationException.class)
            .hasMessageContaining("account 1 holds too little").cause()
            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("45000"));
    }

    @Test
    void whatWritesInAReadOnlyTransactionIsAMistakeOfTheProgram() {
        final TransactionTemplate reading = new TransactionTemplate(new DataSourceTransactionManager(source));
        reading.setReadOnly(true);
        final JdbcTemplate template = new JdbcTemplate(source);
        assertThatThrownBy(
            () -> reading.executeWithoutResult(status -> template.update("{call Transfer(?, ?, ?)}", 1, 2, 3)))
            .isExactlyInstanceOf(InvalidDataAccessApiUsageException.class).cause()
            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
        assertThatThrownBy(() -> template.queryForList("{call Liar(1)}"))
            .isExactlyInstanceOf(InvalidDataAccessApiUsageException.class);
    }

    /** What goes on in a transaction that has ended is told so, and is nothing to be tried again by itself. */
    @Test
    void aTransactionThatHasEndedIsNothingTransient() throws SQLException {
        try (Connection connection = source.getConnection(); var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("{call Fail('no')}")).isInstanceOf(SQLDataException.class);
            assertThatThrownBy(() -> statement.execute("{call Balance(1)}"))
                .isInstanceOfSatisfying(SQLException.class, e -> {
                    assertThat(e.getSQLState()).isEqualTo("25P02");
                    assertThat(new JdbcTemplate(source).getExceptionTranslator().translate("call", null, e))
                        .as("nothing that Spring would try again").isNull();
                });
            connection.rollback();
        }
    }
}
