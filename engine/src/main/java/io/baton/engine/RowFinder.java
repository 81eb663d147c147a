package io.baton.engine;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableCopy;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds all rows of a table, a batch after the other, whatever its keys: each that is there all the time once, and
 * perhaps those that come or go. A batch is found in the plan of a call that then has its locks. One thread; call
 * {@link #close} at the end.
 */
final class RowFinder implements AutoCloseable {

    /** Most rows of a batch: as many as a plan loads together, and two times what is found at once. */
    static final int BATCH_ROWS_MAX = 64;

    private final Table table;
    private final TableSchema schema;
    private final RowArena arena;
    private final TableCopy copy;
    private final Row found;
    private final List<Row> probes = new ArrayList<>(BATCH_ROWS_MAX);

    /**
     * Makes a finder that has found nothing yet.
     *
     * @throws IllegalStateException if storage is closed
     */
    RowFinder(Storage storage, Table table) {
        this.table = table;
        this.schema = table.schema();
        this.found = new Row(schema);
        this.copy = new TableCopy(table);
        this.arena = storage.arena();
    }

    /**
     * Finds the rows of the next batch, and plans to read them. Within a call, because closing the engine waits for
     * calls, and looking for rows needs the indexes' memory.
     */
    void plan(LockPlan plan) {
        probes.clear();
        arena.reset();
        int more = BATCH_ROWS_MAX;
        while (more > 0 && probes.size() <= BATCH_ROWS_MAX / 2) {
            more = copy.next(this::addProbe);
        }
        for (Row probe : probes) {
            plan.read(schema, schema.lockKeyOf(probe));
        }
    }

    private void addProbe(long address) {
        table.read(address, found);
        final Row probe = new Row(schema);
        arena.copyForReading(probe, found);
        probes.add(probe);
    }

    /** The batch: rows as they were when found, of which only the keys count. None are left if it is empty. */
    List<Row> probes() {
        return probes;
    }

    @Override
    public void close() {
        arena.close();
        copy.close();
    }
}
