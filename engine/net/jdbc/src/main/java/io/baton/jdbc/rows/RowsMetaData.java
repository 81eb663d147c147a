package io.baton.jdbc.rows;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.SqlType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** What the columns of a result are. Immutable. */
public final class RowsMetaData implements ResultSetMetaData, Wrapping {

    private static final int DISPLAY_MAX = 65_535;

    private final List<ColumnInfo> columns;

    /**
     * Describes columns.
     *
     * @param columns the columns
     */
    public RowsMetaData(List<ColumnInfo> columns) {
        this.columns = columns;
    }

    private ColumnInfo column(int column) throws SQLException {
        if (column < 1 || column > columns.size()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "column " + column + ": the result has " + columns.size());
        }
        return columns.get(column - 1);
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return column(column).type() == SqlType.VARCHAR;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return column(column).searchable();
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return column(column).nullable() ? columnNullable : columnNoNulls;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return column(column).type().isSigned();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        final ColumnInfo info = column(column);
        // A sign and a point.
        return info.precision() == 0 ? DISPLAY_MAX : info.precision() + (info.type().isSigned() ? 2 : 0);
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return column(column).name();
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return column(column).column();
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return column(column).precision();
    }

    @Override
    public int getScale(int column) throws SQLException {
        return column(column).scale();
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return column(column).table();
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return column(column).type().code();
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return column(column).type().name();
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        column(column);
        return true;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return column(column).type().javaClass().getName();
    }
}
