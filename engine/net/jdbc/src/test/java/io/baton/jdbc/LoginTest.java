package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users of a server, over JDBC. */
@Timeout(60)
class LoginTest {

    @TempDir
    private Path folder;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        final UserFile users = new UserFile(folder.resolve("users"));
        add(users, "ann", new Grants(new TreeSet<>(List.of("Balance")), false, false));
        add(users, "bob", Grants.EVERYTHING);
        server = new TestServer(options -> options.users(folder.resolve("users")));
    }

    private static void add(UserFile users, String name, Grants grants) throws IOException {
        final ScramKeys keys =
            ScramKeys.of((name + "-secret").toCharArray(), new byte[] {1, 2, 3}, ScramKeys.ITERATIONS_LEAST);
        users.change(UserList.empty(new SplittableRandom(1)), list -> list.with(new User(name, keys, grants)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private SQLException refused(String url, String user, String password) {
        return catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url, user, password).close());
    }

    @Test
    void whoGivesAWrongPasswordOrNoneIsRefused() {
        final SQLException wrong = refused(server.url(), "ann", "bob-secret");
        assertThat((Object) wrong).isInstanceOf(SQLInvalidAuthorizationSpecException.class);
        assertThat(wrong.getSQLState()).isEqualTo("28P01");
        assertThat(refused(server.url(), "", "").getSQLState()).isEqualTo("28000");
        assertThat(refused(server.url() + "?sslRootCert=" + folder.resolve("none.pem"), "ann", "ann-secret")
            .getSQLState()).isEqualTo("08001");
    }

    @Test
    void whoExplainsNeedsTheGrantForTheCallItself() throws SQLException {
        final String[] refused = {"EXPLAIN {call Transfer(1, 2, 5)}", "EXPLAIN ANALYZE {call Transfer(1, 2, 5)}",
            "EXPLAIN ANALYZE SELECT * FROM account WHERE id = 1", "EXPLAIN {call Nobody()}"};
        try (Connection ann = DriverManager.getConnection(server.url(), "ann", "ann-secret");
            Statement statement = ann.createStatement()) {
            assertThat(statement.executeQuery("EXPLAIN ANALYZE {call Balance(1)}").next()).isTrue();
            for (final String sql : refused) {
                assertThat(catchThrowableOfType(SQLException.class, () -> statement.executeQuery(sql)).getSQLState())
                    .as(sql).isEqualTo("42501");
            }
        }
        final String address = "127.0.0.1:" + server.server.address().getPort();
        try (BatonClient ann = BatonClient.connect(ClientOptions.of(address).user("ann", "ann-secret".toCharArray()))) {
            for (final String builtIn : List.of("baton.explain", "baton.analyze")) {
                final RemoteProcedure<Object> explain = ann.procedure(builtIn, Object.class);
                assertThat(explain.call("Balance", List.of(1L))).isNotNull();
                assertThat(catchThrowableOfType(CallRefusedException.class,
                    () -> explain.call("Transfer", List.of(1L, 2L, 5L))).sqlState()).isEqualTo("42501");
                assertThat(catchThrowableOfType(CallRefusedException.class,
                    () -> explain.call(null, List.of())).sqlState()).isEqualTo("42501");
            }
        }
    }

    @Test
    void whoIsNamedToADataSourceIsMeantAndNoPasswordIsShown() throws SQLException {
        final BatonDataSource source = new BatonDataSource(server.url() + "?user=ann&password=ann-secret&fetchSize=3");
        try (Connection bob = source.getConnection("bob", "bob-secret"); Statement query = bob.createStatement()) {
            assertThat(query.executeQuery("SELECT * FROM account WHERE id = 1").next()).isTrue();
            assertThat(bob.getMetaData().getURL()).isEqualTo(server.url() + "?user=ann&fetchSize=3");
        }
        assertThat(catchThrowableOfType(SQLException.class, () -> source.getConnection("bob", "").close())
            .getSQLState()).isEqualTo("28000");
        assertThat(catchThrowableOfType(SQLException.class, () -> source.getConnection("", "ann-secret").close())
            .getSQLState()).isEqualTo("28000");
    }

    /** Browsers ask for everything at their begin. */
    @Test
    void whoMayNotReadTablesSeesNone() throws SQLException {
        try (Connection ann = DriverManager.getConnection(server.url(), "ann", "ann-secret")) {
            final DatabaseMetaData metadata = ann.getMetaData();
            assertThat(metadata.allTablesAreSelectable()).isTrue();
            assertThat(metadata.getTables(null, null, null, null).next()).isFalse();
            assertThat(metadata.getColumns(null, null, "account", null).next()).isFalse();
            assertThat(metadata.getPrimaryKeys(null, null, "account").next()).isFalse();
            assertThat(metadata.getIndexInfo(null, null, "account", false, true).next()).isFalse();
            final ResultSet procedures = metadata.getProcedures(null, null, null);
            assertThat(procedures.next()).isTrue();
            assertThat(procedures.getString("PROCEDURE_NAME")).isEqualTo("Balance");
            assertThat(procedures.next()).isFalse();
        }
        assertThat(server.log).noneMatch(line -> line.contains("baton.tables"));
    }

    @Test
    void aUserDoesWhatIsGrantedAndNothingElse() throws SQLException {
        try (Connection ann = DriverManager.getConnection(server.url(), "ann", "ann-secret");
            Statement query = ann.createStatement()) {
            assertThat(catchThrowableOfType(SQLException.class,
                () -> query.executeQuery("SELECT * FROM account WHERE id = 1")).getSQLState()).isEqualTo("42501");
            assertThat(catchThrowableOfType(SQLException.class, () -> ann.prepareCall("{call Deposit(1, 1)}").execute())
                .getSQLState()).isEqualTo("42501");
            ann.setAutoCommit(false);
            assertThat(catchThrowableOfType(SQLException.class,
                () -> query.executeQuery("SELECT * FROM account WHERE id = 1")).getSQLState()).isEqualTo("42501");
            ann.rollback();
        }
        try (Connection bob = DriverManager.getConnection(server.url() + "?user=bob&password=bob-secret");
            Statement query = bob.createStatement()) {
            assertThat(query.executeQuery("SELECT * FROM account WHERE id = 1").next()).isTrue();
        }
    }
}
