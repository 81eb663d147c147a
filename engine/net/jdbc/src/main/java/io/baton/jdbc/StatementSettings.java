package io.baton.jdbc;

import io.baton.jdbc.rows.MemoryRows;
import io.baton.jdbc.value.SqlErrors;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The settings of a statement, and what statements cannot do. */
abstract class StatementSettings implements Statement {

    private static final long MILLIS_OF_SECOND = 1_000;

    private final int type;
    private volatile boolean closed;
    private boolean closeOnCompletion;
    private boolean poolable;
    private long maxRows;
    private int fetchSize;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private int queryTimeoutSeconds;

    StatementSettings(int type, int fetchSize) {
        this.type = type;
        this.fetchSize = fetchSize;
    }

    abstract void checkOpen() throws SQLException;

    final CallLimits limits() {
        return new CallLimits(queryTimeoutSeconds * MILLIS_OF_SECOND, fetchSize, maxRows, false,
            type == ResultSet.TYPE_FORWARD_ONLY);
    }

    /** The type of its result sets, even if it is closed. */
    final int type() {
        return type;
    }

    final void markClosed() {
        closed = true;
    }

    /** Whether it was closed itself, and not only its connection. */
    final boolean isMarkedClosed() {
        return closed;
    }

    private static int notNegative(String what, long number) throws SQLException {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, number + " " + what + ": give 0 or more");
        }
        return (int) number;
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return 0;
    }

    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        checkOpen();
        if (notNegative("bytes of a value", max) > 0) {
            throw SqlErrors.unsupported("cutting values off");
        }
    }

    @Override
    public int getMaxRows() throws SQLException {
        return (int) Math.min(getLargeMaxRows(), Integer.MAX_VALUE);
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        setLargeMaxRows(max);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return maxRows;
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        checkOpen();
        notNegative("rows", Math.min(max, Integer.MAX_VALUE));
        maxRows = max;
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        if (!enable) {
            throw SqlErrors.unsupported("a statement without escapes");
        }
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return queryTimeoutSeconds;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        queryTimeoutSeconds = notNegative("seconds", Math.min(seconds, TimeUnit.DAYS.toSeconds(1)));
    }

    @Override
    public void setCursorName(@Nullable String name) throws SQLException {
        throw SqlErrors.unsupported("a cursor with a name");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        fetchDirection = MemoryRows.checkFetchDirection(direction);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        fetchSize = notNegative("rows at once", rows);
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return type;
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public void setPoolable(boolean newPoolable) throws SQLException {
        checkOpen();
        poolable = newPoolable;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() {
        return closeOnCompletion;
    }

    // What makes keys

    static SQLException noKeys() {
        return SqlErrors.unsupported("a key that the server makes; let the procedure return it: that");
    }

    static void requireNoKeys(int autoGeneratedKeys) throws SQLException {
        if (autoGeneratedKeys != NO_GENERATED_KEYS) {
            throw noKeys();
        }
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        throw noKeys();
    }

    @Override
    public int executeUpdate(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
        requireNoKeys(autoGeneratedKeys);
        return executeUpdate(sql);
    }

    @Override
    public int executeUpdate(@Nullable String sql, int @Nullable [] columnIndexes) throws SQLException {
        throw noKeys();
    }

    @Override
    public int executeUpdate(@Nullable String sql, String @Nullable [] columnNames) throws SQLException {
        throw noKeys();
    }

    @Override
    public boolean execute(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
        requireNoKeys(autoGeneratedKeys);
        return execute(sql);
    }

    @Override
    public boolean execute(@Nullable String sql, int @Nullable [] columnIndexes) throws SQLException {
        throw noKeys();
    }

    @Override
    public boolean execute(@Nullable String sql, String @Nullable [] columnNames) throws SQLException {
        throw noKeys();
    }

    @Override
    public long executeLargeUpdate(@Nullable String sql) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public long executeLargeUpdate(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
        return executeUpdate(sql, autoGeneratedKeys);
    }

    @Override
    public long executeLargeUpdate(@Nullable String sql, int @Nullable [] columnIndexes) throws SQLException {
        throw noKeys();
    }

    @Override
    public long executeLargeUpdate(@Nullable String sql, String @Nullable [] columnNames) throws SQLException {
        throw noKeys();
    }
}
