package io.baton.jdbc;

import io.baton.jdbc.rows.MemoryRows;
import io.baton.jdbc.rows.MorePages;
import io.baton.jdbc.rows.Wrapping;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.text.CommandParser;
import io.baton.jdbc.value.SqlErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes calls and queries that have no question marks. One thread at a time, but for {@link #cancel} and
 * {@link #close}.
 */
class BatonStatement implements Statement, Wrapping {

    private static final long MILLIS_OF_SECOND = 1_000;
    private static final @Nullable Object[] NOTHING = {};

    final BatonConnection connection;
    final StatementCalls running = new StatementCalls();
    private final int type;
    private final List<Execution> batch = new ArrayList<>();
    /** Whether the statement itself was closed; its connection may be closed without it. */
    private volatile boolean closed;
    private volatile @Nullable MemoryRows rows;
    /** Whether the rows are the current result. */
    private boolean atRows;
    private boolean closeOnCompletion;
    private boolean poolable;
    private long maxRows;
    private int fetchSize;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private int queryTimeoutSeconds;

    BatonStatement(BatonConnection connection, int type) {
        this.connection = connection;
        this.type = type;
        this.fetchSize = connection.fetchSize();
    }

    ServerSession session() {
        return connection.session();
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the statement is closed; make another one");
        }
        session().checkOpen();
    }

    // Executing

    /** A statement closes with its connection. */
    @Override
    public final boolean isClosed() {
        return closed || session().isClosed();
    }

    /** Runs one execution; returns whether it has rows. */
    final boolean run(Execution execution) throws SQLException {
        return run(execution, false);
    }

    private boolean run(Execution execution, boolean rowsWanted) throws SQLException {
        checkOpen();
        final CallResult result;
        running.begin();
        try {
            forget();
            result = execution.run(connection, limits(), running, rowsWanted);
        } finally {
            running.end();
        }
        atRows = result.hasRows() && !hidesRows();
        took(result);
        if (atRows) {
            take(result);
        }
        return atRows;
    }

    private void take(CallResult result) throws SQLException {
        final MemoryRows taken =
            new MemoryRows(result.columns(), cut(result.rows()), this, type, this::rowsClosed);
        taken.startWithFetchSize(limits().pageRows());
        final MorePages more = result.more();
        if (more != null) {
            taken.goesOn(more);
        }
        rows = taken;
        if (closed) {
            // Another thread has closed it meanwhile, and has not seen these rows.
            closeRows();
        }
    }

    /** Forgets what the execution before has brought. */
    void forget() {
        closeRows();
    }

    /** Takes what the getters of a callable statement return. */
    void took(CallResult result) {
        // Others have no such getters.
    }

    /** Whether the rows of a result are not asked for. */
    boolean hidesRows() {
        return false;
    }

    private <T> List<? extends T> cut(List<? extends T> all) {
        final long most = limits().rowsMax();
        return most > 0 && most < all.size() ? all.subList(0, (int) most) : all;
    }

    private void rowsClosed() {
        if (closeOnCompletion) {
            close();
        }
    }

    private void closeRows() {
        final MemoryRows now = rows;
        rows = null;
        atRows = false;
        if (now != null) {
            now.closeQuietly();
        }
    }

    private Execution unprepared(@Nullable String sql) throws SQLException {
        checkOpen();
        final Command command = CommandParser.parse(sql);
        if (command.markers() > 0) {
            throw SqlErrors.of("07001", "the statement has " + command.markers()
                + " question marks; use prepareStatement or prepareCall, and set them");
        }
        return new Execution(command, NOTHING);
    }

    @Override
    public boolean execute(@Nullable String sql) throws SQLException {
        return run(unprepared(sql));
    }

    @Override
    public ResultSet executeQuery(@Nullable String sql) throws SQLException {
        return query(unprepared(sql));
    }

    @Override
    public int executeUpdate(@Nullable String sql) throws SQLException {
        return update(unprepared(sql));
    }

    final ResultSet query(Execution execution) throws SQLException {
        checkOpen();
        if (hidesRows()) {
            throw SqlErrors.of(SqlErrors.NO_ROWS, "parameters are registered to come out, which takes the place of "
                + "rows; use execute. Nothing was called");
        }
        run(execution, true);
        return rows();
    }

    final int update(Execution execution) throws SQLException {
        if (!(execution.command() instanceof Command.Call)) {
            throw SqlErrors.of("0A000", "only procedures change rows; call one, and use executeQuery for queries");
        }
        run(execution);
        return 0;
    }

    private ResultSet rows() throws SQLException {
        final MemoryRows now = rows;
        if (now == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the statement has no result; execute it");
        }
        return now;
    }

    @Override
    public void cancel() throws SQLException {
        if (isClosed()) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the statement is closed; nothing is under way");
        }
        final MemoryRows now = rows;
        if (!running.cancel() && now != null) {
            now.cancel();
        }
    }

    // Batches

    final void addToBatch(Execution execution) {
        batch.add(execution);
    }

    @Override
    public void addBatch(@Nullable String sql) throws SQLException {
        final Execution execution = unprepared(sql);
        if (!(execution.command() instanceof Command.Call)) {
            throw SqlErrors.of("0A000", "a batch has calls only; execute the query by itself");
        }
        addToBatch(execution);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        checkOpen();
        running.begin();
        try {
            forget();
            final List<Execution> executions = List.copyOf(batch);
            batch.clear();
            return new Batch(connection, limits(), running).run(executions);
        } finally {
            running.end();
        }
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        return java.util.Arrays.stream(executeBatch()).asLongStream().toArray();
    }

    // Results

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return atRows ? rows : null;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        checkOpen();
        return -1;
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        return getUpdateCount();
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current != CLOSE_CURRENT_RESULT && current != CLOSE_ALL_RESULTS && current != KEEP_CURRENT_RESULT) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, current + " is no way to go on; see Statement.getMoreResults");
        }
        if (current == KEEP_CURRENT_RESULT) {
            atRows = false;
        } else {
            closeRows();
        }
        return false;
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
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    @Override
    public void close() {
        closed = true;
        running.cancel();
        closeRows();
    }

    // Settings

    /** The settings as the limits of one execution. */
    final CallLimits limits() {
        return new CallLimits(queryTimeoutSeconds * MILLIS_OF_SECOND, fetchSize, maxRows, false,
            type == ResultSet.TYPE_FORWARD_ONLY);
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

    // Generated keys, which no procedure has

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
