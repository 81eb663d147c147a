package io.baton.jdbc.rows;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A result set whose rows are all there: read-only, scrolled at will; or one that only goes forward, of which there is
 * a page at a time. One thread at a time, but for {@link #close} and {@link #cancel}.
 */
public final class MemoryRows extends LabelledRows implements Wrapping {

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
}
