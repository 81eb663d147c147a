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
     * Finds a table by its very schema.
     *
     * @throws IllegalArgumentException if there is none
     */
    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    public EngineTable table(TableSchema schema) {
        for (EngineTable table : all) {
            if (table.schema == schema) {
                return table;
            }
        }
        throw new IllegalArgumentException("the engine was opened without table " + schema.name()
            + "; add it to the engine's builder, or to its catalog");
    }

    /** Finds the table of an index. */
    Optional<EngineTable> tableOf(IndexSchema index) {
        return all.stream().filter(table -> table.has(index)).findFirst();
    }
}
