package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Rows that come page by page: more than the server holds, as of one moment, and what ends them early. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamedRowsTest {

    private static final int ROWS = 3_000;
    private static final int HELD_MAX = 500;

    private static final TableSchema.Builder HASHED_SCHEMA = TableSchema.named("hashed");
    private static final LongColumn HASHED_ID = HASHED_SCHEMA.int64("id");
    private static final StringColumn HASHED_TEXT = HASHED_SCHEMA.string("text", 20);
    private static final TableSchema HASHED = HASHED_SCHEMA.primaryKey(HASHED_ID.bits(40)).build();

    private static final TableSchema.Builder SORTED_SCHEMA = TableSchema.named("sorted");
    private static final LongColumn SORTED_ID = SORTED_SCHEMA.int64("id");
    private static final StringColumn SORTED_TEXT = SORTED_SCHEMA.string("text", 20);
    private static final TableSchema SORTED = SORTED_SCHEMA.primaryKey(SORTED_ID.bits(40)).ordered(0).build();

    private TestServer server;
    private Connection connection;
    private Connection other;

    /** Inserts a row. */
    public static final class Insert {
        public void run(Transaction transaction, String table, long id) {
            if (table.equals("hashed")) {
                transaction.insert(HASHED, HASHED.key(id)).set(HASHED_TEXT, "new");
            } else {
                transaction.insert(SORTED, SORTED.key(id)).set(SORTED_TEXT, "new");
            }
        }
    }

    /** Removes what Insert has made. */
    public static final class Remove {
        public void run(Transaction transaction, long id) {
            if (transaction.exists(HASHED, HASHED.key(id))) {
                transaction.delete(HASHED, HASHED.key(id));
            }
            if (transaction.exists(SORTED, SORTED.key(id))) {
                transaction.delete(SORTED, SORTED.key(id));
            }
        }
    }

    @BeforeAll
    void start() {
        server = new TestServer(0, options -> options.queryRowsMax(HELD_MAX)
            .transactions(64, Duration.ofSeconds(2)),
            builder -> builder.table(HASHED, 10_000).table(SORTED, 10_000));
        final Engine engine = server.engine;
        engine.register("Insert", new Insert(), Void.class);
        engine.register("Remove", new Remove(), Void.class);
        engine.register("Fill", new Fill(), Void.class);
        engine.call(engine.procedure("Fill"));
    }

    /** Fills both tables. */
    public static final class Fill {
        public void run(Transaction transaction) {
            for (long id = 0; id < ROWS; id++) {
                transaction.insert(HASHED, HASHED.key(id)).set(HASHED_TEXT, "row " + id);
                transaction.insert(SORTED, SORTED.key(id)).set(SORTED_TEXT, "row " + id);
            }
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = server.connect();
        other = server.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        other.close();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private Statement streaming(int fetchSize) throws SQLException {
        final Statement statement = connection.createStatement();
        statement.setFetchSize(fetchSize);
        return statement;
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.toString()).isEqualTo(state));
    }

    private static Set<Long> ids(ResultSet rows) throws SQLException {
        final Set<Long> ids = new HashSet<>();
        while (rows.next()) {
            assertThat(ids.add(rows.getLong(1))).isTrue();
        }
        return ids;
    }

    private void insert(String table, long id) throws SQLException {
        try (PreparedStatement insert = other.prepareStatement("{call Insert(?, ?)}")) {
            insert.setString(1, table);
            insert.setLong(2, id);
            insert.setQueryTimeout(1);
            insert.execute();
        }
    }

    private void remove(long id) throws SQLException {
        try (PreparedStatement remove = other.prepareStatement("{call Remove(?)}")) {
            remove.setLong(1, id);
            remove.execute();
        }
    }

    @Test
    void moreRowsThanTheServerHoldsCome() throws SQLException {
        for (final String table : new String[] {"hashed", "sorted"}) {
            for (final int fetchSize : new int[] {1, 7, 100, 10_000}) {
                try (Statement statement = streaming(fetchSize)) {
                    if (fetchSize == 1) {
                        statement.setMaxRows(HELD_MAX + 20);
                    }
                    final Set<Long> ids = ids(statement.executeQuery("SELECT id, text FROM " + table));
                    assertThat(ids).hasSize(fetchSize == 1 ? HELD_MAX + 20 : ROWS);
                }
            }
            assertState(() -> streaming(0).executeQuery("SELECT * FROM " + table), "54000");
            assertState(() -> streaming(10).executeQuery("SELECT * FROM " + table + " ORDER BY text"), "54000");
            assertState(() -> connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_READ_ONLY).executeQuery("SELECT * FROM " + table), "54000");
        }
    }

    @Test
    void theOrderOfAnIndexNeedsNoMemory() throws SQLException {
        try (Statement statement = streaming(64);
            ResultSet rows = statement.executeQuery("SELECT id FROM sorted ORDER BY id DESC OFFSET 10")) {
            assertThat(rows.isBeforeFirst()).isTrue();
            for (long id = ROWS - 11; id >= 0; id--) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong("id")).isEqualTo(id);
                assertThat(rows.getRow()).isEqualTo((int) (ROWS - 10 - id));
                assertThat(rows.isFirst()).isEqualTo(id == ROWS - 11);
                assertThat(rows.isLast()).isEqualTo(id == 0);
            }
            assertThat(rows.next()).isFalse();
            assertThat(rows.isAfterLast()).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void withinAtransactionAllRowsComeInPages() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = streaming(100)) {
            assertThat(ids(statement.executeQuery("SELECT * FROM sorted"))).hasSize(ROWS);
            assertThat(ids(statement.executeQuery("SELECT * FROM hashed LIMIT 400"))).hasSize(400);
            final ResultSet rows = statement.executeQuery("SELECT * FROM sorted");
            assertThat(rows.next()).isTrue();
            rows.close();
            final ResultSet again = statement.executeQuery("SELECT * FROM sorted WHERE id >= 0");
            assertThat(ids(again)).hasSize(ROWS);
            // A whole table without an index is for a transaction of its own.
            assertState(() -> statement.executeQuery("SELECT * FROM hashed"), "0A000");
            connection.rollback();
            final ResultSet cut = statement.executeQuery("SELECT * FROM sorted");
            assertThat(cut.next()).isTrue();
            connection.commit();
            assertState(() -> ids(cut), "HY010");
            assertState(cut::next, "HY010");
            assertThat(ids(statement.executeQuery("SELECT * FROM sorted WHERE id < 150"))).hasSize(150);
            connection.commit();
        }
    }

    @Test
    void whatWasReadStaysAsItWas() throws SQLException {
        try (Statement statement = streaming(10);
            ResultSet rows = statement.executeQuery("SELECT id FROM sorted")) {
            assertThat(rows.next()).isTrue();
            // An insert into what is scanned waits, and its time ends.
            assertState(() -> insert("sorted", 100_000), "HYT00");
            assertThat(ids(rows)).hasSize(ROWS - 1);
            insert("sorted", 100_000);
        } finally {
            remove(100_000);
        }
        try (Statement statement = streaming(10);
            ResultSet rows = statement.executeQuery("SELECT id FROM hashed")) {
            assertThat(rows.next()).isTrue();
            // One into a table without an order is let in, and is seen by the walk's last look.
            insert("hashed", 100_001);
            assertThat(ids(rows)).hasSize(ROWS).contains(100_001L);
        } finally {
            remove(100_001);
        }
    }

    @Test
    void rowsThatAreNotFetchedInTimeAreLost() throws Exception {
        try (Statement statement = streaming(10)) {
            final ResultSet rows = statement.executeQuery("SELECT id FROM sorted");
            assertThat(rows.next()).isTrue();
            Thread.sleep(2_500);
            assertState(() -> ids(rows), "25P03");
            // Never false, as if these were all rows.
            assertState(rows::next, "25P03");
            assertState(rows::next, "25P03");
            assertThat(ids(statement.executeQuery("SELECT id FROM sorted"))).hasSize(ROWS);
        }
    }

    @Test
    void cancellingBetweenPagesGivesTheLocksBack() throws SQLException {
        try (Statement statement = streaming(10)) {
            final ResultSet rows = statement.executeQuery("SELECT id FROM sorted");
            assertThat(rows.next()).isTrue();
            statement.cancel();
            assertState(rows::next, "57014");
            assertState(rows::next, "57014");
            insert("sorted", 100_005);
            remove(100_005);
            assertThat(ids(statement.executeQuery("SELECT id FROM sorted"))).hasSize(ROWS);
            // Nothing is left of what has come as a whole.
            final ResultSet few = statement.executeQuery("SELECT id FROM sorted WHERE id < 20");
            assertThat(few.next()).isTrue();
            statement.cancel();
            assertThat(ids(few)).hasSize(19);
        }
    }

    /** As of a call that is cancelled, the connection's transaction ends. */
    @Test
    void cancellingBetweenPagesEndsTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = streaming(10); PreparedStatement insert = connection.prepareStatement(
            "{call Insert('sorted', 100006)}")) {
            insert.execute();
            final ResultSet rows = statement.executeQuery("SELECT id FROM sorted WHERE id < 1000");
            assertThat(rows.next()).isTrue();
            statement.cancel();
            insert("sorted", 100_006);
            remove(100_006);
            assertState(rows::next, "57014");
            assertState(connection::commit, "25P02");
            assertState(() -> statement.executeQuery("SELECT id FROM sorted"), "25P02");
            assertState(rows::next, "HY010");
            connection.rollback();
            assertThat(ids(statement.executeQuery("SELECT id FROM sorted"))).hasSize(ROWS);
            connection.commit();
        }
    }

    @Test
    void closingAndCancellingGiveTheLocksBack() throws SQLException {
        try (Statement statement = streaming(10)) {
            assertThat(statement.executeQuery("SELECT id FROM sorted").next()).isTrue();
        }
        insert("sorted", 100_002);
        remove(100_002);
        try (Statement statement = streaming(10)) {
            final ResultSet first = statement.executeQuery("SELECT id FROM sorted");
            assertThat(first.next()).isTrue();
            // The same statement again.
            assertThat(ids(statement.executeQuery("SELECT id FROM sorted"))).hasSize(ROWS);
            assertState(first::next, "HY010");
        }
        insert("sorted", 100_003);
        remove(100_003);
        final Statement statement = streaming(10);
        assertThat(statement.executeQuery("SELECT id FROM sorted").next()).isTrue();
        connection.close();
        insert("sorted", 100_004);
        remove(100_004);
    }

    @Test
    void serverEndsWithAstream() throws SQLException {
        try (TestServer ending = new TestServer(0, options -> options.queryRowsMax(10), builder -> builder);
            Connection reader = ending.connect();
            Statement statement = reader.createStatement()) {
            statement.setFetchSize(5);
            final ResultSet rows = statement.executeQuery("SELECT id FROM account");
            assertThat(rows.next()).isTrue();
            ending.server.close();
            assertThatThrownBy(() -> ids(rows)).isInstanceOf(SQLException.class);
        }
    }

    /** For who calls the procedures without the driver. */
    @Test
    void cursorsAreOfTransactions() throws SQLException {
        try (PreparedStatement open = connection.prepareStatement("{call \"baton.open\"(?, ?, 0, ?, ?, ?)}");
            PreparedStatement fetch = connection.prepareStatement("{call \"baton.fetch\"(?, ?)}")) {
            open.setLong(1, 1);
            open.setString(2, "SELECT id FROM sorted");
            open.setArray(3, connection.createArrayOf("ANY", new Object[0]));
            open.setLong(4, 10);
            open.setBoolean(5, false);
            assertState(open::executeQuery, "0A000");
            connection.setAutoCommit(false);
            open.executeQuery();
            fetch.setLong(1, 2);
            fetch.setLong(2, 10);
            assertState(fetch::executeQuery, "07001");
            connection.rollback();
            open.executeQuery();
            assertState(open::executeQuery, "07001");
            connection.rollback();
            open.executeQuery();
            fetch.setLong(1, 1);
            fetch.setLong(2, -1);
            assertState(fetch::executeQuery, "22003");
            connection.rollback();
        }
    }
}
