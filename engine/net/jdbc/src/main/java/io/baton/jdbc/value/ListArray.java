package io.baton.jdbc.value;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list as JDBC shows it. Immutable. */
final class ListArray implements Array {

    private final List<?> elements;

    ListArray(List<?> elements) {
        this.elements = elements;
    }

    @Override
    public String getBaseTypeName() {
        return SqlType.ANY.name();
    }

    @Override
    public int getBaseType() {
        return SqlType.ANY.code();
    }

    @Override
    public @Nullable Object[] getArray() throws SQLException {
        return Conversion.objects(elements);
    }

    @Override
    public Object getArray(Map<String, Class<?>> map) throws SQLException {
        if (!map.isEmpty()) {
            throw SqlErrors.unsupported("a map of types");
        }
        return getArray();
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        if (index < 1 || count < 0 || index - 1 + count > elements.size()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                count + " elements from " + index + " on: the list has " + elements.size());
        }
        return Conversion.objects(elements.subList((int) index - 1, (int) index - 1 + count));
    }

    @Override
    public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
        if (!map.isEmpty()) {
            throw SqlErrors.unsupported("a map of types");
        }
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        throw SqlErrors.unsupported("a list as a result set");
    }

    @Override
    public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
        throw SqlErrors.unsupported("a list as a result set");
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        throw SqlErrors.unsupported("a list as a result set");
    }

    @Override
    public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map) throws SQLException {
        throw SqlErrors.unsupported("a list as a result set");
    }

    @Override
    public void free() {
        // It holds nothing but the heap's.
    }

    @Override
    public String toString() {
        return elements.toString();
    }
}
