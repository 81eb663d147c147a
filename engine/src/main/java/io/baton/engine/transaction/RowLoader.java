package io.baton.engine.transaction;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.TableSchema;

/**
 * Puts rows into the tables of a {@link Shard} without locks and log: before the first call, when no transaction looks.
 * One thread; several may work side by side on different rows.
 */
public final class RowLoader implements AutoCloseable {

    private final Tables tables;
    private final RowArena arena;

    RowLoader(Tables tables, RowArena arena) {
        this.tables = tables;
        this.arena = arena;
    }

    /** Makes an empty row, valid until it is inserted; one at a time. */
    public Row row(TableSchema schema) {
        final TableContext context = tables.context(schema);
        tables.reset(false);
        arena.reset();
        final Row row = context.view();
        arena.blank(row);
        return row;
    }

    /**
     * Adds a row to its table.
     *
     * @param row the row that {@link #row} returned
     * @throws io.baton.storage.DuplicateKeyException if there is such a row already
     */
    public void insert(Row row) {
        tables.context(row.schema()).table.rows.insert(row);
        row.unwrap();
    }

    @Override
    public void close() {
        arena.close();
    }
}
