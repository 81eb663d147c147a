package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Queries of tables by their primary keys, and what there is of tables. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryTest {

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() throws SQLException {
        server = new TestServer();
        try (Connection writer = server.connect();
            PreparedStatement write = writer.prepareStatement("{call Write(?, ?, ?)}")) {
            for (int account = 1; account <= 3; account++) {
                for (int number = 1; number <= 5; number++) {
                    write.setLong(1, account);
                    write.setInt(2, number);
                    write.setString(3, account + "/" + number);
                    write.addBatch();
                }
            }
            write.executeBatch();
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = server.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private List<String> texts(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return column(statement.executeQuery(), 1);
        }
    }

    private static List<String> column(ResultSet rows, int column) throws SQLException {
        final List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(column));
        }
        return texts;
    }

    @Test
    void rowsAreFoundByTheirKeys() throws SQLException {
        assertThat(texts("SELECT 1")).containsExactly("1");
        assertThat(texts("select 'it''s'")).containsExactly("it's");
        assertThat(texts("/* a tool's */ SELECT/**/'/* -- */' -- why")).containsExactly("/* -- */");
        assertThat(texts("SELECT balance /* by \n key? */ FROM account\n-- ?\nWHERE id=? /* */", 49))
            .containsExactly("1000.00");
        assertThat(texts("SELECT ?", 7)).containsExactly("7");
        assertThat(texts("SELECT balance FROM account WHERE id = ?", 49)).containsExactly("1000.00");
        assertThat(texts("SELECT owner FROM Account WHERE \"id\" = '48';")).containsExactly("owner3");
        assertThat(texts("SELECT * FROM account WHERE id = 1000")).isEmpty();
        assertThat(texts("SELECT id FROM account WHERE id BETWEEN ? AND ?", 3, 6L))
            .containsExactlyInAnyOrder("3", "4", "5", "6");
        assertThat(texts("SELECT text FROM journal WHERE account = 2 AND number = 3")).containsExactly("2/3");
        assertThat(texts("SELECT text FROM journal WHERE account = 2")).containsExactly("2/1", "2/2", "2/3", "2/4",
            "2/5");
        assertThat(texts("SELECT text FROM journal WHERE number BETWEEN 2 AND 3 AND account = 2 LIMIT 1"))
            .containsExactly("2/2");
        assertThat(texts("SELECT text FROM journal WHERE number = 4")).containsExactlyInAnyOrder("1/4", "2/4", "3/4");
        assertThat(texts("SELECT text FROM journal LIMIT 7")).hasSize(7);
        assertThat(texts("SELECT text FROM journal LIMIT ?", 0)).isEmpty();
        assertThat(texts("SELECT id FROM account")).hasSize(Bank.ACCOUNTS);
        assertThat(texts("SELECT name FROM kinds WHERE name BETWEEN 'g' AND 'z'")).containsExactly("null");
    }

    /** What a key cannot hold is no mistake: no row has it. */
    @Test
    void valuesBeyondAkeyFindNoRow() throws SQLException {
        for (final String value : List.of("1e30", "99999999999999999999", "1.5", "-1", "1099511627776", "1E400",
            "9223372036854775808", "'1e30'", "NULL", "'1.5'")) {
            assertThat(texts("SELECT id FROM account WHERE id = " + value)).as(value).isEmpty();
            assertThat(texts("SELECT id FROM account WHERE id IN (" + value + ", 7)")).as(value).containsExactly("7");
            assertThat(texts("SELECT text FROM journal WHERE account = 1 AND number = " + value)).as(value).isEmpty();
        }
        for (final Object value : new Object[] {new BigDecimal("1e30"), 1e30, 1.5, "1.5", Double.NaN, -1,
            Double.POSITIVE_INFINITY, Long.MAX_VALUE}) {
            assertThat(texts("SELECT id FROM account WHERE id = ?", value)).as(value.toString()).isEmpty();
        }
        assertThat(texts("SELECT id FROM account WHERE id = 7.000")).containsExactly("7");
        assertThat(texts("SELECT id FROM account WHERE id = 0.7e1")).containsExactly("7");
        assertThat(texts("SELECT id FROM account WHERE id = ?", 7.0)).containsExactly("7");
        assertThat(texts("SELECT id FROM account WHERE balance = 1000")).hasSize(Bank.ACCOUNTS);
        assertThat(texts("SELECT id FROM account WHERE balance = 1000.001")).isEmpty();
        assertThat(texts("SELECT count(*) FROM account WHERE id < 1e30 AND id > -1E400")).containsExactly("50");
        assertThat(texts("SELECT name FROM kinds WHERE name = 'a text that is longer than the key'")).isEmpty();
        assertThat(texts("SELECT name FROM kinds WHERE name < 'fulllllllllllllllllllllll'")).containsExactly("full");
        assertThat(texts("SELECT name FROM kinds WHERE floating = 4.5")).containsExactly("full");
        assertThat(texts("SELECT name FROM kinds WHERE tiny = 300")).isEmpty();
        assertThat(texts("SELECT name FROM kinds WHERE wide = 6.25")).containsExactly("full");
    }

    @Test
    void toolsAskForMoreThanKeys() throws SQLException {
        assertThat(texts("SELECT COUNT(*) FROM account")).containsExactly("50");
        assertThat(texts("SELECT COUNT(1) FROM account t WHERE t.owner = 'owner3'")).containsExactly("10");
        assertThat(texts("SELECT count(tiny) FROM kinds")).containsExactly("1");
        assertThat(texts("SELECT MAX(id) AS most FROM account")).containsExactly("49");
        assertThat(texts("SELECT MIN(id) FROM account WHERE id > 1000")).containsExactly((String) null);
        assertThat(texts("SELECT t.* FROM ACCOUNT t WHERE 1=0")).isEmpty();
        assertThat(texts("SELECT t.* FROM ACCOUNT AS \"t\" WHERE 1=1 AND t.\"id\" < 2 ORDER BY t.id DESC"))
            .containsExactly("1", "0");
        assertThat(texts("SELECT a1_0.id,a1_0.owner FROM account a1_0 WHERE a1_0.owner = ? ORDER BY a1_0.id OFFSET ? "
            + "ROWS FETCH FIRST ? ROWS ONLY", "owner3", 1, 2)).containsExactly("8", "13");
        assertThat(texts("SELECT id FROM account WHERE id >= 10 AND id < 20 AND NOT (id BETWEEN 12 AND 18) "
            + "ORDER BY 1")).containsExactly("10", "11", "19");
        assertThat(texts("SELECT id FROM account WHERE id IN (?, 3, ?) OR id = 48 ORDER BY id", 5, 1000))
            .containsExactly("3", "5", "48");
        assertThat(texts("SELECT id FROM account WHERE owner LIKE '%er4' AND id <> 4 ORDER BY id LIMIT 2, 2"))
            .containsExactly("19", "24");
        assertThat(texts("SELECT owner, id AS number FROM account WHERE (id = 1 OR (id) = (2)) ORDER BY number DESC"))
            .containsExactly("owner2", "owner1");
        assertThat(texts("SELECT name FROM kinds WHERE tiny IS NULL")).containsExactly("null");
        assertThat(texts("SELECT name FROM kinds WHERE NOT tiny IS NULL AND bool")).containsExactly("full");
        assertThat(texts("SELECT name FROM kinds ORDER BY tiny NULLS LAST")).containsExactly("full", "null");
        assertThat(texts("SELECT name FROM kinds ORDER BY tiny")).containsExactly("null", "full");
        assertThat(texts("SELECT name FROM kinds WHERE day > DATE '2026-11-22' AND day < '2026-11-24'"))
            .containsExactly("full");
        assertThat(
            texts("SELECT name FROM kinds WHERE bytes = X'07' AND uuid = '00000000-0000-0001-0000-000000000002'"))
            .containsExactly("full");
        assertThat(texts("SELECT text FROM journal WHERE account = 2 ORDER BY number DESC LIMIT 2"))
            .containsExactly("2/5", "2/4");
        assertThat(texts("SELECT text FROM journal WHERE account IN (1, 3) AND number > 4 ORDER BY account DESC"))
            .containsExactly("3/5", "1/5");
        // A moment without a zone is in that of the JVM, as in calls; with one it is what it says.
        final Instant moment = Instant.parse("2026-11-23T10:15:30.000001Z");
        final String local = moment.atZone(java.time.ZoneId.systemDefault()).toLocalDateTime().toString();
        for (final String literal : List.of("TIMESTAMP '" + local + "'", "timestamp '" + local.replace('T', ' ') + "'",
            "{ts '" + local.replace('T', ' ') + "'}", "TIMESTAMP '" + moment + "'",
            "TIMESTAMP '2026-11-23 11:15:30.000001+01:00'", "'2026-11-23 10:15:30.000001'")) {
            assertThat(texts("SELECT name FROM kinds t WHERE t.moment = " + literal)).as(literal)
                .containsExactly("full");
        }
        assertThat(texts("SELECT name FROM kinds WHERE day = {d '2026-11-23'} AND moment > {d '2026-11-23'}"))
            .containsExactly("full");
        assertThat(texts("SELECT 1 AS one")).containsExactly("1");
        assertThat(texts("SELECT 1 FROM account WHERE id = 5")).containsExactly("1");
        assertThat(texts("SELECT NULL")).containsExactly((String) null);
    }

    @Test
    void literalsWithoutAzoneAreInThatOfTheJvm() throws SQLException {
        final TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
            for (final String literal : List.of("TIMESTAMP '2026-11-23 15:45:30.000001'",
                "{ts '2026-11-23 15:45:30.000001'}", "{ts '2026-11-23T10:15:30.000001Z'}")) {
                assertThat(texts("SELECT name FROM kinds WHERE moment = " + literal)).as(literal)
                    .containsExactly("full");
            }
            TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
            for (final String leftOut : List.of("TIMESTAMP '2026-03-29 02:30:00'", "{ts '2026-03-29 02:30:00'}")) {
                assertThatThrownBy(() -> texts("SELECT name FROM kinds WHERE moment = " + leftOut)).as(leftOut)
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("22008"));
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void columnsOfAnswersAreDescribed() throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery(
                "SELECT a.id AS \"Number\", owner o, balance FROM account a")) {
            final var metadata = row.getMetaData();
            assertThat(metadata.getColumnLabel(1)).isEqualTo("Number");
            assertThat(metadata.getColumnName(1)).isEqualTo("id");
            assertThat(metadata.getTableName(1)).isEqualTo("account");
            assertThat(metadata.getColumnLabel(2)).isEqualTo("o");
            assertThat(metadata.getColumnName(2)).isEqualTo("owner");
            assertThat(metadata.isNullable(2)).isEqualTo(java.sql.ResultSetMetaData.columnNullable);
            assertThat(metadata.isNullable(1)).isEqualTo(java.sql.ResultSetMetaData.columnNoNulls);
            assertThat(metadata.getColumnName(3)).isEqualTo("balance");
            assertThat(metadata.getScale(3)).isEqualTo(2);
            assertThat(row.next()).isTrue();
            assertThat(row.getLong("number")).isEqualTo(row.getLong(1));
        }
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("SELECT COUNT(*), MAX(owner) m FROM account WHERE 1 = 0")) {
            final var metadata = row.getMetaData();
            assertThat(metadata.getColumnLabel(1)).isEqualTo("COUNT(*)");
            assertThat(metadata.getColumnType(1)).isEqualTo(java.sql.Types.BIGINT);
            assertThat(metadata.isNullable(1)).isEqualTo(java.sql.ResultSetMetaData.columnNoNulls);
            assertThat(metadata.getColumnLabel(2)).isEqualTo("m");
            assertThat(metadata.isNullable(2)).isEqualTo(java.sql.ResultSetMetaData.columnNullable);
            assertThat(metadata.getTableName(2)).isEmpty();
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1)).isZero();
            assertThat(row.getString(2)).isNull();
        }
    }

    @Test
    void everyTypeOfColumnHasItsValue() throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("SELECT * FROM kinds WHERE name = 'full'")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getBoolean("bool")).isTrue();
            assertThat(row.getByte("tiny")).isEqualTo((byte) 1);
            assertThat(row.getShort("small")).isEqualTo((short) 2);
            assertThat(row.getInt("whole")).isEqualTo(3);
            assertThat(row.getDouble("floating")).isEqualTo(4.5);
            assertThat(row.getBigDecimal("wide")).isEqualTo(new BigDecimal("6.25000"));
            assertThat(row.getBytes("bytes")).containsExactly(7);
            assertThat(row.getString("day")).isEqualTo("2026-11-23");
            assertThat(row.getTimestamp("moment"))
                .isEqualTo(Timestamp.from(Instant.parse("2026-11-23T10:15:30.000001Z")));
            assertThat(row.getObject("uuid")).isEqualTo(new UUID(1, 2));
            assertThat(row.getMetaData().getTableName(1)).isEqualTo("kinds");
            assertThat(row.getMetaData().isNullable(1)).isZero();
            assertThat(row.getMetaData().getPrecision(7)).isEqualTo(30);
            assertThat(row.getMetaData().getScale(7)).isEqualTo(5);
            assertThat(row.getMetaData().getColumnTypeName(3)).isEqualTo("TINYINT");
        }
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("SELECT * FROM kinds WHERE name = 'null'")) {
            assertThat(row.next()).isTrue();
            for (int i = 2; i <= 11; i++) {
                assertThat(row.getObject(i)).isNull();
            }
        }
    }

    @Test
    void maxRowsBoundQueries() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            assertThat(column(statement.executeQuery("SELECT id FROM account"), 1)).hasSize(3);
            statement.setFetchSize(2);
            statement.setMaxRows(0);
            assertThat(column(statement.executeQuery("SELECT id FROM account"), 1)).hasSize(Bank.ACCOUNTS);
        }
        try (TestServer small = new TestServer(options -> options.queryRowsMax(10));
            Connection other = small.connect();
            Statement statement = other.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM account"))
                .isInstanceOf(SQLException.class).hasMessageContaining("LIMIT")
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("54000"));
            assertThat(column(statement.executeQuery("SELECT id FROM account LIMIT 10"), 1)).hasSize(10);
        }
    }

    @Test
    void whatIsNotUnderstoodSaysSo() throws SQLException {
        final Map<String, String> states = Map.ofEntries(Map.entry("SELECT", "42601"),
            Map.entry("SELECT * FROM", "42601"), Map.entry("SELECT * FROM nobody", "42P01"),
            Map.entry("SELECT * FROM public.account", "42P01"), Map.entry("SELECT nothing FROM account", "42703"),
            Map.entry("SELECT x.id FROM account a", "42703"), Map.entry("SELECT account.id FROM account a", "42703"),
            Map.entry("SELECT * FROM account WHERE nothing = 1", "42703"),
            Map.entry("SELECT * FROM account ORDER BY nothing", "42703"),
            Map.entry("SELECT * FROM account WHERE id = 'x'", "42804"),
            Map.entry("SELECT * FROM account WHERE id = TRUE", "42804"),
            Map.entry("SELECT * FROM account WHERE owner", "42804"),
            Map.entry("SELECT * FROM account WHERE owner = id", "42804"),
            Map.entry("SELECT * FROM account WHERE id IN ()", "42601"),
            Map.entry("SELECT * FROM account WHERE id NOT IN ( )", "42601"),
            Map.entry("SELECT TIMESTAMP '2026-01-01 00:00:00.1234567Z'", "22008"),
            Map.entry("SELECT TIMESTAMP '2026-01-01 00:00:00.1234567'", "22008"),
            Map.entry("SELECT {ts '2026-01-01 00:00:00.999999999'}", "22008"),
            Map.entry("SELECT * FROM kinds WHERE moment = TIMESTAMP '2026-01-01 00:00:00.0000001Z'", "22008"),
            Map.entry("SELECT * FROM kinds WHERE moment < '2026-01-01 00:00:00.0000001'", "22008"),
            Map.entry("SELECT * FROM kinds WHERE moment IN ('2026-01-01 00:00:00.0000001Z')", "22008"),
            Map.entry("SELECT * FROM kinds WHERE day < '2026-01-01 00:00:00.0000001Z'", "22008"),
            Map.entry("SELECT DATE '+999999999-12-31'", "22008"),
            Map.entry("SELECT name, DATE '-999999999-01-01' FROM kinds WHERE 1 = 0", "22008"),
            Map.entry("SELECT TIMESTAMP '+999999999-12-31 00:00:00Z'", "22008"),
            Map.entry("SELECT {ts '-999999999-01-02 00:00:00'}", "22008"),
            Map.entry("SELECT * FROM account WHERE id LIKE '1%'", "42804"),
            Map.entry("SELECT * FROM account WHERE 1 = 'x'", "42804"),
            Map.entry("SELECT * FROM kinds WHERE day = TRUE", "42804"),
            Map.entry("SELECT id, count(*) FROM account", "0A000"),
            Map.entry("SELECT * FROM account a, journal b", "0A000"),
            Map.entry("SELECT * FROM account ORDER BY 7", "42601"),
            Map.entry("SELECT * FROM account LIMIT -1", "42601"), Map.entry("SELECT * FROM account; x", "42601"),
            Map.entry("SELECT * FROM account WHERE id = 'x", "42601"), Map.entry("DROP TABLE account", "42601"),
            Map.entry("INSERT INTO account VALUES (1)", "42601"));
        try (Statement statement = connection.createStatement()) {
            states.forEach((sql, state) -> assertThatThrownBy(() -> statement.executeQuery(sql)).as(sql)
                .isInstanceOf(SQLException.class).hasMessageNotContaining("Exception")
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.getMessage()).isEqualTo(state)));
            assertThatThrownBy(() -> statement.executeUpdate("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    /** Without a lock of the whole table, a reader that misses a row that moves would see another sum. */
    @Test
    void awholeTableIsReadAsOfOneMoment() throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        final Thread mover = Thread.ofVirtual().start(() -> {
            try (Connection writer = server.connect();
                PreparedStatement transfer = writer.prepareStatement("{call Transfer(?, ?, 1)}")) {
                for (int i = 0; !done.get(); i++) {
                    transfer.setLong(1, i % Bank.ACCOUNTS);
                    transfer.setLong(2, (i * 7 + 1) % Bank.ACCOUNTS);
                    if (i % Bank.ACCOUNTS != (i * 7 + 1) % Bank.ACCOUNTS) {
                        transfer.execute();
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 50; i++) {
                BigDecimal sum = BigDecimal.ZERO;
                try (ResultSet rows = statement.executeQuery("SELECT balance FROM account")) {
                    while (rows.next()) {
                        sum = sum.add(rows.getBigDecimal(1));
                    }
                }
                assertThat(sum).isEqualTo(BigDecimal.valueOf(Bank.ACCOUNTS * Bank.CENTS, 2));
            }
        } finally {
            done.set(true);
            mover.join();
        }
    }

    @Test
    void tablesAreDescribed() throws SQLException {
        final var metadata = connection.getMetaData();
        assertThat(column(metadata.getTables(null, null, "%", null), 3)).containsExactly("account", "journal",
            "kinds");
        assertThat(column(metadata.getTables(null, null, "a%", new String[] {"TABLE"}), 3))
            .containsExactly("account");
        assertThat(column(metadata.getTables(null, null, null, new String[] {"VIEW"}), 3)).isEmpty();
        assertThat(column(metadata.getTables("other", null, null, null), 3)).isEmpty();
        assertThat(column(metadata.getColumns(null, null, "account", null), 4)).containsExactly("id", "balance",
            "owner");
        assertThat(column(metadata.getColumns(null, null, "account", null), 18)).containsExactly("NO", "NO", "YES");
        assertThat(column(metadata.getColumns(null, null, null, "b%"), 4)).containsExactly("balance", "bool", "bytes");
        assertThat(column(metadata.getPrimaryKeys(null, null, "journal"), 4)).containsExactly("account", "number");
        assertThat(column(metadata.getIndexInfo(null, null, "account", false, true), 6)).containsExactly("primary",
            "by_owner");
        assertThat(column(metadata.getIndexInfo(null, null, "account", true, true), 6)).containsExactly("primary");
        assertThat(column(metadata.getBestRowIdentifier(null, null, "account", 2, true), 2)).containsExactly("id");
        assertThat(column(metadata.getImportedKeys(null, null, "account"), 1)).isEmpty();
        assertThat(column(metadata.getTypeInfo(), 1)).contains("BIGINT", "VARCHAR", "UUID");
        assertThat(column(metadata.getTableTypes(), 1)).containsExactly("TABLE");
        assertThat(column(metadata.getCatalogs(), 1)).isEmpty();
        assertThat(column(metadata.getSchemas(), 1)).isEmpty();
    }

    @Test
    void proceduresAreDescribed() throws SQLException {
        final var metadata = connection.getMetaData();
        assertThat(column(metadata.getProcedures(null, null, null), 3)).contains("Transfer", "Deposit", "Hold")
            .doesNotContain("NotCallable", "baton.query");
        assertThat(column(metadata.getFunctions(null, "", "B%"), 3)).containsExactly("Balance");
        assertThat(column(metadata.getProcedureColumns(null, null, "Deposit", "%"), 4)).containsExactly("account",
            "amount", "before", "after", "owner");
        assertThat(column(metadata.getProcedureColumns(null, null, "Deposit", null), 5)).containsExactly("1", "1",
            "4", "4", "4");
        assertThat(column(metadata.getProcedureColumns(null, null, "Increment", null), 5)).containsExactly("2", "1",
            "4");
        assertThat(column(metadata.getProcedureColumns(null, null, "Statement", null), 5)).containsExactly("1", "1",
            "3", "3", "3");
        assertThat(column(metadata.getFunctionColumns(null, null, "Transfer", null), 4)).containsExactly(
            "RETURN_VALUE", "from", "to", "cents");
    }
}
