package io.baton.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a schema says, line by line, and how two differ. */
final class SchemaContent {
    private SchemaContent() {
    }

    static List<String> lines(TableSchema schema) {
        var lines = new ArrayList<String>();
        lines.add("table " + schema.name() + (schema.readOnly() ? ", read-only" : ""));
        schema.columns().forEach(column -> lines.add("column " + column.name() + ": " + column.type()));
        lines.add("primary key: " + schema.keyParts() + "; locks name " + schema.lockColumns());
        schema.indexes().forEach(index -> lines.add(index.definition()));
        return lines;
    }

    static @Nullable String difference(TableSchema schema, TableSchema other) {
        List<String> here = lines(schema);
        List<String> there = lines(other);
        for (int i = 0; i < Math.max(here.size(), there.size()); i++) {
            String own = i < here.size() ? here.get(i) : "nothing more";
            String others = i < there.size() ? there.get(i) : "nothing more";
            if (!own.equals(others)) {
                return "table %s: here is \"%s\" where the other schema has \"%s\""
                    .formatted(schema.name(), own, others);
            }
        }
        return null;
    }
}
