package io.baton.jdbc.metadata;

import io.baton.jdbc.rows.Wrapping;
import io.baton.protocol.Description;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes the server, its tables and procedures, and the abilities of the driver. Asks the server at each question.
 * Thread-safe.
 */
public final class BatonDatabaseMetaData implements DatabaseMetaData, Wrapping {

    private static final int MAJOR = 0;
    private static final int MINOR = 1;
    private static final String VERSION = MAJOR + "." + MINOR;

    private final Connection connection;
    private final String url;
    private final String user;
    private final ServerCatalog catalog;

    /**
     * Makes one.
     *
     * @param connection whose it is
     * @param url where that is connected to
     * @param user who is
     * @param catalog what the server says
     */
    public BatonDatabaseMetaData(Connection connection, String url, String user, ServerCatalog catalog) {
        this.connection = connection;
        this.url = url;
        this.user = user;
        this.catalog = catalog;
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getURL() {
        return url;
    }

    @Override
    public String getUserName() {
        return user;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_SERIALIZABLE;
    }

    @Override
    public RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }

    // Procedures

    private List<Description> procedures(@Nullable String in, @Nullable String schemas, @Nullable String names)
            throws SQLException {
        final NamePattern pattern = new NamePattern(names);
        return NamePattern.isEverywhere(in, schemas)
            ? catalog.procedures().stream().filter(procedure -> pattern.matches(procedure.name())).toList() : List.of();
    }

    @Override
    public ResultSet getProcedures(@Nullable String in, @Nullable String schemas, @Nullable String names)
            throws SQLException {
        return ProcedureRows.procedures(procedures(in, schemas, names));
    }

    @Override
    public ResultSet getProcedureColumns(@Nullable String in, @Nullable String schemas, @Nullable String names,
            @Nullable String columns) throws SQLException {
        return ProcedureRows.procedureColumns(procedures(in, schemas, names), new NamePattern(columns));
    }

    @Override
    public ResultSet getFunctions(@Nullable String in, @Nullable String schemas, @Nullable String names)
            throws SQLException {
        return ProcedureRows.functions(procedures(in, schemas, names));
    }

    @Override
    public ResultSet getFunctionColumns(@Nullable String in, @Nullable String schemas, @Nullable String names,
            @Nullable String columns) throws SQLException {
        return ProcedureRows.functionColumns(procedures(in, schemas, names), new NamePattern(columns));
    }

    // Tables

    private List<TableInfo> tables(@Nullable String in, @Nullable String schemas, @Nullable String names)
            throws SQLException {
        final NamePattern pattern = new NamePattern(names);
        return NamePattern.isEverywhere(in, schemas)
            ? catalog.tables().stream().filter(table -> pattern.matches(table.name())).toList() : List.of();
    }

    /** One table by its name, which is no pattern. */
    private List<TableInfo> table(@Nullable String in, @Nullable String schema, @Nullable String name)
            throws SQLException {
        final List<TableInfo> all = tables(in, schema, null);
        final List<TableInfo> exact = all.stream().filter(table -> name == null || table.name().equals(name)).toList();
        return exact.isEmpty() ? all.stream().filter(table -> table.name().equalsIgnoreCase(name)).toList() : exact;
    }

    @Override
    public ResultSet getTables(@Nullable String in, @Nullable String schemas, @Nullable String names,
            String @Nullable [] types) throws SQLException {
        return TableRows.tables(tables(in, schemas, names), types);
    }

    @Override
    public ResultSet getColumns(@Nullable String in, @Nullable String schemas, @Nullable String names,
            @Nullable String columns) throws SQLException {
        return TableRows.columns(tables(in, schemas, names), new NamePattern(columns));
    }

    @Override
    public ResultSet getPrimaryKeys(@Nullable String in, @Nullable String schema, @Nullable String name)
            throws SQLException {
        return TableRows.primaryKeys(table(in, schema, name));
    }

    @Override
    public ResultSet getIndexInfo(@Nullable String in, @Nullable String schema, @Nullable String name, boolean unique,
            boolean approximate) throws SQLException {
        return TableRows.indexes(table(in, schema, name), unique);
    }

