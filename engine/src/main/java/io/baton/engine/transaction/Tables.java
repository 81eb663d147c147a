package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** One coordinator's contexts of all tables. */
public final class Tables {

    /** How many schemas are remembered that are equal to others, for which finding the table takes long. */
    private static final int TWINS_MAX = 64;

    private final IdentityHashMap<TableSchema, TableContext> bySchema = new IdentityHashMap<>();
    private final IdentityHashMap<IndexSchema, TableContext> byIndex = new IdentityHashMap<>();
    private final List<TableContext> all = new ArrayList<>();

    private final EngineTables tables;

    public Tables(EngineTables tables) {
        this.tables = tables;
        tables.all().forEach(this::add);
    }

    private TableContext add(EngineTable table) {
        final TableContext context = new TableContext(table);
        all.add(context);
        bySchema.put(table.schema, context);
        for (IndexSchema index : table.schema.indexes()) {
            byIndex.put(index, context);
        }
        return context;
    }

    public TableContext context(TableSchema schema) {
        final TableContext context = bySchema.get(schema);
        return context == null ? find(schema) : context;
    }

    /** A table that was added meanwhile, or is named by another schema of equal content. */
    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    private TableContext find(TableSchema schema) {
        final EngineTable table = tables.table(schema);
        final TableContext own = bySchema.get(table.schema);
        final TableContext context = own == null ? add(table) : own;
        if (table.schema != schema) {
            if (bySchema.size() - all.size() >= TWINS_MAX) {
                bySchema.entrySet().removeIf(known -> known.getKey() != known.getValue().schema);
            }
            bySchema.put(schema, context);
        }
        return context;
    }

    TableContext context(IndexSchema index) {
        TableContext context = byIndex.get(index);
        if (context == null) {
            byIndex.entrySet().removeIf(known -> !known.getValue().table.has(known.getKey()));
            final EngineTable table = tables.tableOf(index).orElseThrow(() -> new IllegalArgumentException(
                "the engine has no " + index + "; add it to the table's schema, or to the engine's catalog"));
            context = context(table.schema);
            byIndex.put(index, context);
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
