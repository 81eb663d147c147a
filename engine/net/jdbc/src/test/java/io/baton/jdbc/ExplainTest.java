package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteTransaction;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** EXPLAIN tells what a call locks and does, and nothing is left of the call. */
@Timeout(30)
class ExplainTest {

    private TestServer server;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
        statement = connection.createStatement();
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        assertThat(Bank.total(server.engine)).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        server.close();
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.toString()).isEqualTo(state));
    }

    private static List<String> lines(ResultSet result) throws SQLException {
        final List<String> lines = new ArrayList<>();
        while (result.next()) {
            lines.add(String.join("|", result.getString("item"), result.getString("name"), result.getString("key"),
                result.getString("mode"), result.getString("how"), result.getString("count")));
        }
        return lines;
    }

    private List<String> explain(String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return lines(result);
        }
    }

    @Test
    void thePlanIsToldWithItsKeys() throws SQLException {
        assertThat(explain("EXPLAIN {call Transfer(1, 2, 5)}")).containsExactly(
            "procedure|Transfer|null|null|null|null",
            "lock|account|(id=1)|EXCLUSIVE|planned|null",
            "lock|account|(id=2)|EXCLUSIVE|planned|null");
    }

    @Test
    void questionMarksAreTheCallsAndTheColumnsHaveTypes() throws SQLException {
        try (PreparedStatement prepared =
            connection.prepareStatement("explain analyze {call Transfer(?, ?, cents => ?)};")) {
            assertThat(prepared.getParameterMetaData().getParameterCount()).isEqualTo(3);
            prepared.setString(1, "3");
            prepared.setLong(2, 4);
            prepared.setInt(3, 7);
            try (ResultSet result = prepared.executeQuery()) {
                assertThat(result.getMetaData().getColumnCount()).isEqualTo(9);
                assertThat(lines(result)).contains("lock|account|(id=3)|EXCLUSIVE|planned|null",
                    "rows|updated|null|null|null|2", "attempts||null|null|null|1", "outcome||null|null|00000|null");
            }
        }
    }

    @Test
    void abortsQueriesAndProceduresWithoutPlanAreExplained() throws SQLException {
        assertThat(explain("EXPLAIN ANALYZE CALL Transfer(1, 2, 99999999)"))
            .contains("outcome||null|null|45000|null");
        assertThat(explain("EXPLAIN CALL Balance(1)")).containsExactly("procedure|Balance|null|null|null|null");
        assertThat(explain("EXPLAIN ANALYZE CALL Balance(1)")).contains("lock|account|(id=1)|SHARED|in order|null");
        assertThat(explain("EXPLAIN ANALYZE SELECT * FROM account WHERE id = 9"))
            .contains("lock|account|(id=9)|SHARED|in order|null", "rows|looked up|null|null|null|1");
        assertThat(explain("EXPLAIN ANALYZE {call Deposit(1, '2.50')}")).contains("rows|updated|null|null|null|1");
    }

    /** A query's plan says how it comes to its rows. */
    @Test
    void queriesTellTheirWay() throws SQLException {
        assertWay("SELECT * FROM account WHERE id = 9", "account|key", "account|filter");
        assertWay("SELECT * FROM account WHERE id IN (1, 2) AND balance > 5", "account|key", "account|filter");
        assertWay("SELECT * FROM account WHERE id = 1.5", "account|nothing");
        assertWay("SELECT * FROM account WHERE 1 = 0", "account|nothing");
        assertWay("SELECT * FROM account", "account|whole table");
        assertWay("SELECT * FROM account ORDER BY id", "account|whole table", "account|sort");
        assertWay("SELECT * FROM account WHERE owner = 'owner1'", "account.by_owner|index", "account|filter");
        assertWay("SELECT * FROM account WHERE owner = 'owner1' ORDER BY id", "account.by_owner|index",
            "account|filter");
        assertWay("SELECT * FROM account WHERE owner = 'owner1' ORDER BY id DESC", "account.by_owner|index",
            "account|filter");
        assertWay("SELECT * FROM account WHERE owner = 'owner1' ORDER BY balance", "account.by_owner|index",
            "account|filter", "account|sort");
        assertWay("SELECT * FROM account WHERE owner IS NULL", "account.by_owner|index", "account|filter");
        assertWay("SELECT * FROM account WHERE owner > 'owner1'", "account|whole table", "account|filter");
        assertWay("SELECT * FROM journal WHERE account = 1 AND number > 3 ORDER BY number DESC",
            "journal.primary|index", "journal|filter");
        assertWay("SELECT * FROM journal ORDER BY account, number", "journal|whole table", "journal|sort");
        assertWay("SELECT * FROM kinds ORDER BY name DESC LIMIT 1", "kinds.primary|whole index");
        assertWay("SELECT * FROM kinds WHERE name LIKE 'f%'", "kinds.primary|index", "kinds|filter");
        assertWay("SELECT COUNT(*) FROM kinds", "kinds.primary|whole index", "kinds|aggregate");
        assertWay("SELECT 1");
        assertState(() -> explain("EXPLAIN SELECT * FROM nobody"), "42P01");
        assertState(() -> explain("EXPLAIN SELECT nothing FROM account"), "42703");
        assertState(() -> explain("EXPLAIN SELECT * FROM account WHERE"), "42601");
        assertThat(explain("EXPLAIN ANALYZE SELECT COUNT(*) FROM account WHERE owner = 'owner2'"))
            .contains("plan|account.by_owner|null|null|index|null", "rows|scanned|null|null|null|10");
    }

    private void assertWay(String query, String... way) throws SQLException {
        assertThat(explain("EXPLAIN " + query).stream().filter(line -> line.startsWith("plan|"))
            .map(line -> line.split("[|]", -1)[1] + "|" + line.split("[|]", -1)[4])).as(query).containsExactly(way);
    }

    @Test
    void aTransactionGoesOnBesideAnExplanationAndIsNoPartOfIt() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Transfer(1, 2, 5)}");
        assertThat(explain("EXPLAIN {call Transfer(1, 2, 5)}")).hasSize(3);
        assertState(() -> explain("EXPLAIN ANALYZE {call Transfer(1, 2, 5)}"), "25001");
        try (ResultSet left = statement.executeQuery("{call Balance(1)}")) {
            assertThat(left.next()).isTrue();
            assertThat(left.getBigDecimal(1)).isEqualTo(new BigDecimal("999.95"));
        }
        connection.rollback();
        assertThat(explain("EXPLAIN ANALYZE {call Transfer(1, 2, 5)}")).hasSizeGreaterThan(10);
    }

    @Test
    void clientsOfAnyLanguageAreRefusedWithinTransactionsWhichGoOn() {
        final String address = "127.0.0.1:" + server.server.address().getPort();
        try (BatonClient client = BatonClient.connect(ClientOptions.of(address));
            RemoteTransaction transaction = client.begin()) {
            client.procedure("Transfer", Long.class).in(transaction).call(1, 2, 5);
            for (final String builtIn : List.of("baton.explain", "baton.analyze")) {
                assertThatThrownBy(
                    () -> client.procedure(builtIn, Object.class).in(transaction).call("Balance", List.of(1L)))
                    .isInstanceOfSatisfying(CallRefusedException.class,
                        e -> assertThat(e.sqlState()).isEqualTo("0A000"));
            }
            assertThatThrownBy(() -> client.procedure("Transfer", Long.class).readOnly().in(transaction).call(1, 2, 5))
                .isInstanceOfSatisfying(CallRefusedException.class, e -> assertThat(e.sqlState()).isEqualTo("25006"));
            assertThat(client.procedure("Balance", BigDecimal.class).in(transaction).readOnly().call(1))
                .isEqualTo(new BigDecimal("999.95"));
            transaction.rollback();
        }
    }

    @Test
    void aCancelEndsTheRunAndIsToldAsSuch() throws Exception {
        final AtomicReference<SQLException> failure = new AtomicReference<>();
        final Thread caller = Thread.ofVirtual().start(() -> {
            try {
                explain("EXPLAIN ANALYZE {call Hold(1, 20000)}");
            } catch (SQLException e) {
                failure.set(e);
            }
        });
        TestServer.await(() -> server.bank.holding.get() == 1);
        statement.cancel();
        caller.join();
        assertThat(Objects.requireNonNull(failure.get(), "no failure").getSQLState()).isEqualTo("57014");
    }

    @Test
    void whatIsWrongIsRefusedAsForTheCallItself() {
        assertState(() -> explain("EXPLAIN"), "42601");
        assertState(() -> explain("EXPLAIN ANALYZE"), "42601");
        assertState(() -> explain("EXPLAIN EXPLAIN {call Balance(1)}"), "42601");
        assertState(() -> connection.prepareStatement("EXPLAIN {? = call Balance(?)}"), "42601");
        assertState(() -> explain("EXPLAIN {call Nobody(1)}"), "42883");
        assertState(() -> explain("EXPLAIN {call Balance(1, 2)}"), "07001");
        assertState(() -> explain("EXPLAIN {call Balance('x')}"), "22018");
        assertState(() -> explain("EXPLAIN ANALYZE SELECT * FROM nothing WHERE id = 1"), "42P01");
        assertState(() -> statement.executeUpdate("EXPLAIN {call Balance(1)}"), "0A000");
        assertState(() -> statement.addBatch("EXPLAIN {call Balance(1)}"), "0A000");
    }
}
