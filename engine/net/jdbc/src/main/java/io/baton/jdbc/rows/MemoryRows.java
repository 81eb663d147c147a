package io.baton.jdbc.rows;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.ValueGetters;
import io.baton.protocol.Reason;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A result set that holds all its rows in memory and can be scrolled, or one that only goes forward and holds a page of
 * its rows at a time. Getters by label are those by index; changes are refused, since rows change by procedures only.
 * One thread at a time, but for {@link #close} and {@link #cancel}.
 */
public final class MemoryRows extends ValueGetters implements ResultSet, Wrapping {

    private final List<ColumnInfo> columns;
    /** All, or the page that it is at. */
    private List<? extends List<? extends @Nullable Object>> rows;
    private volatile MorePages more = MorePages.NONE;
    /** Why the rest cannot be had; rows that end so never look as if they were all. */
    private volatile @Nullable SQLException failure;
    /** The page behind these rows, if it was asked for already. */
    private @Nullable List<? extends List<? extends @Nullable Object>> following;
    /** Rows of pages before this one. */
    private long before;
    private final @Nullable Statement statement;
    private final int type;
    private final Runnable onClose;
    /** 0 is before the first row. */
    private int at;
    private int fetchSize;
    private int fetchDirection = FETCH_FORWARD;
    private volatile boolean closed;
    /** Made when it is first asked for, as all rows are looked at. */
    private @Nullable ResultSetMetaData metaData;

    /**
     * Makes a result set.
     *
     * @param columns its columns
     * @param rows its rows, each with a value of the protocol for every column
     * @param statement whose result it is, or null
     * @param type TYPE_FORWARD_ONLY or TYPE_SCROLL_INSENSITIVE
     * @param onClose run when it is closed
     */
    public MemoryRows(List<ColumnInfo> columns, List<? extends List<? extends @Nullable Object>> rows,
            @Nullable Statement statement, int type, Runnable onClose) {
        this.columns = columns;
        this.rows = rows;
        this.statement = statement;
        this.type = type;
        this.onClose = onClose;
    }

    /**
     * Makes a result set that belongs to no statement.
     *
     * @param columns its columns
     * @param rows its rows
     */
    public MemoryRows(List<ColumnInfo> columns, List<? extends List<? extends @Nullable Object>> rows) {
        this(columns, rows, null, TYPE_SCROLL_INSENSITIVE, () -> {});
    }

    /**
     * Says with what fetch size it begins.
     *
     * @param rows that of its statement
     */
    public void startWithFetchSize(int rows) {
        fetchSize = rows;
    }

    /**
     * Says that rows come behind those that are there; for one that only goes forward.
     *
     * @param pages where they come from
     */
    public void goesOn(MorePages pages) {
        more = pages;
    }

    /** Whether there is a page behind this one. */
    private boolean hasMore() throws SQLException {
        checkNotFailed();
        if (following == null) {
            try {
                following = more.next();
            } catch (SQLException e) {
                failure = e;
                throw e;
            }
            if (following == null) {
                more = MorePages.NONE;
            }
        }
        return following != null;
    }

    private void checkNotFailed() throws SQLException {
        final SQLException why = failure;
        if (why != null) {
            throw why;
        }
    }

    private void checkOpen() throws SQLException {
        if (isClosed()) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the result set is closed; execute the statement again");
        }
    }

    @Override
    protected @Nullable Object value(int column) throws SQLException {
        checkOpen();
        if (at < 1 || at > rows.size()) {
            throw SqlErrors.of(SqlErrors.NOT_AT_ROW,
                "the result set is " + (at < 1 ? "before its first" : "behind its last") + " row; call next()");
        }
        if (column < 1 || column > columns.size()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "column " + column + ": the result has " + columns.size());
        }
        return rows.get(at - 1).get(column - 1);
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        checkOpen();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(columnLabel)) {
                return i + 1;
            }
        }
        throw SqlErrors.of("42703", "there is no column " + columnLabel + "; the result has "
            + columns.stream().map(ColumnInfo::name).toList());
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return super.wasNull();
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        ResultSetMetaData made = metaData;
        if (made == null) {
            made = new RowsMetaData(IntStream.range(0, columns.size())
                .mapToObj(place -> columns.get(place).measured(rows, place)).toList());
            metaData = made;
        }
        return made;
    }

    // Where it is

    private boolean goTo(long row) throws SQLException {
        checkOpen();
        at = Math.clamp(row, 0, rows.size() + 1);
        return at >= 1 && at <= rows.size();
    }

    private void checkScrolls() throws SQLException {
        checkOpen();
        if (type == TYPE_FORWARD_ONLY) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                "the result set only goes forward; ask for TYPE_SCROLL_INSENSITIVE when the statement is made");
        }
    }

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        checkNotFailed();
        final List<? extends List<? extends @Nullable Object>> page = at >= rows.size() && hasMore() ? following : null;
        if (page != null) {
            before += rows.size();
            rows = page;
            following = null;
            at = 0;
        }
        return goTo((long) at + 1);
    }

    @Override
    public boolean previous() throws SQLException {
        checkScrolls();
        return goTo((long) at - 1);
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        checkScrolls();
        return goTo(row >= 0 ? row : (long) rows.size() + 1 + row);
    }

    @Override
    public boolean relative(int count) throws SQLException {
        checkScrolls();
        return goTo((long) at + count);
    }

    @Override
    public boolean first() throws SQLException {
        return absolute(1);
    }

    @Override
    public boolean last() throws SQLException {
        return absolute(-1);
    }

    @Override
    public void beforeFirst() throws SQLException {
        absolute(0);
    }

    @Override
    public void afterLast() throws SQLException {
        checkScrolls();
        goTo((long) rows.size() + 1);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return at == 0 && before == 0 && (!rows.isEmpty() || hasMore());
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return at > rows.size() && before + rows.size() > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return before + at == 1 && !rows.isEmpty() && at <= rows.size();
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        return at == rows.size() && at > 0 && !hasMore();
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return at > rows.size() ? 0 : (int) Math.min(before + at, Integer.MAX_VALUE);
    }

    // Settings

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        checkFetchDirection(direction);
        if (direction != FETCH_FORWARD) {
            checkScrolls();
        }
        fetchDirection = direction;
    }

    /**
     * Refuses what is no direction.
     *
     * @param direction for result sets or statements
     * @return the direction
     * @throws SQLException if it is none
     */
    public static int checkFetchDirection(int direction) throws SQLException {
        if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "a fetch direction of " + direction + "; see ResultSet");
        }
        return direction;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    @Override
    public void setFetchSize(int newRows) throws SQLException {
        checkOpen();
        if (newRows < 0) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, newRows + " rows at once: give 0 or more");
        }
        fetchSize = newRows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return type;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public String getCursorName() throws SQLException {
        throw SqlErrors.unsupported("a cursor with a name");
    }

    @Override
    public @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int column) throws SQLException {
        throw SqlErrors.unsupported("a stream of Unicode; use getCharacterStream: it");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            more.close();
            onClose.run();
        }
    }

    /** Gives up the rows that have not come, if there are any: then the next row is a mistake. Any thread. */
    public void cancel() {
        if (!closed && more.cancel()) {
            failure = SqlErrors.of(Reason.CANCELLED,
                "the statement was cancelled before all of its rows had come; execute it again");
        }
    }

    /** Closes it without telling its statement, which closes it. */
    public void closeQuietly() {
        closed = true;
        more.close();
    }

    /** It closes with its statement, which closes with its connection. */
    @Override
    public boolean isClosed() throws SQLException {
        return closed || (statement != null && statement.isClosed());
    }

    // Getters by label

    @Override
    public @Nullable String getString(String columnLabel) throws SQLException {
        return getString(findColumn(columnLabel));
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        return getBoolean(findColumn(columnLabel));
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        return getByte(findColumn(columnLabel));
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        return getShort(findColumn(columnLabel));
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        return getInt(findColumn(columnLabel));
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        return getLong(findColumn(columnLabel));
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        return getFloat(findColumn(columnLabel));
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        return getDouble(findColumn(columnLabel));
    }

    @Override
    @Deprecated
    @SuppressWarnings({"InlineMeSuggester", "deprecation"})
    public @Nullable BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        return getBigDecimal(findColumn(columnLabel), scale);
    }

    @Override
    public byte @Nullable [] getBytes(String columnLabel) throws SQLException {
        return getBytes(findColumn(columnLabel));
    }

    @Override
    public @Nullable Date getDate(String columnLabel) throws SQLException {
        return getDate(findColumn(columnLabel));
    }

    @Override
    public @Nullable Time getTime(String columnLabel) throws SQLException {
        return getTime(findColumn(columnLabel));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel) throws SQLException {
        return getTimestamp(findColumn(columnLabel));
    }

    @Override
    public @Nullable InputStream getAsciiStream(String columnLabel) throws SQLException {
        return getAsciiStream(findColumn(columnLabel));
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String columnLabel) throws SQLException {
        return getUnicodeStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable InputStream getBinaryStream(String columnLabel) throws SQLException {
        return getBinaryStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable Object getObject(String columnLabel) throws SQLException {
        return getObject(findColumn(columnLabel));
    }

    @Override
    public @Nullable Reader getCharacterStream(String columnLabel) throws SQLException {
        return getCharacterStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        return getBigDecimal(findColumn(columnLabel));
    }

    @Override
    public @Nullable Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
        return getObject(findColumn(columnLabel), map);
    }

    @Override
    public Ref getRef(String columnLabel) throws SQLException {
        return getRef(findColumn(columnLabel));
    }

    @Override
    public Blob getBlob(String columnLabel) throws SQLException {
        return getBlob(findColumn(columnLabel));
    }

    @Override
    public Clob getClob(String columnLabel) throws SQLException {
        return getClob(findColumn(columnLabel));
    }

    @Override
    public @Nullable Array getArray(String columnLabel) throws SQLException {
        return getArray(findColumn(columnLabel));
    }

    @Override
    public @Nullable Date getDate(String columnLabel, Calendar calendar) throws SQLException {
        return getDate(findColumn(columnLabel), calendar);
    }

    @Override
    public @Nullable Time getTime(String columnLabel, Calendar calendar) throws SQLException {
        return getTime(findColumn(columnLabel), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel, Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(columnLabel), calendar);
    }

    @Override
    public URL getURL(String columnLabel) throws SQLException {
        return getURL(findColumn(columnLabel));
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        return getRowId(findColumn(columnLabel));
    }

    @Override
    public NClob getNClob(String columnLabel) throws SQLException {
        return getNClob(findColumn(columnLabel));
    }

    @Override
    public SQLXML getSQLXML(String columnLabel) throws SQLException {
        return getSQLXML(findColumn(columnLabel));
    }

    @Override
    public @Nullable String getNString(String columnLabel) throws SQLException {
        return getNString(findColumn(columnLabel));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String columnLabel) throws SQLException {
        return getNCharacterStream(findColumn(columnLabel));
    }

    @Override
    public <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
        return getObject(findColumn(columnLabel), type);
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        throw noUpdates();
    }

    @Override
    public boolean rowInserted() throws SQLException {
        throw noUpdates();
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void insertRow() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRow() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void deleteRow() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void refreshRow() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw noUpdates();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw noUpdates();
    }

    // Changes, which are all refused

    private static SQLFeatureNotSupportedException noUpdates() {
        return SqlErrors.unsupported("changing rows of a result set; call a procedure: it");
    }

    @Override
    public void updateNull(int column) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(int column, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(int column, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(int column, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(int column, Object value, SQLType type, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(int column, Object value, SQLType type) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNull(String label) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type) throws SQLException {
        throw noUpdates();
    }
}
