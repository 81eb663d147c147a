package io.baton.engine.model;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.attack.Parts;
import io.baton.engine.attack.Parts.Work;

/**
 * What must hold of the engine's account of memory after a run, with no call under way. The account never shrinks while
 * the engine is open, as what was freed is kept for later rows; so:
 *
 * <ul>
 *   <li>deleting all rows takes nothing, and no slot is left in use;
 *   <li>filling all tables and deleting all rows, time and again, takes nothing after the first time: all that was
 *       given back is used again;
 *   <li>what the engine has is not more than twice what a new one has after as many threads as have slots of their own
 *       have filled its tables, and a little for the markers: in another order of changes a hash table may have doubled
 *       once more, and nodes of an index may be half full.
 * </ul>
 */
final class MemoryCheck {

    private static final int FILLINGS = 3;
    /** More than there are stripes of slots, so that each of them is some thread's. */
    private static final int THREADS = 64;
    private static final int MARKERS_BYTES_MAX = 1 << 20;

    private final RandomModelRun run;

    MemoryCheck(RandomModelRun run) {
        this.run = run;
    }

    /** Checks the engine of the run, which then has no rows. */
    void check() throws InterruptedException {
        final Engine engine = run.engine;
        final long bytes = engine.memoryBytes();
        deleteAll(engine, run.work);
        same("deleting all rows", bytes, engine.memoryBytes());
        if (run.budget) {
            return;
        }
        fillAll(engine, run.work);
        final long full = engine.memoryBytes();
        for (int i = 1; i < FILLINGS; i++) {
            deleteAll(engine, run.work);
            fillAll(engine, run.work);
            same("filling all tables again", full, engine.memoryBytes());
        }
        final long most = 2 * most() + MARKERS_BYTES_MAX;
        if (full > most) {
            throw new AssertionError(run + ": the engine has " + full + " bytes of memory, but " + most
                + " are enough for its rows");
        }
    }

    /** What a new engine has after many threads have filled its tables. */
    private long most() throws InterruptedException {
        try (Engine engine = run.builder(false).lockSlots(1).open()) {
            final Procedure<Object> work = engine.register(new Parts.Do(), Object.class);
            for (int i = 0; i < THREADS; i++) {
                final Thread thread = Thread.ofPlatform().start(() -> fillAll(engine, work));
                thread.join();
                deleteAll(engine, work);
            }
            return engine.memoryBytes();
        }
    }

    private void same(String what, long before, long after) {
        if (before != after) {
            throw new AssertionError(run + ": " + what + " has changed the bytes of memory from " + before + " to "
                + after);
        }
    }

    private void deleteAll(Engine engine, Procedure<Object> work) {
        engine.call(work, (Work) transaction -> {
            final Scan scan = transaction.scan(RandomModelRun.MARKER_BY_FLAG).equal(0).forUpdate();
            while (scan.next()) {
                transaction.delete(RandomModelRun.MARKER, scan.key());
            }
            for (ModelTable table : run.tables) {
                for (int key = 0; key < ModelTable.KEYS; key++) {
                    if (RowsByKey.exists(transaction, table, key)) {
                        RowsByKey.delete(transaction, table, key);
                    }
                }
            }
            return 0;
        });
        final long rows = engine.rows(RandomModelRun.MARKER)
            + run.tables.stream().mapToLong(table -> engine.rows(table.schema)).sum();
        if (rows != 0) {
            throw new AssertionError(run + ": tables count " + rows + " rows when all are deleted");
        }
    }

    /** Values differ from row to row, so that no unique index minds. */
    private void fillAll(Engine engine, Procedure<Object> work) {
        engine.call(work, (Work) transaction -> {
            final EngineCells cells = new EngineCells(transaction);
            for (ModelTable table : run.tables) {
                final int b = table.columns.get(ModelTable.B).size();
                final int s = table.columns.get(ModelTable.S).size();
                for (int key = 0; key < ModelTable.KEYS; key++) {
                    cells.insert(table, key, key / b / s, key % b, key / b % s, 0);
                }
            }
            return 0;
        });
    }
}
