package io.baton.jdbc.value;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
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

/**
 * The getters that result sets and callable statements have in common. They are those of {@link java.sql.ResultSet} by
 * index, and promise what it says of them.
 */
public abstract class ValueGetters {

    private boolean wasNull;

    /** For the result sets and statements that extend it. */
    protected ValueGetters() {
    }

    /**
     * Returns a value as it came.
     *
     * @param column counted from 1
     * @return the value, or null
     * @throws SQLException if there is none now
     */
    protected abstract @Nullable Object value(int column) throws SQLException;

    private @Nullable Object take(int column) throws SQLException {
        final Object value = value(column);
        wasNull = value == null;
        return value;
    }

    public boolean wasNull() throws SQLException {
        return wasNull;
    }

    public @Nullable String getString(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Conversion.text(value);
    }

    public @Nullable String getNString(int column) throws SQLException {
        return getString(column);
    }

    public boolean getBoolean(int column) throws SQLException {
        final Object value = take(column);
        return value != null && Conversion.bool(value);
    }

    public byte getByte(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : (byte) Conversion.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public short getShort(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : (short) Conversion.whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public int getInt(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : (int) Conversion.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public long getLong(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : Conversion.whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public float getFloat(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : Conversion.single(value);
    }

    public double getDouble(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? 0 : Conversion.floating(value);
    }

    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Conversion.decimal(value);
    }

    public byte @Nullable [] getBytes(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Conversion.bytes(value);
    }

    public @Nullable Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    public @Nullable Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    public @Nullable Object getObject(int column) throws SQLException {
        return Conversion.object(take(column));
    }

    public @Nullable Array getArray(int column) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Conversion.as(value, Array.class);
    }

    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        final String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    public @Nullable Reader getNCharacterStream(int column) throws SQLException {
        return getCharacterStream(column);
    }

    public @Nullable InputStream getAsciiStream(int column) throws SQLException {
        final String text = getString(column);
        return text == null ? null : new ByteArrayInputStream(Conversion.ascii(text));
    }

    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        final byte[] bytes = getBytes(column);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Moments.date(value, calendar);
    }

    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Moments.time(value, calendar);
    }

    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        final Object value = take(column);
        return value == null ? null : Moments.timestamp(value, calendar);
    }

    @SuppressWarnings("deprecation")
    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        final BigDecimal value = getBigDecimal(column);
        if (scale < 0) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "a scale of " + scale + ": give 0 or more");
        }
        return value == null ? null : Conversion.scaled(value, scale);
    }

    /**
     * Returns a value of a class.
     *
     * @param column counted from 1
     * @param type the class wanted
     * @param <T> the class wanted
     * @return the value, or null for NULL
     * @throws SQLException if there is none, or it is something else
     */
    public <T> @Nullable T getObject(int column, @Nullable Class<T> type) throws SQLException {
        if (type == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no class was given for column " + column);
        }
        final Object value = take(column);
        return value == null ? null : Conversion.as(value, type);
    }

    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map) throws SQLException {
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a map of types");
        }
        return getObject(column);
    }

    public Ref getRef(int column) throws SQLException {
        throw SqlErrors.unsupported("a reference");
    }

    public Blob getBlob(int column) throws SQLException {
        throw SqlErrors.unsupported("a Blob; use getBytes: it");
    }

    public Clob getClob(int column) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use getString: it");
    }

    public NClob getNClob(int column) throws SQLException {
        throw SqlErrors.unsupported("a Clob; use getString: it");
    }

    public URL getURL(int column) throws SQLException {
        throw SqlErrors.unsupported("a URL");
    }

    public RowId getRowId(int column) throws SQLException {
        throw SqlErrors.unsupported("an id of a row");
    }

    public SQLXML getSQLXML(int column) throws SQLException {
        throw SqlErrors.unsupported("XML");
    }
}
