package io.baton.jdbc;

import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.ValueGetters;
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

/** Getters of what came out, by index. */
abstract class OutGetters extends NamedSetters {

    OutGetters(BatonConnection connection, int type, Command command) {
        super(connection, type, command);
    }

    /** What came out of the last call. */
    abstract ValueGetters out() throws SQLException;

    @Override
    public boolean wasNull() throws SQLException {
        return out().wasNull();
    }

    @Override
    public @Nullable String getString(int parameter) throws SQLException {
        return out().getString(parameter);
    }

    @Override
    public boolean getBoolean(int parameter) throws SQLException {
        return out().getBoolean(parameter);
    }

    @Override
    public byte getByte(int parameter) throws SQLException {
        return out().getByte(parameter);
    }

    @Override
    public short getShort(int parameter) throws SQLException {
        return out().getShort(parameter);
    }

    @Override
    public int getInt(int parameter) throws SQLException {
        return out().getInt(parameter);
    }

    @Override
    public long getLong(int parameter) throws SQLException {
        return out().getLong(parameter);
    }

    @Override
    public float getFloat(int parameter) throws SQLException {
        return out().getFloat(parameter);
    }

    @Override
    public double getDouble(int parameter) throws SQLException {
        return out().getDouble(parameter);
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation")
    public @Nullable BigDecimal getBigDecimal(int parameter, int scale) throws SQLException {
        return out().getBigDecimal(parameter, scale);
    }

    @Override
    public byte @Nullable [] getBytes(int parameter) throws SQLException {
        return out().getBytes(parameter);
    }

    @Override
    public @Nullable Date getDate(int parameter) throws SQLException {
        return out().getDate(parameter);
    }

    @Override
    public @Nullable Time getTime(int parameter) throws SQLException {
        return out().getTime(parameter);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int parameter) throws SQLException {
        return out().getTimestamp(parameter);
    }

    @Override
    public @Nullable Object getObject(int parameter) throws SQLException {
        return out().getObject(parameter);
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int parameter) throws SQLException {
        return out().getBigDecimal(parameter);
    }

    @Override
    public @Nullable Object getObject(int parameter, @Nullable Map<String, Class<?>> map) throws SQLException {
        return out().getObject(parameter, map);
    }

    @Override
    public @Nullable Ref getRef(int parameter) throws SQLException {
        return out().getRef(parameter);
    }

    @Override
    public @Nullable Blob getBlob(int parameter) throws SQLException {
        return out().getBlob(parameter);
    }

    @Override
    public @Nullable Clob getClob(int parameter) throws SQLException {
        return out().getClob(parameter);
    }

    @Override
    public @Nullable Array getArray(int parameter) throws SQLException {
        return out().getArray(parameter);
    }

    @Override
    public @Nullable Date getDate(int parameter, @Nullable Calendar calendar) throws SQLException {
        return out().getDate(parameter, calendar);
    }

    @Override
    public @Nullable Time getTime(int parameter, @Nullable Calendar calendar) throws SQLException {
        return out().getTime(parameter, calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int parameter, @Nullable Calendar calendar) throws SQLException {
        return out().getTimestamp(parameter, calendar);
    }

    @Override
    public @Nullable URL getURL(int parameter) throws SQLException {
        return out().getURL(parameter);
    }

    @Override
    public @Nullable RowId getRowId(int parameter) throws SQLException {
        return out().getRowId(parameter);
    }

    @Override
    public @Nullable NClob getNClob(int parameter) throws SQLException {
        return out().getNClob(parameter);
    }

    @Override
    public @Nullable SQLXML getSQLXML(int parameter) throws SQLException {
        return out().getSQLXML(parameter);
    }

    @Override
    public @Nullable String getNString(int parameter) throws SQLException {
        return out().getNString(parameter);
    }

    @Override
    public @Nullable Reader getNCharacterStream(int parameter) throws SQLException {
        return out().getNCharacterStream(parameter);
    }

    @Override
    public @Nullable Reader getCharacterStream(int parameter) throws SQLException {
        return out().getCharacterStream(parameter);
    }

    @Override
    public <T> @Nullable T getObject(int parameter, @Nullable Class<T> type) throws SQLException {
        return out().getObject(parameter, type);
    }
}
