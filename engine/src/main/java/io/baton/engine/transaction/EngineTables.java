package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables that an engine has by now, by their numbers. Thread-safe; changed by one thread at a time. */
public final class EngineTables {

    private volatile List<EngineTable> all;

    public EngineTables(List<EngineTable> tables) {
        all = List.copyOf(tables);
    }

    public List<EngineTable> all() {
        return all;
    }

    /** Adds a table, whose ordinal is the number of those before. All else that a transaction needs of it is there. */
    public void add(EngineTable table) {
        final List<EngineTable> more = new ArrayList<>(all);
        more.add(table);
        all = List.copyOf(more);
    }

    /**
     * Finds a table by its very schema, or by one of equal content.
     *
     * @throws IllegalArgumentException if there is none
     */
    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    public EngineTable table(TableSchema schema) {
        final List<EngineTable> tables = all;
        for (EngineTable table : tables) {
            if (table.schema == schema) {
                return table;
            }
        }
        for (EngineTable table : tables) {
            if (table.schema.name().equals(schema.name())) {
                return same(table, schema);
            }
        }
        throw new IllegalArgumentException("the engine was opened without table " + schema.name()
            + "; add it to the engine's builder, or to its catalog");
    }

    private static EngineTable same(EngineTable table, TableSchema schema) {
        final String difference = table.schema.difference(schema);
        if (difference != null) {
            throw new IllegalArgumentException("the engine has a table " + schema.name() + " of another schema ("
                + difference + "); use the schema that it was opened with");
        }
        return table;
    }

    /** Finds the table of an index, or of one of equal content. */
    Optional<EngineTable> tableOf(IndexSchema index) {
        final List<EngineTable> tables = all;
        return tables.stream().filter(table -> table.has(index)).findFirst()
            .or(() -> tables.stream().filter(table -> table.hasEqual(index)).findFirst());
    }
}
