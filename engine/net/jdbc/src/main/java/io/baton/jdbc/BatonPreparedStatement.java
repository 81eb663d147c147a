package io.baton.jdbc;

import io.baton.jdbc.rows.RowsMetaData;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Description;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement with question marks. What its procedure takes is asked when it is needed first. */
class BatonPreparedStatement extends ParameterSetters {

    final Command command;
    private @Nullable CallBinding binding;

    BatonPreparedStatement(BatonConnection connection, int type, Command command) {
        super(connection, type);
        this.command = command;
        room(command.markers());
    }

    /** Which question mark is which parameter. */
    final CallBinding binding() throws SQLException {
        checkOpen();
        if (!(command instanceof Command.Call call)) {
            throw SqlErrors.of("0A000", "this is no call; only calls have parameters with names");
        }
        final Description description = session().describe(call.name(), call.quoted(), limits());
        CallBinding now = binding;
        if (now == null || isOther(now.description(), description)) {
            now = new CallBinding(call, description);
            binding = now;
        }
        return now;
    }

    /** A procedure may be registered again, with other parameters; then the session has another description. */
    @SuppressWarnings("ReferenceEquality") // Equal ones may be bound again; comparing them would cost every setter.
    private static boolean isOther(Description known, Description now) {
        return known != now;
    }

    /** This statement with the values of now. */
    final Execution execution() throws SQLException {
        checkOpen();
        for (int i = 1; i <= command.markers(); i++) {
            if (!isGiven(i) && !comesOut(i)) {
                throw SqlErrors.of("07002", "parameter " + i + " has no value; set it");
            }
        }
        return new Execution(command, values());
    }

    private boolean comesOut(int parameter) throws SQLException {
        return command instanceof Command.Call && !binding().place(parameter).in();
    }

    @Override
    void set(int parameter, @Nullable Object value) throws SQLException {
        if (command instanceof Command.Call && parameter >= 1 && parameter <= command.markers()
            && comesOut(parameter)) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "parameter " + parameter + " (" + binding().place(parameter).name()
                + ") only comes out; register it, and get it behind the call");
        }
        super.set(parameter, value);
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        return query(execution());
    }

    @Override
    public int executeUpdate() throws SQLException {
        return update(execution());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        return executeUpdate();
    }

    @Override
    public boolean execute() throws SQLException {
        return run(execution());
    }

    @Override
    public void addBatch() throws SQLException {
        final Execution execution = execution();
        if (!(command instanceof Command.Call)) {
            throw SqlErrors.of("0A000", "a batch has calls only; execute the query by itself");
        }
        checkInBatch();
        addToBatch(execution);
    }

    /** Throws if something comes out that nobody could get. */
    void checkInBatch() throws SQLException {
        for (int i = 1; i <= command.markers(); i++) {
            if (comesOut(i)) {
                throw SqlErrors.of("07001", "parameter " + i + " comes out; a batch has parameters that go in only");
            }
        }
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (!(command instanceof Command.Call)) {
            return null;
        }
        final var columns = binding().columns();
        return columns.isEmpty() ? null : new RowsMetaData(columns);
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return command instanceof Command.Call ? new CallParameters(binding())
            : CallParameters.unknown(command.markers());
    }

    // Those of Statement with a text are not for a statement that has one

    private static SQLException hasText() {
        return SqlErrors.of(SqlErrors.BAD_ARGUMENT, "this statement has its text already; execute it without one");
    }

    @Override
    public boolean execute(@Nullable String sql) throws SQLException {
        throw hasText();
    }

    @Override
    public ResultSet executeQuery(@Nullable String sql) throws SQLException {
        throw hasText();
    }

    @Override
    public int executeUpdate(@Nullable String sql) throws SQLException {
        throw hasText();
    }

    @Override
    public void addBatch(@Nullable String sql) throws SQLException {
        throw hasText();
    }
}
