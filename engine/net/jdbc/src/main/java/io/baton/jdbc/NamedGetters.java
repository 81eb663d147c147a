package io.baton.jdbc;

import io.baton.jdbc.text.Command;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Getters of what came out, by name. */
abstract class NamedGetters extends OutGetters {

    NamedGetters(BatonConnection connection, int type, Command command) {
        super(connection, type, command);
    }

    /** The place of what came out under a name. */
    abstract int outIndex(@Nullable String name) throws SQLException;

    @Override
    public @Nullable String getString(String name) throws SQLException {
        return getString(outIndex(name));
    }

    @Override
    public boolean getBoolean(String name) throws SQLException {
        return getBoolean(outIndex(name));
    }

    @Override
    public byte getByte(String name) throws SQLException {
        return getByte(outIndex(name));
    }

    @Override
    public short getShort(String name) throws SQLException {
        return getShort(outIndex(name));
    }

    @Override
    public int getInt(String name) throws SQLException {
        return getInt(outIndex(name));
    }

    @Override
    public long getLong(String name) throws SQLException {
        return getLong(outIndex(name));
    }

    @Override
    public float getFloat(String name) throws SQLException {
        return getFloat(outIndex(name));
    }

    @Override
    public double getDouble(String name) throws SQLException {
        return getDouble(outIndex(name));
    }

    @Override
    public byte @Nullable [] getBytes(String name) throws SQLException {
        return getBytes(outIndex(name));
    }

    @Override
    public @Nullable Date getDate(String name) throws SQLException {
        return getDate(outIndex(name));
    }

    @Override
    public @Nullable Time getTime(String name) throws SQLException {
        return getTime(outIndex(name));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String name) throws SQLException {
        return getTimestamp(outIndex(name));
    }

    @Override
    public @Nullable Object getObject(String name) throws SQLException {
        return getObject(outIndex(name));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String name) throws SQLException {
        return getBigDecimal(outIndex(name));
    }

    @Override
    public @Nullable Object getObject(String name, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getObject(outIndex(name), map);
    }

    @Override
    public @Nullable Ref getRef(String name) throws SQLException {
        return getRef(outIndex(name));
    }

    @Override
    public @Nullable Blob getBlob(String name) throws SQLException {
        return getBlob(outIndex(name));
    }

    @Override
    public @Nullable Clob getClob(String name) throws SQLException {
        return getClob(outIndex(name));
    }

    @Override
    public @Nullable Array getArray(String name) throws SQLException {
        return getArray(outIndex(name));
    }

    @Override
    public @Nullable Date getDate(String name, @Nullable Calendar calendar) throws SQLException {
        return getDate(outIndex(name), calendar);
    }

    @Override
    public @Nullable Time getTime(String name, @Nullable Calendar calendar) throws SQLException {
        return getTime(outIndex(name), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String name, @Nullable Calendar calendar) throws SQLException {
        return getTimestamp(outIndex(name), calendar);
    }

    @Override
    public @Nullable URL getURL(String name) throws SQLException {
        return getURL(outIndex(name));
    }

    @Override
    public @Nullable RowId getRowId(String name) throws SQLException {
        return getRowId(outIndex(name));
    }

    @Override
    public @Nullable NClob getNClob(String name) throws SQLException {
        return getNClob(outIndex(name));
    }

    @Override
    public @Nullable SQLXML getSQLXML(String name) throws SQLException {
        return getSQLXML(outIndex(name));
    }

    @Override
    public @Nullable String getNString(String name) throws SQLException {
        return getNString(outIndex(name));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String name) throws SQLException {
        return getNCharacterStream(outIndex(name));
    }

    @Override
    public @Nullable Reader getCharacterStream(String name) throws SQLException {
        return getCharacterStream(outIndex(name));
    }

    @Override
    public <T> @Nullable T getObject(String name, @Nullable Class<T> type) throws SQLException {
        return getObject(outIndex(name), type);
    }
}
