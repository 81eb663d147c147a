package io.baton.engine;

import io.baton.lock.LockMode;
import io.baton.storage.Row;
import org.jspecify.annotations.Nullable;

/**
 * Brings a transaction's writes into the tables: locks the index prefixes that change, then applies. The redo record
 * of a durable engine belongs between the two: from there on nothing can fail but for want of memory, and all locks
 * are still held.
 */
class Commit {

    private final Coordinator coordinator;
    private final WriteSet writes;
    private final @Nullable ClientHistory history;

    Commit(Coordinator coordinator, WriteSet writes, @Nullable ClientHistory history) {
        this.coordinator = coordinator;
        this.writes = writes;
        this.history = history;
    }

    void run() {
        if (history != null) {
            history.beginCommit();
        }
        for (int i = 0; i < writes.size(); i++) {
            lockIndexes(writes.get(i));
        }
        if (history != null) {
            history.locked();
        }
        if (writes.size() > 0) {
            apply();
        }
    }

    private void apply() {
        applyInserts();
        applyOthers();
        if (history != null) {
            history.applied();
        }
    }

    /** Whoever scans a prefix that gets or loses a row must wait, and whoever has scanned it comes first. */
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

    private void lockPrefix(EngineTable.EngineIndex index, Row row) {
        if (!index.coversRows || history != null) {
            final long prefix = index.schema.prefixOf(row);
            if (!index.coversRows) {
                coordinator.lockRange(index, prefix, LockMode.EXCLUSIVE);
            }
            if (history != null) {
                history.willChange(index, prefix);
            }
        }
    }

    private static Row before(Write write) {
        final Row view = write.table.view();
        write.table.table.rows.read(write.address, view);
        return view;
    }

    /** Inserts come first: they can fail, if a table is full, and are then taken back. */
    private void applyInserts() {
        int done = 0;
        try {
            while (done < writes.size()) {
                final Write write = writes.get(done);
                if (write.kind == Write.Kind.INSERT) {
                    audit(write, write.image);
                    final long address = write.table.table.rows.insert(write.image);
                    if (history != null) {
                        history.inserted(write, address);
                    }
                }
                done++;
            }
        } finally {
            if (done < writes.size()) {
                takeBack(done);
            }
        }
    }

    private void takeBack(int done) {
        for (int i = 0; i < done; i++) {
            final Write write = writes.get(i);
            if (write.kind == Write.Kind.INSERT) {
                write.table.table.rows.delete(write.key);
                if (history != null) {
                    history.takenBack(write);
                }
            }
        }
    }

    private void applyOthers() {
        for (int i = 0; i < writes.size(); i++) {
            final Write write = writes.get(i);
            switch (write.kind) {
                case UPDATE -> update(write);
                case DELETE -> delete(write);
                case REPLACE -> replace(write);
                case NONE -> {
                    if (history != null) {
                        history.untouched(write);
                    }
                }
                case INSERT -> {
                    // Inserted before.
                }
            }
        }
    }

    private void update(Write write) {
        coordinator.auditRow(write.table, write.image, LockMode.EXCLUSIVE);
        write.table.table.rows.update(write.address, write.image);
        if (history != null) {
            history.updated(write);
        }
    }

    private void delete(Write write) {
        audit(write, before(write));
        if (history != null) {
            history.deletes(write);
        }
        write.table.table.rows.delete(write.key);
    }

    /** The slot that the delete frees is the slot that the insert takes. */
    private void replace(Write write) {
        audit(write, write.image);
        if (history != null) {
            history.deletes(write);
        }
        write.table.table.rows.delete(write.key);
        final long address = write.table.table.rows.insert(write.image);
        if (history != null) {
            history.replaced(write, address);
        }
    }

    private void audit(Write write, Row row) {
        coordinator.auditRow(write.table, row, LockMode.EXCLUSIVE);
        final EngineTable table = write.table.table;
        for (int i = 0; i < table.indexCount(); i++) {
            coordinator.auditRange(table.index(i), table.index(i).schema.prefixOf(row));
        }
    }
}
