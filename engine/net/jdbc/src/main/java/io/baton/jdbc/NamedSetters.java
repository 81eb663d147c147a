package io.baton.jdbc;

import io.baton.jdbc.text.Command;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Setters by name are those by index. */
abstract class NamedSetters extends BatonPreparedStatement implements CallableStatement {

    NamedSetters(BatonConnection connection, int type, Command command) {
        super(connection, type, command);
    }

    /** The index of a parameter or of what comes out. */
    abstract int index(@Nullable String name) throws SQLException;

    @Override
    public void setURL(String name, @Nullable URL value) throws SQLException {
        setURL(index(name), value);
    }

    @Override
    public void setNull(String name, int type) throws SQLException {
        setNull(index(name), type);
    }

    @Override
    public void setBoolean(String name, boolean value) throws SQLException {
        setBoolean(index(name), value);
    }

    @Override
    public void setByte(String name, byte value) throws SQLException {
        setByte(index(name), value);
    }

    @Override
    public void setShort(String name, short value) throws SQLException {
        setShort(index(name), value);
    }

    @Override
    public void setInt(String name, int value) throws SQLException {
        setInt(index(name), value);
    }

    @Override
    public void setLong(String name, long value) throws SQLException {
        setLong(index(name), value);
    }

    @Override
    public void setFloat(String name, float value) throws SQLException {
        setFloat(index(name), value);
    }

    @Override
    public void setDouble(String name, double value) throws SQLException {
        setDouble(index(name), value);
    }

    @Override
    public void setBigDecimal(String name, @Nullable BigDecimal value) throws SQLException {
        setBigDecimal(index(name), value);
    }

    @Override
    public void setString(String name, @Nullable String value) throws SQLException {
        setString(index(name), value);
    }

    @Override
    public void setBytes(String name, byte @Nullable [] value) throws SQLException {
        setBytes(index(name), value);
    }

    @Override
    public void setDate(String name, @Nullable Date value) throws SQLException {
        setDate(index(name), value);
    }

    @Override
    public void setTime(String name, @Nullable Time value) throws SQLException {
        setTime(index(name), value);
    }

    @Override
    public void setTimestamp(String name, @Nullable Timestamp value) throws SQLException {
        setTimestamp(index(name), value);
    }

    @Override
    public void setAsciiStream(String name, @Nullable InputStream value, int length) throws SQLException {
        setAsciiStream(index(name), value, length);
    }

    @Override
    public void setBinaryStream(String name, @Nullable InputStream value, int length) throws SQLException {
        setBinaryStream(index(name), value, length);
    }

    @Override
    public void setObject(String name, @Nullable Object value, int type, int scaleOrLength) throws SQLException {
        setObject(index(name), value, type, scaleOrLength);
    }

    @Override
    public void setObject(String name, @Nullable Object value, int type) throws SQLException {
        setObject(index(name), value, type);
    }

    @Override
    public void setObject(String name, @Nullable Object value) throws SQLException {
        setObject(index(name), value);
    }

    @Override
    public void setCharacterStream(String name, @Nullable Reader value, int length) throws SQLException {
        setCharacterStream(index(name), value, length);
    }

    @Override
    public void setDate(String name, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        setDate(index(name), value, calendar);
    }

    @Override
    public void setTime(String name, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        setTime(index(name), value, calendar);
    }

    @Override
    public void setTimestamp(String name, @Nullable Timestamp value, @Nullable Calendar calendar) throws SQLException {
        setTimestamp(index(name), value, calendar);
    }

    @Override
    public void setNull(String name, int type, @Nullable String typeName) throws SQLException {
        setNull(index(name), type, typeName);
    }

    @Override
    public void setRowId(String name, @Nullable RowId value) throws SQLException {
        setRowId(index(name), value);
    }

    @Override
    public void setNString(String name, @Nullable String value) throws SQLException {
        setNString(index(name), value);
    }

    @Override
    public void setNCharacterStream(String name, @Nullable Reader value, long length) throws SQLException {
        setNCharacterStream(index(name), value, length);
    }

    @Override
    public void setNClob(String name, @Nullable NClob value) throws SQLException {
        setNClob(index(name), value);
    }

    @Override
    public void setClob(String name, @Nullable Reader value, long length) throws SQLException {
        setClob(index(name), value, length);
    }

    @Override
    public void setBlob(String name, @Nullable InputStream value, long length) throws SQLException {
        setBlob(index(name), value, length);
    }

    @Override
    public void setNClob(String name, @Nullable Reader value, long length) throws SQLException {
        setNClob(index(name), value, length);
    }

    @Override
    public void setSQLXML(String name, @Nullable SQLXML value) throws SQLException {
        setSQLXML(index(name), value);
    }

    @Override
    public void setBlob(String name, @Nullable Blob value) throws SQLException {
        setBlob(index(name), value);
    }

    @Override
    public void setClob(String name, @Nullable Clob value) throws SQLException {
        setClob(index(name), value);
    }

    @Override
    public void setAsciiStream(String name, @Nullable InputStream value, long length) throws SQLException {
        setAsciiStream(index(name), value, length);
    }

    @Override
    public void setBinaryStream(String name, @Nullable InputStream value, long length) throws SQLException {
        setBinaryStream(index(name), value, length);
    }

    @Override
    public void setCharacterStream(String name, @Nullable Reader value, long length) throws SQLException {
        setCharacterStream(index(name), value, length);
    }

    @Override
    public void setAsciiStream(String name, @Nullable InputStream value) throws SQLException {
        setAsciiStream(index(name), value);
    }

    @Override
    public void setBinaryStream(String name, @Nullable InputStream value) throws SQLException {
        setBinaryStream(index(name), value);
    }

    @Override
    public void setCharacterStream(String name, @Nullable Reader value) throws SQLException {
        setCharacterStream(index(name), value);
    }

    @Override
    public void setNCharacterStream(String name, @Nullable Reader value) throws SQLException {
        setNCharacterStream(index(name), value);
    }

    @Override
    public void setClob(String name, @Nullable Reader value) throws SQLException {
        setClob(index(name), value);
    }

    @Override
    public void setBlob(String name, @Nullable InputStream value) throws SQLException {
        setBlob(index(name), value);
    }

    @Override
    public void setNClob(String name, @Nullable Reader value) throws SQLException {
        setNClob(index(name), value);
    }

    @Override
    public void setObject(String name, @Nullable Object value, @Nullable SQLType type, int scaleOrLength)
            throws SQLException {
        setObject(index(name), value, type, scaleOrLength);
    }

    @Override
    public void setObject(String name, @Nullable Object value, @Nullable SQLType type) throws SQLException {
        setObject(index(name), value, type);
    }
}
