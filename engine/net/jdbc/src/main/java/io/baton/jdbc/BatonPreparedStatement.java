package io.baton.jdbc;

import io.baton.jdbc.rows.RowsMetaData;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.Moments;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Description;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * A statement with question marks. The setters keep what they are given until the statement is executed; the server is
 * asked what the procedure takes when that is needed first.
 */
class BatonPreparedStatement extends BatonStatement implements PreparedStatement {

    private final Command command;
    /** The values of the question marks; {@code given} tells a NULL that was set from none. */
    private @Nullable Object[] values;
    private boolean[] given;
    private @Nullable CallBinding binding;

    BatonPreparedStatement(BatonConnection connection, int type, Command command) {
        super(connection, type);
        this.command = command;
        values = new Object[command.markers()];
        given = new boolean[command.markers()];
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
    private Execution execution() throws SQLException {
        checkOpen();
        for (int i = 1; i <= command.markers(); i++) {
            if (!given[i - 1] && !comesOut(i)) {
                throw SqlErrors.of("07002", "parameter " + i + " has no value; set it");
            }
        }
        return new Execution(command, values.clone());
    }

    private boolean comesOut(int parameter) throws SQLException {
        return command instanceof Command.Call && !binding().place(parameter).in();
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

    // The methods of Statement that take a text are not for a statement that has one

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

    // Setters

    /** Keeps the value of a parameter, counted from 1, until the statement is executed. */
    private void set(int parameter, @Nullable Object value) throws SQLException {
        checkOpen();
        if (parameter < 1 || parameter > values.length) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + values.length);
        }
        if (comesOut(parameter)) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "parameter " + parameter + " (" + binding().place(parameter).name()
                + ") only comes out; register it, and get it behind the call");
        }
        values[parameter - 1] = Arguments.kept(value);
        given[parameter - 1] = true;
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        values = new Object[values.length];
        given = new boolean[values.length];
    }

    @Override
    public void setNull(int parameter, int type) throws SQLException {
        set(parameter, null);
    }

    @Override
    public void setBoolean(int parameter, boolean value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setByte(int parameter, byte value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setShort(int parameter, short value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setInt(int parameter, int value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setLong(int parameter, long value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setFloat(int parameter, float value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setDouble(int parameter, double value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setBigDecimal(int parameter, @Nullable BigDecimal value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setString(int parameter, @Nullable String value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setDate(int parameter, @Nullable Date value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setTime(int parameter, @Nullable Time value) throws SQLException {
        throw SqlErrors.unsupported("a time of day");
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        set(parameter, ParameterStreams.ascii(value, length));
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        throw SqlErrors.unsupported("a stream of Unicode; use setCharacterStream: it");
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        set(parameter, ParameterStreams.bytes(value, length));
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int type) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value, int length) throws SQLException {
        set(parameter, ParameterStreams.text(value, length));
    }

    @Override
    public void setRef(int parameter, @Nullable Ref value) throws SQLException {
        throw SqlErrors.unsupported("a reference");
    }

    @Override
    public void setBlob(int parameter, @Nullable Blob value) throws SQLException {
        throw SqlErrors.unsupported("a Blob; use setBytes: it");
    }

    @Override
    public void setClob(int parameter, @Nullable Clob value) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setArray(int parameter, @Nullable Array value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        set(parameter, Moments.inCalendar(value, calendar));
    }

    @Override
    public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        throw SqlErrors.unsupported("a time of day");
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
            throws SQLException {
        set(parameter, Moments.inCalendar(value, calendar));
    }

    @Override
    public void setNull(int parameter, int type, @Nullable String typeName) throws SQLException {
        set(parameter, null);
    }

    @Override
    public void setURL(int parameter, @Nullable URL value) throws SQLException {
        throw SqlErrors.unsupported("a URL");
    }

    @Override
    public void setRowId(int parameter, @Nullable RowId value) throws SQLException {
        throw SqlErrors.unsupported("an id of a row");
    }

    @Override
    public void setNString(int parameter, @Nullable String value) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setNCharacterStream(int parameter, @Nullable Reader value, long length) throws SQLException {
        set(parameter, ParameterStreams.text(value, length));
    }

    @Override
    public void setNClob(int parameter, @Nullable NClob value) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setClob(int parameter, @Nullable Reader value, long length) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setBlob(int parameter, @Nullable InputStream value, long length) throws SQLException {
        throw SqlErrors.unsupported("a Blob; use setBytes: it");
    }

    @Override
    public void setNClob(int parameter, @Nullable Reader value, long length) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setSQLXML(int parameter, @Nullable SQLXML value) throws SQLException {
        throw SqlErrors.unsupported("XML");
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int type, int scaleOrLength) throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value, long length) throws SQLException {
        set(parameter, ParameterStreams.ascii(value, length));
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value, long length) throws SQLException {
        set(parameter, ParameterStreams.bytes(value, length));
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value, long length) throws SQLException {
        set(parameter, ParameterStreams.text(value, length));
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value) throws SQLException {
        set(parameter, ParameterStreams.ascii(value, -1));
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value) throws SQLException {
        set(parameter, ParameterStreams.bytes(value, -1));
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
        set(parameter, ParameterStreams.text(value, -1));
    }

    @Override
    public void setNCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
        set(parameter, ParameterStreams.text(value, -1));
    }

    @Override
    public void setClob(int parameter, @Nullable Reader value) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setBlob(int parameter, @Nullable InputStream value) throws SQLException {
        throw SqlErrors.unsupported("a Blob; use setBytes: it");
    }

    @Override
    public void setNClob(int parameter, @Nullable Reader value) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, @Nullable SQLType type, int scaleOrLength)
            throws SQLException {
        set(parameter, value);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, @Nullable SQLType type) throws SQLException {
        set(parameter, value);
    }
}
