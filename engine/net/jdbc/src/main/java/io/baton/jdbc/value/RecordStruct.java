package io.baton.jdbc.value;

import io.baton.protocol.RecordValue;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record as JDBC shows it. Immutable. */
final class RecordStruct implements Struct {

    private final RecordValue components;

    RecordStruct(RecordValue components) {
        this.components = components;
    }

    RecordValue record() {
        return components;
    }

    @Override
    public String getSQLTypeName() {
        return SqlType.STRUCT.name();
    }

    @Override
    public @Nullable Object[] getAttributes() throws SQLException {
        return Conversion.objects(components.values());
    }

    @Override
    public @Nullable Object[] getAttributes(Map<String, Class<?>> map) throws SQLException {
        if (!map.isEmpty()) {
            throw SqlErrors.unsupported("a map of types");
        }
        return getAttributes();
    }

    @Override
    public String toString() {
        return components.values().toString();
    }
}
