package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.fabric.StackHeadroom;
import io.baton.lock.LockMode;
import io.baton.storage.Row;
import io.baton.storage.Table;
import org.jspecify.annotations.Nullable;

/**
 * Brings a transaction's writes into the tables, in three steps, which the coordinator takes one after the other:
 *
 * <ol>
 * <li><em>prepare</em>: locks the index prefixes that change, checks every image and reserves a slot for every new row.
 *     All that can fail fails here, and then nothing has changed.
 * <li><em>record</em>: the redo record of a durable engine gets its place in the log. All locks are held.
 * <li><em>apply</em>: cannot fail but for want of memory. What is thrown here leaves the tables half changed, so the
 *     engine has to stop; {@link #isApplying} says so. The same goes for what is thrown while the record is appended.
 * </ol>
 */
public final class Commit {

    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;
    /** Null if the engine is not durable. */
    private final @Nullable Redo redo;
    private boolean applying;
    private boolean applied;

    public Commit(Workspace workspace) {
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.audit = workspace.audit();
        this.redo = workspace.redo();
    }

    /** Whether the writes were about to be recorded or applied: if the commit threw, it is unknown how far it came. */
    boolean isApplying() {
        return applying;
    }

    /** Whether the attempt has changed the tables, to its end. */
    boolean hasApplied() {
        return applied;
    }

    /** Begins a call: once it has applied its writes, no attempt of it follows. */
    void begin() {
        applied = false;
    }

    // Prepare

    /** Returns whether there is something to record and to apply. */
    public boolean prepare() {
        history.beginCommit();
        for (int i = 0; i < writes.size(); i++) {
            lockIndexes(writes.get(i));
        }
        // While it waited for a prefix its time may have passed, and the engine may have stopped.
        final boolean any = writes.size() > 0;
        locks.checkMayCommit(any);
        checkUnique();
        int done = 0;
        boolean complete = false;
        try {
            while (done < writes.size()) {
                prepare(writes.get(done));
                done++;
            }
            history.locked();
            if (redo != null) {
                redo.encode(writes);
            }
            locks.prepared(writes);
            if (any) {
                StackHeadroom.checkCall();
            }
            complete = true;
        } finally {
            if (!complete) {
                cancel(done);
            }
        }
        return any;
    }

    /** Takes back what was prepared. */
    void cancel() {
        cancel(writes.size());
    }

    /** A scan of a prefix that gains or loses a row has ended before, or begins later. */
    private void lockIndexes(Write write) {
        final EngineTable table = write.table.table;
        for (int i = 0; i < table.indexCount(); i++) {
            final EngineTable.EngineIndex index = table.index(i);
            switch (write.kind) {
                case INSERT -> lockPrefix(index, write.image);
                case DELETE -> lockPrefix(index, before(write));
                case REPLACE -> {
                    lockPrefix(index, before(write));
                    lockPrefix(index, write.image);
                }
                case UPDATE -> {
                    if (!index.schema.primary() && index.schema.compare(before(write), write.image) != 0) {
                        lockPrefix(index, before(write));
                        lockPrefix(index, write.image);
                    }
                }
                case NONE -> {
                    // It came and went: nobody has seen it.
                }
            }
        }
    }

    private void checkUnique() {
        boolean any = false;
        for (int i = 0; i < writes.size(); i++) {
            any |= writes.get(i).table.table.hasUniqueIndexes;
        }
        for (int i = 0; any && i < writes.size(); i++) {
            final Write write = writes.get(i);
            for (int j = 0; j < write.table.table.indexCount(); j++) {
                final EngineTable.EngineIndex index = write.table.table.index(j);
                final UniqueCheck check = write.table.uniqueCheck(index);
                if (check != null && enters(write, index)) {
                    check.check(write, writes);
                }
            }
        }
    }

