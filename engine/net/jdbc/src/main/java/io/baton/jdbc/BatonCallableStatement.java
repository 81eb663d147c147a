package io.baton.jdbc;

import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.ValueGetters;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call whose results may be got by parameter. Everything that takes a name does what its counterpart with an index
 * does.
 */
final class BatonCallableStatement extends BatonPreparedStatement implements CallableStatement {

    private OutTypes registered = OutTypes.NONE;
    private @Nullable OutValues out;

    BatonCallableStatement(BatonConnection connection, int type, Command.Call call) {
        super(connection, type, call);
    }

    // Registering

    private void register(int parameter, int type, int scale) throws SQLException {
        if (parameter < 1 || parameter > binding().places()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + binding().markers());
        }
        if (!binding().place(parameter).out()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "parameter " + parameter + " ("
                + binding().place(parameter).name() + ") of " + binding().description() + " does not come out");
        }
        registered = registered.with(parameter, type, scale);
    }

    private static int code(@Nullable SQLType type) throws SQLException {
        if (type == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no type was given");
        }
        final Integer code = type.getVendorTypeNumber();
        return code == null ? Types.OTHER : code;
    }

    /** A record is read by its components if one of them is registered. */
    @Override
    boolean hidesRows() {
        return registered.any();
    }

    @Override
    void took(CallResult result) {
        final CallBinding used = result.binding();
        if (used != null) {
            out = new OutValues(used, result, registered);
        }
    }

    @Override
    void forget() {
        super.forget();
        out = null;
    }

    @Override
    void checkInBatch() throws SQLException {
        super.checkInBatch();
        if (hidesRows()) {
            throw SqlErrors.of("07001", "a parameter is registered to come out; a batch has no place for that");
        }
    }

    @Override
    public void registerOutParameter(int parameter, int type) throws SQLException {
        register(parameter, type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, int type, int scale) throws SQLException {
        register(parameter, type, scale);
    }

    @Override
    public void registerOutParameter(int parameter, int type, @Nullable String typeName) throws SQLException {
        register(parameter, type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type) throws SQLException {
        register(index(name), type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type, int scale) throws SQLException {
        register(index(name), type, scale);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type, @Nullable String typeName) throws SQLException {
        register(index(name), type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type) throws SQLException {
        register(parameter, code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type, int scale) throws SQLException {
        register(parameter, code(type), scale);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type, @Nullable String typeName)
            throws SQLException {
        register(parameter, code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type) throws SQLException {
        register(index(name), code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type, int scale) throws SQLException {
        register(index(name), code(type), scale);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type, @Nullable String typeName)
            throws SQLException {
        register(index(name), code(type), OutTypes.ANY_SCALE);
    }

    // Setters by name

    /** The index of a parameter or of a result. */
    private int index(@Nullable String name) throws SQLException {
        return binding().index(name);
    }

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

    // Getters by index

    /** The results of the last call. */
    private ValueGetters out() throws SQLException {
        checkOpen();
        final OutValues now = out;
        if (now == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "nothing has come out yet; execute the call");
        }
        return now;
    }

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

    // Getters by name

    /** The index of a result; after a call that of its own procedure, which may have been replaced since. */
    private int outIndex(@Nullable String name) throws SQLException {
        final OutValues now = out;
        return now == null ? index(name) : now.index(name);
    }

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
