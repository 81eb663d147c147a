package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** One coordinator's contexts of all tables. */
public final class Tables {

    private final IdentityHashMap<TableSchema, TableContext> bySchema = new IdentityHashMap<>();
    private final IdentityHashMap<IndexSchema, TableContext> byIndex = new IdentityHashMap<>();
    private final List<TableContext> all = new ArrayList<>();

    public Tables(List<EngineTable> tables) {
        for (EngineTable table : tables) {
            final TableContext context = new TableContext(table);
            all.add(context);
            bySchema.put(table.schema, context);
            for (IndexSchema index : table.schema.indexes()) {
                byIndex.put(index, context);
            }
        }
    }

    public TableContext context(TableSchema schema) {
        final TableContext context = bySchema.get(schema);
        if (context == null) {
            throw new IllegalArgumentException(
                "the engine was opened without table " + schema.name() + "; add it to the engine's builder");
        }
        return context;
    }

    TableContext context(IndexSchema index) {
        final TableContext context = byIndex.get(index);
        if (context == null) {
            throw new IllegalArgumentException(
                "the engine was opened without the table of " + index + "; add it to the engine's builder");
        }
        return context;
    }

    public EngineTable.EngineIndex index(IndexSchema index) {
        return context(index).table.index(index);
    }

    /** Ends the use of all views and writes. */
    public void reset(boolean again) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).reset(again);
        }
    }
}
