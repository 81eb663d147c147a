package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.protocol.Reason;
import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;

/** A call that was committed, and whose result cannot be had, is told from one that has written nothing. */
@Timeout(60)
class CommittedResultsTest {

    @TempDir
    private Path folder;

    private static void lost(Connection connection, String what, Reason reason) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            final SQLException lost = catchThrowableOfType(SQLException.class,
                () -> statement.executeQuery("{call Keep(1, '" + what + "')}"));
            assertThat((Object) lost).isExactlyInstanceOf(SQLNonTransientException.class);
            assertThat(lost.getSQLState()).isEqualTo("RL001");
            assertThat(lost.getErrorCode()).isEqualTo(reason.code());
            assertThat(lost.getMessage()).startsWith("the call was committed, but ");
        }
    }

    private static long written(TestServer server) {
        return Bank.total(server.engine) - Bank.ACCOUNTS * Bank.CENTS;
    }

    @Test
    void whatIsTooLargeOrStrangeIsCommitted() throws SQLException {
        try (TestServer server = new TestServer(); Connection connection = server.connect()) {
            lost(connection, "wide", Reason.RESULT_TOO_LARGE);
            lost(connection, "strange", Reason.NOT_ENCODABLE);
            assertThat(written(server)).isEqualTo(2);
        }
    }

    /** The same results end an open transaction: nothing is written, and the SQLSTATE says so. */
    @Test
    void withinATransactionNothingIsWritten() throws SQLException {
        try (TestServer server = new TestServer(); Connection connection = server.connect()) {
            connection.setAutoCommit(false);
            for (final String what : List.of("wide", "strange")) {
                assertThat(catchThrowableOfType(SQLException.class,
                    () -> connection.createStatement().executeQuery("{call Keep(1, '" + what + "')}")).getSQLState())
                    .isEqualTo(what.equals("wide") ? "54000" : "22000");
                connection.rollback();
            }
            assertThat(written(server)).isZero();
        }
    }

    @Test
    void aConnectionThatEndsBetweenPagesLosesNoMoreThanTheResult() throws Exception {
        try (TestServer server = new TestServer();
            MutedServer between = new MutedServer(server.server.address());
            Connection connection = DriverManager.getConnection(between.url())) {
            server.bank.meanwhile.set(between::cut);
            lost(connection, "rows", Reason.RESULT_CUT);
            assertThat(written(server)).isEqualTo(1);
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void aGrantThatIsWithdrawnBetweenPagesTakesNoMoreThanTheResult() throws Exception {
        final UserFile users = new UserFile(folder.resolve("users"));
        grant(users, "Keep");
        try (TestServer server = new TestServer(options -> options.users(folder.resolve("users")));
            Connection connection = DriverManager.getConnection(server.url(), "ann", "ann-secret")) {
            // The server sees the file anew within a second; until then rows go on coming.
            server.bank.meanwhile.set(() -> grant(users, "Balance"));
            lost(connection, "rows", Reason.NOT_GRANTED);
            assertThat(written(server)).isEqualTo(1);
        }
    }

    private static void grant(UserFile users, String procedure) {
        try {
            final ScramKeys keys =
                ScramKeys.of("ann-secret".toCharArray(), new byte[] {1, 2, 3}, ScramKeys.ITERATIONS_LEAST);
            users.change(UserList.empty(new SplittableRandom(1)), list -> list
                .with(new User("ann", keys, new Grants(new TreeSet<>(List.of(procedure)), false, false))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void springTakesItForNothingToRetry() {
        try (TestServer server = new TestServer()) {
            assertThatThrownBy(() -> new JdbcTemplate(new BatonDataSource(server.url()))
                .queryForList("{call Keep(?, ?)}", 1, "strange")).isExactlyInstanceOf(UncategorizedSQLException.class)
                .isNotInstanceOf(TransientDataAccessException.class);
        }
    }
}
