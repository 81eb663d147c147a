package io.baton.engine.transaction;

import io.baton.lock.LockMode;
import io.baton.lock.LockTable;
import io.baton.storage.Row;
import java.util.function.LongConsumer;

/**
 * In assertion mode: proves, from the rows themselves, that every row that a transaction touches is covered by locks of
 * its own names, and in the end that no lock is left. Otherwise does nothing.
 */
public final class Audit {

    /** Each look comes after twice the pause of the one before: 1.6 s in all, if the engine pauses as it is told. */
    private static final int FREE_LOOKS_MAX = 15;
    private static final long FIRST_PAUSE_NANOS = 50_000;

    private final boolean on;
    private final boolean proves;
    private final LockSet locks;
    private final EngineState state;

    /**
     * Makes one.
     *
     * @param proves whether it proves anything
     * @param counts whether the locks are told of the rows that scans come to
     */
    public Audit(boolean proves, boolean counts, LockSet locks, EngineState state) {
        this.proves = proves;
        this.on = proves || counts;
        this.locks = locks;
        this.state = state;
    }

    /** A row is covered by its lock. */
    public void row(TableContext context, Row row, LockMode mode) {
        if (on && !context.table.readOnly) {
            prove(context.table.rowLock(context.schema.lockKeyOf(row)), mode, context.schema);
        }
    }

    /** A row that was found through an index is covered by its lock and by that of its prefix. */
    void scanned(TableContext context, EngineTable.EngineIndex index, Row row) {
        if (!on) {
            return;
        }
        locks.scanned();
        if (!context.table.readOnly) {
            prove(index.rangeLock(index.schema.prefixOf(row)), LockMode.SHARED, index.schema);
            row(context, row, LockMode.SHARED);
        }
    }

    /** A row that comes or goes is covered by its lock and by those of its prefixes in all indexes. */
    void changes(TableContext context, Row row) {
        row(context, row, LockMode.EXCLUSIVE);
        if (on) {
            for (int i = 0; i < context.table.indexCount(); i++) {
                final EngineTable.EngineIndex index = context.table.index(i);
                if (index.mayHave(row)) {
                    prove(index.rangeLock(index.schema.prefixOf(row)), LockMode.EXCLUSIVE, index.schema);
                }
            }
        }
    }

    /**
     * Looks until all locks are free: a place in a queue that a call has left is given up a moment after its turn. An
     * interrupted thread looks as long, and stays interrupted.
     *
     * @param locks of an engine whose coordinators are closed
     * @param state of the engine; if it has stopped, calls may have left locks
     * @param pause waits for so many nanoseconds
     * @throws AssertionError if they do not become free, although the engine has not stopped
     */
    public static void allFree(LockTable locks, EngineState state, LongConsumer pause) {
        boolean interrupted = false;
        long busy = busy(locks, state);
        for (int look = 0; busy != 0 && look < FREE_LOOKS_MAX; look++) {
            interrupted |= Thread.interrupted();
            pause.accept(FIRST_PAUSE_NANOS << look);
            busy = busy(locks, state);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (busy != 0) {
            throw new AssertionError(busy + " locks are still held although no call is under way");
        }
    }

    private static long busy(LockTable locks, EngineState state) {
        return state.isStopped() ? 0 : locks.busySlots();
    }

    private void prove(long lock, LockMode mode, Object what) {
        if (proves && !locks.covers(lock, mode)) {
            throw state.stopAfter(what + " is accessed without its lock held " + mode);
        }
    }
}
