package io.baton.engine.transaction;

import io.baton.lock.LockMode;
import io.baton.storage.Row;

/**
 * In assertion mode: proves, from the rows themselves, that every row that a transaction touches is covered by locks of
 * its own names. Otherwise does nothing.
 */
public final class Audit {

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
        locks.scanned(index);
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

    private void prove(long lock, LockMode mode, Object what) {
        if (proves && !locks.covers(lock, mode)) {
            throw state.stopAfter(what + " is accessed without its lock held " + mode);
        }
    }
}