    /** Whether a write brings a row to a place of an index where it was not. */
    private static boolean enters(Write write, EngineTable.EngineIndex index) {
        return switch (write.kind) {
            case INSERT -> true;
            case UPDATE, REPLACE -> index.schema.compare(before(write), write.image) != 0;
            case DELETE, NONE -> false;
        };
    }

    /** The row's own lock is held, and is the prefix's too if the index covers its rows. */
    private void lockPrefix(EngineTable.EngineIndex index, Row row) {
        if (!index.coversRows && index.mayHave(row)) {
            locks.range(index, index.schema.prefixOf(row), LockMode.EXCLUSIVE);
        }
        history.willChange(index.table().ordinal, index.number, row);
    }

    private static Row before(Write write) {
        return write.table.stored(write.address);
    }

    private static void prepare(Write write) {
        final Table rows = write.table.table.rows;
        switch (write.kind) {
            case INSERT -> write.address = rows.reserve(write.image, write.key);
            case UPDATE, REPLACE -> rows.checkChange(write.address, write.image);
            case DELETE, NONE -> {
                // Nothing that could fail.
            }
        }
    }

    private void cancel(int done) {
        for (int i = 0; i < done; i++) {
            final Write write = writes.get(i);
            if (write.kind == Write.Kind.INSERT) {
                write.table.table.rows.cancel(write.address);
            }
        }
    }

    // Record

    public void record() {
        applying = true;
        if (redo != null) {
            redo.record();
        }
    }

    // Apply

    public void apply() {
        applyCounted();
        if (redo != null) {
            redo.applied();
        }
        history.applied();
        applying = false;
        applied = true;
    }

    /** Tells each table in which rows come or go before the first of them does, and after the last. */
    private void applyCounted() {
        EngineTable last = null;
        for (int i = 0; i < writes.size(); i++) {
            final EngineTable changed = changedAfter(last, writes.get(i));
            if (changed != null) {
                changed.changeBegins();
                last = changed;
            }
        }
        applyAll();
        last = null;
        for (int i = 0; i < writes.size(); i++) {
            final EngineTable changed = changedAfter(last, writes.get(i));
            if (changed != null) {
                changed.changeEnds();
                last = changed;
            }
        }
    }

    /** The table in which a row comes or goes, unless that is the one that was counted last: once for several rows. */
    private static @Nullable EngineTable changedAfter(@Nullable EngineTable last, Write write) {
        final boolean comesOrGoes = write.kind == Write.Kind.INSERT || write.kind == Write.Kind.DELETE;
        return comesOrGoes && write.table.table != last ? write.table.table : null;
    }

    private void applyAll() {
        for (int i = 0; i < writes.size(); i++) {
            final Write write = writes.get(i);
            switch (write.kind) {
                case INSERT -> insert(write);
                case UPDATE -> update(write);
                case DELETE -> delete(write);
                case REPLACE -> replace(write);
                case NONE -> history.untouched(write.table.table.ordinal, write.key, write.version);
            }
        }
    }

    private void insert(Write write) {
        audit.changes(write.table, write.image);
        write.table.table.rows.add(write.address, write.key);
        history.inserted(write.table.table.ordinal, write.key, write.version, write.address);
    }

    private void update(Write write) {
        audit.row(write.table, write.image, LockMode.EXCLUSIVE);
        write.table.table.rows.change(write.address, write.image);
        history.updated(write.table.table.ordinal, write.key, write.version, write.address, false);
    }

    private void delete(Write write) {
        audit.changes(write.table, before(write));
        history.deletes(write.table.table.ordinal, write.key, write.version, write.address);
        if (write.table.table.wide) {
            write.table.table.rows.delete(write.key, write.address);
        } else {
            write.table.table.rows.delete(write.key);
        }
    }

    /** The row stays where it is: its slot is never free for others in between. */
    private void replace(Write write) {
        audit.changes(write.table, write.image);
        write.table.table.rows.replace(write.address, write.image);
        history.updated(write.table.table.ordinal, write.key, write.version, write.address, true);
    }
}
