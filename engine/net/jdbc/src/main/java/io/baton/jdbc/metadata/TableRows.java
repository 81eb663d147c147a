package io.baton.jdbc.metadata;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlType;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers about tables, their columns, keys and indexes, and about types. */
final class TableRows {

    /** The only kind of tables. */
    static final String TABLE = "TABLE";

    private TableRows() {
    }

    static ResultSet tables(List<TableInfo> tables, String @Nullable [] types) {
        final CatalogTable rows = new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS",
            "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME", "REF_GENERATION");
        if (types == null || Arrays.asList(types).contains(TABLE)) {
            tables.forEach(table -> rows.add(null, null, table.name(), TABLE, table.readOnly() ? "read-only" : "",
                null, null, null, null, null));
        }
        return rows.sorted(2);
    }

    static ResultSet columns(List<TableInfo> tables, NamePattern names) {
        final CatalogTable rows = new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME",
            "#DATA_TYPE", "TYPE_NAME", "#COLUMN_SIZE", "#BUFFER_LENGTH", "#DECIMAL_DIGITS", "#NUM_PREC_RADIX",
            "#NULLABLE", "REMARKS", "COLUMN_DEF", "#SQL_DATA_TYPE", "#SQL_DATETIME_SUB", "#CHAR_OCTET_LENGTH",
            "#ORDINAL_POSITION", "IS_NULLABLE", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE", "#SOURCE_DATA_TYPE",
            "IS_AUTOINCREMENT", "IS_GENERATEDCOLUMN");
        for (final TableInfo table : tables) {
            for (int i = 0; i < table.columns().size(); i++) {
                final ColumnInfo column = table.columns().get(i);
                if (names.matches(column.name())) {
                    add(rows, table, column, i + 1);
                }
            }
        }
        return rows.sorted(2, 16);
    }

    private static void add(CatalogTable rows, TableInfo table, ColumnInfo column, int place) {
        final SqlType type = column.type();
        final boolean sized = type == SqlType.VARCHAR || type == SqlType.VARBINARY;
        rows.add(null, null, table.name(), column.name(), type.code(), type.name(), column.precision(), null,
            digits(column), ProcedureRows.radix(type),
            column.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls, "", null, null,
            null, sized ? (Integer) column.precision() : null, place, column.nullable() ? "YES" : "NO", null, null,
            null, null, "NO", "NO");
    }

    /** Digits behind the point, where there may be some. */
    private static @Nullable Integer digits(ColumnInfo column) {
        return column.type() == SqlType.DECIMAL ? (Integer) column.scale() : column.type().scale();
    }

    static ResultSet primaryKeys(List<TableInfo> tables) {
        final CatalogTable rows =
            new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "#KEY_SEQ", "PK_NAME");
        for (final TableInfo table : tables) {
            for (int i = 0; i < table.primaryKey().columns().size(); i++) {
                rows.add(null, null, table.name(), table.primaryKey().columns().get(i), i + 1,
                    table.primaryKey().name());
            }
        }
        return rows.sorted(3);
    }

    static ResultSet indexes(List<TableInfo> tables, boolean uniqueOnly) {
        final CatalogTable rows = new CatalogTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "!NON_UNIQUE",
            "INDEX_QUALIFIER", "INDEX_NAME", "#TYPE", "#ORDINAL_POSITION", "COLUMN_NAME", "ASC_OR_DESC",
            "##CARDINALITY", "##PAGES", "FILTER_CONDITION");
        for (final TableInfo table : tables) {
            add(rows, table, table.primaryKey());
            for (final TableInfo.Index index : table.indexes()) {
                if (index.unique() || !uniqueOnly) {
                    add(rows, table, index);
                }
            }
        }
        return rows.sorted(3, 6, 5, 7);
    }

    private static void add(CatalogTable rows, TableInfo table, TableInfo.Index index) {
        for (int i = 0; i < index.columns().size(); i++) {
            rows.add(null, null, table.name(), !index.unique(), null, index.name(),
                (int) (index.isHashed() ? DatabaseMetaData.tableIndexHashed : DatabaseMetaData.tableIndexOther), i + 1,
                index.columns().get(i), i < index.bound() ? null : "A", table.rows(), 0L, null);
        }
    }

    static ResultSet bestRowIdentifier(List<TableInfo> tables) {
        final CatalogTable rows = new CatalogTable("#SCOPE", "COLUMN_NAME", "#DATA_TYPE", "TYPE_NAME", "#COLUMN_SIZE",
            "#BUFFER_LENGTH", "#DECIMAL_DIGITS", "#PSEUDO_COLUMN");
        for (final TableInfo table : tables) {
            for (final ColumnInfo column : table.columns()) {
                if (table.primaryKey().columns().contains(column.name())) {
                    rows.add(DatabaseMetaData.bestRowSession, column.name(), column.type().code(),
                        column.type().name(), column.precision(), null, digits(column),
                        DatabaseMetaData.bestRowNotPseudo);
                }
            }
        }
        return rows.rows();
    }

    static ResultSet types() {
        final CatalogTable rows = new CatalogTable("TYPE_NAME", "#DATA_TYPE", "#PRECISION", "LITERAL_PREFIX",
            "LITERAL_SUFFIX", "CREATE_PARAMS", "#NULLABLE", "!CASE_SENSITIVE", "#SEARCHABLE", "!UNSIGNED_ATTRIBUTE",
            "!FIXED_PREC_SCALE", "!AUTO_INCREMENT", "LOCAL_TYPE_NAME", "#MINIMUM_SCALE", "#MAXIMUM_SCALE",
            "#SQL_DATA_TYPE", "#SQL_DATETIME_SUB", "#NUM_PREC_RADIX");
        for (final SqlType type : SqlType.values()) {
            if (type != SqlType.NULL) {
                final boolean quoted = !type.literalPrefix().isEmpty();
                final boolean decimal = type == SqlType.DECIMAL;
                rows.add(type.name(), type.code(), type.precision(), quoted ? type.literalPrefix() : null,
                    quoted ? "'" : null, null, DatabaseMetaData.typeNullable, type == SqlType.VARCHAR,
                    type.isScalar() ? DatabaseMetaData.typePredBasic : DatabaseMetaData.typePredNone, false, false,
                    false, type.name(), decimal ? (Integer) 0 : type.scale(),
                    decimal ? (Integer) type.precision() : type.scale(), null, null, ProcedureRows.radix(type));
            }
        }
        return rows.sorted(1);
    }
}
