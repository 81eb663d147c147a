package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What tools read of metadata is true, value by value. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataValuesTest {

    private TestServer server;
    private Connection connection;
    private DatabaseMetaData metadata;

    @BeforeAll
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
        metadata = connection.getMetaData();
    }

    @AfterAll
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    /** Some columns of all rows. */
    private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
        final List<String> lines = new ArrayList<>();
        while (rows.next()) {
            final StringJoiner line = new StringJoiner(" ");
            for (final String column : columns) {
                line.add(rows.getString(column));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    @Test
    void columnsOfTables() throws SQLException {
        final String[] read = {"COLUMN_NAME", "TYPE_NAME", "COLUMN_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX",
            "CHAR_OCTET_LENGTH", "IS_NULLABLE", "ORDINAL_POSITION"};
        assertThat(rows(metadata.getColumns(null, null, "account", null), read)).containsExactly(
            "id BIGINT 19 0 10 null NO 1", "balance DECIMAL 18 2 10 null NO 2", "owner VARCHAR 20 null null 20 YES 3");
        assertThat(rows(metadata.getColumns(null, null, "kinds", null), read)).containsExactly(
            "name VARCHAR 10 null null 10 NO 1", "bool BOOLEAN 1 null null null YES 2",
            "tiny TINYINT 3 0 10 null YES 3", "small SMALLINT 5 0 10 null YES 4", "whole INTEGER 10 0 10 null YES 5",
            "floating DOUBLE 17 null 10 null YES 6", "wide DECIMAL 30 5 10 null YES 7",
            "bytes VARBINARY 16 null null 16 YES 8", "day DATE 10 null null null YES 9",
            "moment TIMESTAMP_WITH_TIMEZONE 32 6 null null YES 10", "uuid UUID 36 null null null YES 11");
    }

    @Test
    void keysAndIndexes() throws SQLException {
        assertThat(rows(metadata.getPrimaryKeys(null, null, "journal"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
            .containsExactly("account 1 primary", "number 2 primary");
        final String[] read = {"INDEX_NAME", "NON_UNIQUE", "TYPE", "ORDINAL_POSITION", "COLUMN_NAME", "ASC_OR_DESC"};
        // What is hashed has no order; 2 is tableIndexHashed, 3 tableIndexOther.
        assertThat(rows(metadata.getIndexInfo(null, null, "account", false, true), read))
            .containsExactly("primary false 2 1 id null", "by_owner true 2 1 owner null");
        assertThat(rows(metadata.getIndexInfo(null, null, "journal", false, true), read))
            .containsExactly("primary false 3 1 account null", "primary false 3 2 number A");
        assertThat(rows(metadata.getIndexInfo(null, null, "kinds", true, true), read))
            .containsExactly("primary false 3 1 name A");
        assertThat(rows(metadata.getBestRowIdentifier(null, null, "journal", 0, false), "COLUMN_NAME", "TYPE_NAME",
            "DECIMAL_DIGITS")).containsExactly("account BIGINT 0", "number INTEGER 0");
    }

    /** Decimals of procedures have the digits that their values have: nobody knows how many. */
    @Test
    void columnsOfProcedures() throws SQLException {
        final String[] read = {"COLUMN_NAME", "COLUMN_TYPE", "TYPE_NAME", "PRECISION", "LENGTH", "SCALE", "RADIX",
            "IS_NULLABLE", "ORDINAL_POSITION"};
        assertThat(rows(metadata.getProcedureColumns(null, null, "Deposit", null), read)).containsExactly(
            "account 1 BIGINT 19 8 0 10 NO 1", "amount 1 DECIMAL null null null 10 YES 2",
            "before 4 DECIMAL null null null 10 YES 3", "after 4 DECIMAL null null null 10 YES 4",
            "owner 4 VARCHAR 65535 65535 null null YES 5");
        assertThat(rows(metadata.getProcedureColumns(null, null, "Statement", null), read)).containsExactly(
            "from 1 BIGINT 19 8 0 10 NO 1", "count 1 INTEGER 10 4 0 10 NO 2",
            "account 3 BIGINT 19 8 0 10 NO 1", "balance 3 DECIMAL null null null 10 YES 2",
            "owner 3 VARCHAR 65535 65535 null null YES 3");
        assertThat(rows(metadata.getProcedureColumns(null, null, "Owners", null), read)).containsExactly(
            "from 1 BIGINT 19 8 0 10 NO 1", "count 1 INTEGER 10 4 0 10 NO 2",
            "result 3 VARCHAR 65535 65535 null null YES 1");
        assertThat(rows(metadata.getProcedureColumns(null, null, "Balance", null), read)).containsExactly(
            "RETURN_VALUE 5 DECIMAL null null null 10 YES 0", "account 1 BIGINT 19 8 0 10 NO 1");
        assertThat(rows(metadata.getFunctionColumns(null, null, "Balance", null), "COLUMN_NAME", "SCALE",
            "ORDINAL_POSITION")).containsExactly("RETURN_VALUE null 0", "account 0 1");
        assertThat(rows(metadata.getProcedureColumns(null, null, "Echo", "a%"), "TYPE_NAME", "DATA_TYPE", "SCALE"))
            .containsExactly("BOOLEAN 16 null", "INTEGER 4 0", "BIGINT -5 0", "DOUBLE 8 null", "DECIMAL 3 null",
                "VARCHAR 12 null", "VARBINARY -3 null", "UUID 1111 null", "TIMESTAMP_WITH_TIMEZONE 2014 6",
                "DATE 91 null", "ARRAY 2003 null");
    }

    @Test
    void types() throws SQLException {
        assertThat(rows(metadata.getTypeInfo(), "TYPE_NAME", "DATA_TYPE", "PRECISION", "LITERAL_PREFIX",
            "LITERAL_SUFFIX", "SEARCHABLE", "UNSIGNED_ATTRIBUTE", "MINIMUM_SCALE", "MAXIMUM_SCALE", "NUM_PREC_RADIX"))
            .containsExactly("TINYINT -6 3 null null 2 false 0 0 10", "BIGINT -5 19 null null 2 false 0 0 10",
                "VARBINARY -3 65535 X' ' 2 false null null null", "DECIMAL 3 38 null null 2 false 0 38 10",
                "INTEGER 4 10 null null 2 false 0 0 10", "SMALLINT 5 5 null null 2 false 0 0 10",
                "DOUBLE 8 17 null null 2 false null null 10", "VARCHAR 12 65535 ' ' 2 false null null null",
                "BOOLEAN 16 1 null null 2 false null null null", "DATE 91 10 DATE ' ' 2 false null null null",
                "UUID 1111 36 ' ' 2 false null null null", "ANY 2000 0 null null 0 false null null null",
                "STRUCT 2002 0 null null 0 false null null null", "ARRAY 2003 0 null null 0 false null null null",
                "TIMESTAMP_WITH_TIMEZONE 2014 32 TIMESTAMP ' ' 2 false 6 6 null");
    }

    @Test
    void columnsOfResults() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSetMetaData columns = statement.executeQuery("{call Statement(0, 2)}").getMetaData();
            assertThat(columns.getScale(2)).isEqualTo(2);
            assertThat(columns.getPrecision(2)).isEqualTo(6);
            assertThat(columns.isSearchable(1)).isFalse();
            columns = statement.executeQuery("{call Any(0.00012)}").getMetaData();
            assertThat(columns.getColumnTypeName(1)).isEqualTo("ANY");
            columns = statement.executeQuery("SELECT * FROM journal").getMetaData();
            assertThat(List.of(columns.isSearchable(1), columns.isSearchable(2), columns.isSearchable(3)))
                .containsExactly(true, true, true);
            columns = statement.executeQuery("SELECT 1.25").getMetaData();
            assertThat(List.of(columns.getPrecision(1), columns.getScale(1))).containsExactly(3, 2);
            columns = statement.executeQuery("SELECT * FROM account LIMIT 0").getMetaData();
            assertThat(List.of(columns.getPrecision(2), columns.getScale(2))).containsExactly(18, 2);
        }
        try (PreparedStatement call = connection.prepareStatement("{call Deposit(?, ?)}")) {
            final ParameterMetaData parameters = call.getParameterMetaData();
            assertThat(List.of(parameters.getPrecision(1), parameters.getScale(1))).containsExactly(19, 0);
            // 0 of both: any.
            assertThat(List.of(parameters.getPrecision(2), parameters.getScale(2))).containsExactly(0, 0);
            assertThat(parameters.isNullable(1)).isEqualTo(ParameterMetaData.parameterNoNulls);
            assertThat(parameters.getParameterClassName(2)).isEqualTo("java.math.BigDecimal");
        }
    }

    /** By these pools, frameworks and browsers decide what they try. */
    @Test
    void whatItSaysOfItself() throws SQLException {
        assertThat(metadata.getDatabaseProductName()).isEqualTo("Baton");
        assertThat(metadata.getJDBCMajorVersion() + "." + metadata.getJDBCMinorVersion()).isEqualTo("4.3");
        assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
        assertThat(List.of(metadata.supportsTransactions(), metadata.supportsStoredProcedures(),
            metadata.supportsStoredFunctionsUsingCallSyntax(), metadata.supportsNamedParameters(),
            metadata.supportsBatchUpdates(), metadata.allProceduresAreCallable(), metadata.allTablesAreSelectable(),
            metadata.supportsRefCursors())).doesNotContain(false);
        assertThat(List.of(metadata.supportsSavepoints(), metadata.supportsGetGeneratedKeys(),
            metadata.supportsMultipleOpenResults(), metadata.supportsMultipleResultSets(),
            metadata.supportsGroupBy(), metadata.supportsOuterJoins(), metadata.supportsUnion(),
            metadata.supportsSubqueriesInIns(), metadata.supportsSelectForUpdate(),
            metadata.supportsPositionedUpdate(), metadata.supportsANSI92EntryLevelSQL(),
            metadata.supportsSchemasInTableDefinitions(), metadata.supportsCatalogsInDataManipulation(),
            metadata.supportsDataDefinitionAndDataManipulationTransactions(), metadata.isReadOnly()))
            .doesNotContain(true);
        for (final int level : new int[] {Connection.TRANSACTION_NONE, Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ}) {
            assertThat(metadata.supportsTransactionIsolationLevel(level)).isFalse();
        }
        assertThat(metadata.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE)).isTrue();
        assertThat(metadata.getDefaultTransactionIsolation()).isEqualTo(connection.getTransactionIsolation());
        assertThat(metadata.getResultSetHoldability()).isEqualTo(connection.getHoldability());
        assertThat(metadata.supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE)).isFalse();
        assertThat(metadata.supportsResultSetConcurrency(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE))
            .isFalse();
    }
}