    @Override
    public ResultSet getBestRowIdentifier(@Nullable String in, @Nullable String schema, @Nullable String name,
            int scope, boolean nullable) throws SQLException {
        return TableRows.bestRowIdentifier(table(in, schema, name));
    }

    @Override
    public ResultSet getTypeInfo() {
        return TableRows.types();
    }

    @Override
    public ResultSet getTableTypes() {
        return new CatalogTable("TABLE_TYPE").add(TableRows.TABLE).rows();
    }

    // What there is none of

    @Override
    public ResultSet getSchemas() {
        return new CatalogTable("TABLE_SCHEM", "TABLE_CATALOG").rows();
    }

    @Override
    public ResultSet getSchemas(@Nullable String in, @Nullable String schemas) {
        return getSchemas();
    }

    @Override
    public ResultSet getCatalogs() {
        return new CatalogTable("TABLE_CAT").rows();
    }

    @Override
    public ResultSet getColumnPrivileges(@Nullable String in, @Nullable String schema, @Nullable String name,
            @Nullable String columns) {
        return new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "GRANTOR", "GRANTEE",
            "PRIVILEGE", "IS_GRANTABLE").rows();
    }

    @Override
    public ResultSet getTablePrivileges(@Nullable String in, @Nullable String schemas, @Nullable String names) {
        return new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "GRANTOR", "GRANTEE", "PRIVILEGE",
            "IS_GRANTABLE").rows();
    }

    @Override
    public ResultSet getVersionColumns(@Nullable String in, @Nullable String schema, @Nullable String name) {
        return new CatalogTable("#SCOPE", "COLUMN_NAME", "#DATA_TYPE", "TYPE_NAME", "#COLUMN_SIZE", "#BUFFER_LENGTH",
            "#DECIMAL_DIGITS", "#PSEUDO_COLUMN").rows();
    }

    private static ResultSet noForeignKeys() {
        return new CatalogTable("PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_CAT",
            "FKTABLE_SCHEM", "FKTABLE_NAME", "FKCOLUMN_NAME", "#KEY_SEQ", "#UPDATE_RULE", "#DELETE_RULE", "FK_NAME",
            "PK_NAME", "#DEFERRABILITY").rows();
    }

    @Override
    public ResultSet getImportedKeys(@Nullable String in, @Nullable String schema, @Nullable String name) {
        return noForeignKeys();
    }

    @Override
    public ResultSet getExportedKeys(@Nullable String in, @Nullable String schema, @Nullable String name) {
        return noForeignKeys();
    }

    @Override
    public ResultSet getCrossReference(@Nullable String in, @Nullable String schema, @Nullable String name,
            @Nullable String otherIn, @Nullable String otherSchema, @Nullable String otherName) {
        return noForeignKeys();
    }

    @Override
    public ResultSet getUDTs(@Nullable String in, @Nullable String schemas, @Nullable String names,
            int @Nullable [] types) {
        return new CatalogTable("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME", "#DATA_TYPE", "REMARKS",
            "#BASE_TYPE").rows();
    }

    @Override
    public ResultSet getSuperTypes(@Nullable String in, @Nullable String schemas, @Nullable String names) {
        return new CatalogTable("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SUPERTYPE_CAT", "SUPERTYPE_SCHEM",
            "SUPERTYPE_NAME").rows();
    }

    @Override
    public ResultSet getSuperTables(@Nullable String in, @Nullable String schemas, @Nullable String names) {
        return new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME").rows();
    }

    @Override
    public ResultSet getAttributes(@Nullable String in, @Nullable String schemas, @Nullable String names,
            @Nullable String attributes) {
        return new CatalogTable("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME", "#DATA_TYPE", "ATTR_TYPE_NAME",
            "#ATTR_SIZE", "#DECIMAL_DIGITS", "#NUM_PREC_RADIX", "#NULLABLE", "REMARKS", "ATTR_DEF", "#SQL_DATA_TYPE",
            "#SQL_DATETIME_SUB", "#CHAR_OCTET_LENGTH", "#ORDINAL_POSITION", "IS_NULLABLE", "SCOPE_CATALOG",
            "SCOPE_SCHEMA", "SCOPE_TABLE", "#SOURCE_DATA_TYPE").rows();
    }

    @Override
    public ResultSet getPseudoColumns(@Nullable String in, @Nullable String schemas, @Nullable String names,
            @Nullable String columns) {
        return new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "#DATA_TYPE", "#COLUMN_SIZE",
            "#DECIMAL_DIGITS", "#NUM_PREC_RADIX", "COLUMN_USAGE", "REMARKS", "#CHAR_OCTET_LENGTH",
            "IS_NULLABLE").rows();
    }

    @Override
    public ResultSet getClientInfoProperties() {
        return new CatalogTable("NAME", "#MAX_LEN", "DEFAULT_VALUE", "DESCRIPTION")
            .add("ApplicationName", NAME_MAX, "jdbc", "how the server's log names a connection").rows();
    }

    private static final int NAME_MAX = 200;

    // Names, versions and sizes; 0 where there is no limit or none is known

    @Override
    public String getDatabaseProductName() {
        return "Baton";
    }

    @Override
    public String getDatabaseProductVersion() {
        return VERSION;
    }

    @Override
    public String getDriverName() {
        return "Baton JDBC driver";
    }

    @Override
    public String getDriverVersion() {
        return VERSION;
    }

    @Override
    public int getDriverMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getDriverMinorVersion() {
        return MINOR;
    }

    @Override
    public String getIdentifierQuoteString() {
        return "\"";
    }

    @Override
    public String getSQLKeywords() {
        return "";
    }

    @Override
    public String getNumericFunctions() {
        return "";
    }

    @Override
    public String getStringFunctions() {
        return "";
    }

    @Override
    public String getSystemFunctions() {
        return "";
    }

    @Override
    public String getTimeDateFunctions() {
        return "";
    }

    @Override
    public String getSearchStringEscape() {
        return "\\";
    }

    @Override
    public String getExtraNameCharacters() {
        return "$";
    }

    @Override
    public String getSchemaTerm() {
        return "";
    }

    @Override
    public String getProcedureTerm() {
        return "procedure";
    }

    @Override
    public String getCatalogTerm() {
        return "";
    }

    @Override
    public String getCatalogSeparator() {
        return "";
    }

    @Override
    public int getMaxBinaryLiteralLength() {
        return 0;
    }

    @Override
    public int getMaxCharLiteralLength() {
        return 0;
    }

    @Override
    public int getMaxColumnNameLength() {
        return 0;
    }

    @Override
    public int getMaxColumnsInGroupBy() {
        return 0;
    }

    @Override
    public int getMaxColumnsInIndex() {
        return 0;
    }

    @Override
    public int getMaxColumnsInOrderBy() {
        return 0;
    }

    @Override
    public int getMaxColumnsInSelect() {
        return 0;
    }

    @Override
    public int getMaxColumnsInTable() {
        return 0;
    }

    @Override
    public int getMaxConnections() {
        return 0;
    }

    @Override
    public int getMaxCursorNameLength() {
        return 0;
    }

    @Override
    public int getMaxIndexLength() {
        return 0;
    }

    @Override
    public int getMaxSchemaNameLength() {
        return 0;
    }

    @Override
    public int getMaxProcedureNameLength() {
        return 0;
    }

    @Override
    public int getMaxCatalogNameLength() {
        return 0;
    }

    @Override
    public int getMaxRowSize() {
        return 1 << 20;
    }

    @Override
    public int getMaxStatementLength() {
        return 0;
    }

    @Override
    public int getMaxStatements() {
        return 0;
    }

    @Override
    public int getMaxTableNameLength() {
        return 0;
    }

    @Override
    public int getMaxTablesInSelect() {
        return 1;
    }

    @Override
    public int getMaxUserNameLength() {
        return 0;
    }

    @Override
    public int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

    @Override
    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public int getDatabaseMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getDatabaseMinorVersion() {
        return MINOR;
    }

    @Override
    public int getJDBCMajorVersion() {
        return 4;
    }

    @Override
    public int getJDBCMinorVersion() {
        return 3;
    }

    @Override
    public int getSQLStateType() {
        return sqlStateSQL;
    }

    @Override
    public long getMaxLogicalLobSize() {
        return 0;
    }

    // The parts of SQL that are supported: names, tables and procedures, and nearly nothing of the grammar

    @Override
    public boolean allProceduresAreCallable() {
        return true;
    }

    @Override
    public boolean allTablesAreSelectable() {
        return true;
    }

    @Override
    public boolean nullsAreSortedHigh() {
        return false;
    }

    @Override
    public boolean nullsAreSortedLow() {
        return true;
    }

    @Override
    public boolean nullsAreSortedAtStart() {
        return false;
    }

    @Override
    public boolean nullsAreSortedAtEnd() {
        return false;
    }

    @Override
    public boolean usesLocalFiles() {
        return false;
    }

    @Override
    public boolean usesLocalFilePerTable() {
        return false;
    }

    @Override
    public boolean supportsMixedCaseIdentifiers() {
        return false;
    }

    @Override
    public boolean storesUpperCaseIdentifiers() {
        return false;
    }

    @Override
    public boolean storesLowerCaseIdentifiers() {
        return false;
    }

    @Override
    public boolean storesMixedCaseIdentifiers() {
        return true;
    }

    @Override
    public boolean supportsMixedCaseQuotedIdentifiers() {
        return true;
    }

    @Override
    public boolean storesUpperCaseQuotedIdentifiers() {
        return false;
    }

    @Override
    public boolean storesLowerCaseQuotedIdentifiers() {
        return false;
    }

    @Override
    public boolean storesMixedCaseQuotedIdentifiers() {
        return false;
    }

    @Override
    public boolean supportsAlterTableWithAddColumn() {
        return false;
    }

    @Override
    public boolean supportsAlterTableWithDropColumn() {
        return false;
    }

    @Override
    public boolean supportsColumnAliasing() {
        return true;
    }

    @Override
    public boolean nullPlusNonNullIsNull() {
        return false;
    }

    @Override
    public boolean supportsConvert() {
        return false;
    }

    @Override
    public boolean supportsConvert(int type, int toType) {
        return false;
    }

    @Override
    public boolean supportsTableCorrelationNames() {
        return true;
    }

    @Override
    public boolean supportsDifferentTableCorrelationNames() {
        return false;
    }

    @Override
    public boolean supportsExpressionsInOrderBy() {
        return false;
    }

    @Override
    public boolean supportsOrderByUnrelated() {
        return true;
    }

    @Override
    public boolean supportsGroupBy() {
        return false;
    }

    @Override
    public boolean supportsGroupByUnrelated() {
        return false;
    }

    @Override
    public boolean supportsGroupByBeyondSelect() {
        return false;
    }

    @Override
    public boolean supportsLikeEscapeClause() {
        return true;
    }

    @Override
    public boolean supportsMultipleResultSets() {
        return false;
    }

    @Override
    public boolean supportsMultipleTransactions() {
        return true;
    }

    @Override
    public boolean supportsNonNullableColumns() {
        return true;
    }

    @Override
    public boolean supportsMinimumSQLGrammar() {
        return false;
    }

    @Override
    public boolean supportsCoreSQLGrammar() {
        return false;
    }

    @Override
    public boolean supportsExtendedSQLGrammar() {
        return false;
    }

    @Override
    public boolean supportsANSI92EntryLevelSQL() {
        return false;
    }

    @Override
    public boolean supportsANSI92IntermediateSQL() {
        return false;
    }

    @Override
    public boolean supportsANSI92FullSQL() {
        return false;
    }

    @Override
    public boolean supportsIntegrityEnhancementFacility() {
        return false;
    }

    @Override
    public boolean supportsOuterJoins() {
        return false;
    }

    @Override
    public boolean supportsFullOuterJoins() {
        return false;
    }

    @Override
    public boolean supportsLimitedOuterJoins() {
        return false;
    }

    @Override
    public boolean isCatalogAtStart() {
        return false;
    }

    @Override
    public boolean supportsSchemasInDataManipulation() {
        return false;
    }

    @Override
    public boolean supportsSchemasInProcedureCalls() {
        return false;
    }

    @Override
    public boolean supportsSchemasInTableDefinitions() {
        return false;
    }

    @Override
    public boolean supportsSchemasInIndexDefinitions() {
        return false;
    }

    @Override
    public boolean supportsSchemasInPrivilegeDefinitions() {
        return false;
    }

    @Override
    public boolean supportsCatalogsInDataManipulation() {
        return false;
    }

    @Override
    public boolean supportsCatalogsInProcedureCalls() {
        return false;
    }

    @Override
    public boolean supportsCatalogsInTableDefinitions() {
        return false;
    }

    @Override
    public boolean supportsCatalogsInIndexDefinitions() {
        return false;
    }

    @Override
    public boolean supportsCatalogsInPrivilegeDefinitions() {
        return false;
    }

    @Override
    public boolean supportsPositionedDelete() {
        return false;
    }

    @Override
    public boolean supportsPositionedUpdate() {
        return false;
    }

    @Override
    public boolean supportsSelectForUpdate() {
        return false;
    }

    @Override
    public boolean supportsStoredProcedures() {
        return true;
    }

    @Override
    public boolean supportsSubqueriesInComparisons() {
        return false;
    }

    @Override
    public boolean supportsSubqueriesInExists() {
        return false;
    }

    @Override
    public boolean supportsSubqueriesInIns() {
        return false;
    }

    @Override
    public boolean supportsSubqueriesInQuantifieds() {
        return false;
    }

    @Override
    public boolean supportsCorrelatedSubqueries() {
        return false;
    }

    @Override
    public boolean supportsUnion() {
        return false;
    }

    @Override
    public boolean supportsUnionAll() {
        return false;
    }

    @Override
    public boolean supportsOpenCursorsAcrossCommit() {
        return true;
    }

    @Override
    public boolean supportsOpenCursorsAcrossRollback() {
        return true;
    }

    @Override
    public boolean supportsOpenStatementsAcrossCommit() {
        return true;
    }

    @Override
    public boolean supportsOpenStatementsAcrossRollback() {
        return true;
    }

    @Override
    public boolean doesMaxRowSizeIncludeBlobs() {
        return false;
    }

    @Override
    public boolean supportsTransactions() {
        return true;
    }

    @Override
    public boolean supportsDataDefinitionAndDataManipulationTransactions() {
        return false;
    }

    @Override
    public boolean supportsDataManipulationTransactionsOnly() {
        return true;
    }

    @Override
    public boolean dataDefinitionCausesTransactionCommit() {
        return false;
    }

    @Override
    public boolean dataDefinitionIgnoredInTransactions() {
        return false;
    }

    @Override
    public boolean ownUpdatesAreVisible(int type) {
        return false;
    }

    @Override
    public boolean ownDeletesAreVisible(int type) {
        return false;
    }

    @Override
    public boolean ownInsertsAreVisible(int type) {
        return false;
    }

    @Override
    public boolean othersUpdatesAreVisible(int type) {
        return false;
    }

    @Override
    public boolean othersDeletesAreVisible(int type) {
        return false;
    }

    @Override
    public boolean othersInsertsAreVisible(int type) {
        return false;
    }

    @Override
    public boolean updatesAreDetected(int type) {
        return false;
    }

    @Override
    public boolean deletesAreDetected(int type) {
        return false;
    }

    @Override
    public boolean insertsAreDetected(int type) {
        return false;
    }

    @Override
    public boolean supportsBatchUpdates() {
        return true;
    }

    @Override
    public boolean supportsSavepoints() {
        return false;
    }

    @Override
    public boolean supportsNamedParameters() {
        return true;
    }

    @Override
    public boolean supportsMultipleOpenResults() {
        return false;
    }

    @Override
    public boolean supportsGetGeneratedKeys() {
        return false;
    }

    @Override
    public boolean locatorsUpdateCopy() {
        return false;
    }

    @Override
    public boolean supportsStatementPooling() {
        return false;
    }

    @Override
    public boolean supportsStoredFunctionsUsingCallSyntax() {
        return true;
    }

    @Override
    public boolean autoCommitFailureClosesAllResultSets() {
        return false;
    }

    @Override
    public boolean generatedKeyAlwaysReturned() {
        return false;
    }

    @Override
    public boolean supportsRefCursors() {
        return true;
    }

    @Override
    public boolean supportsSharding() {
        return false;
    }
}
