package io.baton.jdbc;

import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.Moments;
import io.baton.jdbc.value.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Setters by index: each keeps what it is given, until the statement is executed. */
abstract class ParameterSetters extends BatonStatement implements PreparedStatement {

    private @Nullable Object[] values = new Object[0];
    private boolean[] given = new boolean[0];

    ParameterSetters(BatonConnection connection, int type) {
        super(connection, type);
    }

    /** Makes room for so many parameters. */
    final void room(int parameters) {
        values = new Object[parameters];
        given = new boolean[parameters];
    }

    /** Keeps the value of a parameter, counted from 1. */
    void set(int parameter, @Nullable Object value) throws SQLException {
        checkOpen();
        if (parameter < 1 || parameter > values.length) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + values.length);
        }
        values[parameter - 1] = Arguments.kept(value);
        given[parameter - 1] = true;
    }

    final boolean isGiven(int parameter) {
        return given[parameter - 1];
    }

    /** The values now, as they were given. */
    final @Nullable Object[] values() {
        return values.clone();
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        room(values.length);
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
