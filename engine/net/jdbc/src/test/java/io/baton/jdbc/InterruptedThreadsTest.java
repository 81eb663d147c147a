package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.baton.server.ServerOptions;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each method does on a thread that is interrupted already: its state is true, and the flag stays set. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterruptedThreadsTest {

    private static final String DONE = "done";

    private TestServer server;
    private final AtomicInteger numbers = new AtomicInteger();

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** What is done with a connection. */
    interface Action {
        void run(Connection connection) throws SQLException;
    }

    /** Interrupts itself, does something, and tells the SQLSTATE and whether it is interrupted still. */
    private static String interrupted(Attempt attempt) throws Exception {
        final CompletableFuture<String> told = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            String state = DONE;
            Thread.currentThread().interrupt();
            try {
                attempt.run();
            } catch (SQLException e) {
                state = e.getSQLState();
                if (String.valueOf(e.getMessage()).isBlank()) {
                    state = "no message";
                }
            } catch (RuntimeException | Error e) {
                told.completeExceptionally(e);
                return;
            }
            told.complete(Thread.interrupted() ? state : state + ", and the flag is gone");
        });
        return told.get();
    }

    private static String interrupted(Action action, Connection connection) throws Exception {
        return interrupted(() -> action.run(connection));
    }

    private static Arguments row(String name, Action action, String... states) {
        return Arguments.of(Named.of(name, action), states);
    }

    static Stream<Arguments> methods() {
        return Stream.of(
            row("a call", c -> c.createStatement().execute("{call Balance(1)}"), DONE, "57014"),
            row("a call of what was not called before",
                c -> c.createStatement().execute("{call Owners(1, 2)}"), "57014"),
            row("a query", c -> c.createStatement().executeQuery("SELECT * FROM account WHERE id = 1"), DONE, "57014"),
            row("a batch", c -> {
                final Statement batch = c.createStatement();
                batch.addBatch("{call Balance(1)}");
                batch.addBatch("{call Balance(2)}");
                batch.executeBatch();
            }, DONE, "57014"),
            row("an explanation", c -> c.createStatement().execute("EXPLAIN {call Balance(1)}"), "57014"),
            row("an OUT parameter's registration", c -> {
                final CallableStatement call = c.prepareCall("{? = call Transfer(1, 2, 0)}");
                call.registerOutParameter(1, java.sql.Types.BIGINT);
            }, DONE, "57014"),
            row("the tables", c -> c.getMetaData().getTables(null, null, null, null), "57014"),
            row("the procedures", c -> c.getMetaData().getProcedures(null, null, null), "57014"),
            row("the product's name", c -> c.getMetaData().getDatabaseProductName(), DONE),
            row("isValid", c -> assertThat(c.isValid(5)).isTrue(), DONE),
            row("isValid as long as it takes", c -> assertThat(c.isValid(0)).isTrue(), DONE),
            row("setAutoCommit", c -> c.setAutoCommit(false), DONE),
            row("a transaction's first call", c -> {
                c.setAutoCommit(false);
                c.createStatement().execute("{call Balance(1)}");
            }, DONE, "57014"),
            row("a commit of nothing", c -> {
                c.setAutoCommit(false);
                c.commit();
            }, DONE),
            row("setReadOnly", c -> c.setReadOnly(true), DONE),
            row("setNetworkTimeout", c -> c.setNetworkTimeout(Runnable::run, 1_000), DONE),
            row("a cancel", c -> c.createStatement().cancel(), DONE),
            row("an abort", c -> c.abort(Runnable::run), DONE),
            row("close", Connection::close, DONE));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void saysWhatHasBeenAndKeepsTheFlag(Action action, String[] states) throws Exception {
        try (Connection connection = server.connect()) {
            // Asked for before, so that the call itself is what the interrupt meets.
            connection.createStatement().execute("{call Balance(1)}");
            assertThat(interrupted(action, connection)).isIn((Object[]) states);
            assertThat(connection.isClosed() || connection.isValid(5)).isTrue();
        }
    }

    /** Nothing was called: to connect again is safe. */
    @Test
    void aConnectIsRefusedAndNothingCalled() throws Exception {
        final BatonDataSource source = new BatonDataSource(server.url() + "?connectionsPerSocket=1");
        for (final Attempt connect : new Attempt[] {() -> source.getConnection().close(),
            () -> DriverManager.getConnection(server.url() + "?applicationName=new").close()}) {
            assertThat(interrupted(connect)).isEqualTo("08001");
        }
        assertThat(message(() -> source.getConnection().close())).startsWith("cannot connect to ")
            .endsWith("127.0.0.1:" + server.server.address().getPort()
                + ": the thread was interrupted while it waited for that; nothing was called");
        try (Connection connection = source.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    /** What a thread does that may fail. */
    interface Attempt {
        void run() throws SQLException;
    }

    private static String message(Attempt attempt) {
        Thread.currentThread().interrupt();
        try {
            attempt.run();
            return DONE;
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Over a socket that is open nothing is waited for. */
    @Test
    void aConnectOverAnOpenSocketNeedNotWait() throws Exception {
        final BatonDataSource source = new BatonDataSource(server.url());
        try (Connection first = source.getConnection()) {
            assertThat(first.isValid(5)).isTrue();
            assertThat(interrupted(() -> source.getConnection().close())).isEqualTo(DONE);
        }
    }

    @Test
    void aConnectWithinTheProcessIsRefusedToo() throws Exception {
        final String name = "interrupted" + numbers.incrementAndGet();
        try (var embedded = io.baton.server.BatonServer.start(server.engine, ServerOptions.embedded(name))) {
            assertThat(interrupted(() -> DriverManager.getConnection("jdbc:baton:embedded:" + name).close()))
                .isIn("08001", DONE);
            try (Connection connection = DriverManager.getConnection("jdbc:baton:embedded:" + name)) {
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThat(embedded.connections()).isLessThanOrEqualTo(1);
        }
    }

    /** A commit is waited for: its outcome is told, be it late. */
    @Test
    void aCommitIsDoneAndARollbackIsToo() throws Exception {
        try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("{call Write(11, 1, 'x')}");
            assertThat(interrupted(Connection::commit, connection)).isEqualTo(DONE);
            statement.execute("{call Write(11, 2, 'x')}");
            assertThat(interrupted(Connection::rollback, connection)).isEqualTo(DONE);
            statement.execute("{call Write(11, 3, 'x')}");
            assertThat(interrupted(c -> c.setAutoCommit(true), connection)).isEqualTo(DONE);
            assertThat(Bank.journal(server.engine, 11)).isEqualTo(2);
            connection.setAutoCommit(false);
            statement.execute("{call Write(11, 4, 'x')}");
            assertThat(interrupted(Connection::close, connection)).isEqualTo(DONE);
        }
        assertThat(Bank.journal(server.engine, 11)).isEqualTo(2);
    }

    /** Whatever it tells of a call is what has become of it. */
    @Test
    void aCallTellsTheTruth() throws Exception {
        try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
            statement.execute("{call Write(12, 0, 'x')}");
            int written = 1;
            for (int i = 1; i <= 20; i++) {
                final int number = i;
                final String state =
                    interrupted(c -> statement.execute("{call Write(12, " + number + ", 'x')}"), connection);
                assertThat(state).isIn(DONE, "57014");
                written += DONE.equals(state) ? 1 : 0;
            }
            assertThat(Bank.journal(server.engine, 12)).isEqualTo(written);
        }
    }

    /** A pool's thread that was interrupted does not throw its connections away. */
    @Test
    void aPoolKeepsItsConnection() throws Exception {
        final HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            final BatonConnection first;
            try (Connection connection = pool.getConnection()) {
                first = connection.unwrap(BatonConnection.class);
                interrupted(c -> c.createStatement().execute("{call Balance(1)}"), connection);
                interrupted(c -> assertThat(c.isValid(5)).isTrue(), connection);
            }
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1")) {
                assertThat(connection.unwrap(BatonConnection.class)).isSameAs(first);
                assertThat(row.next()).isTrue();
            }
        }
    }
}
