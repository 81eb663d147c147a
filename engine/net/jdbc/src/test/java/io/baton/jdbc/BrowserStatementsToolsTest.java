package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What DBeaver's generic driver asks for: how it opens a connection, lists tables, and reads, filters, sorts and counts
 * their rows.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserStatementsToolsTest {

    private static final int WINDOW = 200;

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
    }

    @AfterAll
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        try (rows) {
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    rows.getObject(i);
                }
                count++;
            }
        }
        return count;
    }

    @Test
    void opensAConnectionAndListsWhatIsThere() throws SQLException {
        final DatabaseMetaData about = connection.getMetaData();
        connection.setClientInfo("ApplicationName", "DBeaver - Main");
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(about.supportsTransactionIsolationLevel(connection.getTransactionIsolation())).isTrue();
        connection.setReadOnly(false);
        assertThat(connection.getCatalog()).isNull();
        assertThat(connection.getSchema()).isNull();
        assertThat(about.getIdentifierQuoteString()).isEqualTo("\"");
        assertThat(about.getSQLKeywords()).isNotNull();
        assertThat(count(about.getCatalogs())).isZero();
        assertThat(count(about.getSchemas())).isZero();
        assertThat(count(about.getTableTypes())).isPositive();
        assertThat(count(about.getTypeInfo())).isPositive();
        assertThat(count(about.getTables(null, null, "%", null))).isEqualTo(3);
        assertThat(count(about.getTables(null, null, "account", null))).isEqualTo(1);
        assertThat(count(about.getColumns(null, null, "account", "%"))).isEqualTo(3);
        assertThat(count(about.getPrimaryKeys(null, null, "journal"))).isEqualTo(2);
        assertThat(count(about.getIndexInfo(null, null, "account", false, true))).isPositive();
        assertThat(count(about.getImportedKeys(null, null, "account"))).isZero();
        assertThat(count(about.getExportedKeys(null, null, "account"))).isZero();
        assertThat(count(about.getTablePrivileges(null, null, "account"))).isNotNegative();
        assertThat(count(about.getProcedures(null, null, "%"))).isPositive();
        assertThat(count(about.getProcedureColumns(null, null, "Transfer", "%"))).isPositive();
        assertThat(count(about.getFunctions(null, null, "%"))).isNotNegative();
        assertThat(count(about.getUDTs(null, null, "%", null))).isZero();
        assertThat(connection.isValid(10)).isTrue();
        assertThat((Object) connection.getWarnings()).isNull();
    }

    private static Arguments row(String sql, int rows) {
        return Arguments.of(sql, rows);
    }

    /** As its data editor writes them, and the helpers behind it. */
    static Stream<Arguments> statements() {
        return Stream.of(
            row("SELECT * FROM account", 50),
            row("SELECT a.* FROM account a", 50),
            row("SELECT a.* FROM account a WHERE a.id=7", 1),
            row("SELECT a.* FROM account a\nWHERE a.id=7", 1),
            row("SELECT a.* FROM account a\nWHERE a.owner='owner3'", 10),
            row("SELECT a.* FROM account a\nWHERE a.owner IN ('owner3','owner4')", 20),
            row("SELECT a.* FROM account a\nWHERE a.owner LIKE 'owner%'", 50),
            row("SELECT a.* FROM account a\nWHERE a.id > 40 AND a.owner='owner3'", 2),
            row("SELECT a.* FROM account a\nWHERE a.id >= 10 AND a.id <= 19", 10),
            row("SELECT a.* FROM account a\nWHERE a.id <> 7", 49),
            row("SELECT a.* FROM account a\nWHERE a.id BETWEEN 3 AND 5", 3),
            row("SELECT a.* FROM account a\nWHERE a.owner IS NULL", 0),
            row("SELECT a.* FROM account a\nWHERE a.owner IS NOT NULL", 50),
            row("SELECT a.* FROM account a\nORDER BY a.id DESC", 50),
            row("SELECT a.* FROM account a\nORDER BY a.owner,a.id DESC", 50),
            row("SELECT a.* FROM account a\nWHERE a.id < 5\nORDER BY a.balance", 5),
            row("SELECT * FROM \"account\"", 50),
            row("SELECT x.* FROM \"account\" x WHERE x.\"id\"=7", 1),
            row("SELECT * FROM account WHERE 1=0", 0),
            row("SELECT id, owner FROM account WHERE id=7", 1),
            row("SELECT a.id,a.owner FROM account a ORDER BY a.id", 50),
            row("SELECT * FROM account LIMIT 10", 10),
            row("SELECT * FROM account LIMIT 10 OFFSET 45", 5),
            row("SELECT * FROM kinds", 2),
            row("SELECT k.* FROM kinds k WHERE k.name='full'", 1),
            row("SELECT j.* FROM journal j", 0),
            row("SELECT 1", 1),
            row("SELECT COUNT(*) FROM account", 1));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void runsAsAScriptAndPrepared(String sql, int rows) throws SQLException {
        try (Statement statement =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setMaxRows(WINDOW);
            statement.setFetchSize(WINDOW);
            assertThat(statement.execute(sql)).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(rows);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
        try (PreparedStatement statement =
            connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            assertThat(statement.execute()).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(rows);
        }
    }

    @Test
    void countsAndFiltersWithQuestionMarks() throws SQLException {
        try (PreparedStatement counts =
            connection.prepareStatement("SELECT COUNT(*) FROM account WHERE owner = ? AND id > ?")) {
            counts.setString(1, "owner3");
            counts.setLong(2, 10);
            try (ResultSet rows = counts.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getObject(1)).isEqualTo(8L);
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void sortsAndKnowsItsColumns() throws SQLException {
        final List<Long> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT a.* FROM account a\nORDER BY a.owner DESC,a.id")) {
            assertThat(rows.getMetaData().getTableName(1)).isEqualTo("account");
            assertThat(rows.getMetaData().getColumnName(1)).isEqualTo("id");
            assertThat(rows.getMetaData().getColumnLabel(3)).isEqualTo("owner");
            while (rows.next() && ids.size() < 3) {
                ids.add(rows.getLong("id"));
            }
        }
        assertThat(ids).containsExactly(4L, 9L, 14L);
    }
}
