package io.baton.engine;

import io.baton.lock.LockMode;
import io.baton.storage.Row;

/**
 * Brings a transaction's writes into the tables: locks the index prefixes that change, then applies. The redo record
 * of a durable engine belongs between the two: from there on nothing can fail but for want of memory, and all locks
 * are still held.
 */
final class Commit {

    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;

    Commit(Workspace workspace) {
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.audit = workspace.audit();
    }

    void run() {
        history.beginCommit();
        for (int i = 0; i < writes.size(); i++) {
            lockIndexes(writes.get(i));
        }
        history.locked();
        if (writes.size() > 0) {
            applyInserts();
            applyOthers();
            history.applied();
        }
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

    /** The row's own lock is held, and is the prefix's too if the index covers its rows. */
    private void lockPrefix(EngineTable.EngineIndex index, Row row) {
        if (!index.coversRows) {
            locks.range(index, index.schema.prefixOf(row), LockMode.EXCLUSIVE);
        }
        history.willChange(index, row);
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
                    audit.changes(write.table, write.image);
                    history.inserted(write, write.table.table.rows.insert(write.image));
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
                history.takenBack(write);
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
                case NONE -> history.untouched(write);
                case INSERT -> {
                    // Inserted before.
                }
            }
        }
    }

    private void update(Write write) {
        audit.row(write.table, write.image, LockMode.EXCLUSIVE);
        write.table.table.rows.update(write.address, write.image);
        history.updated(write);
    }

    private void delete(Write write) {
        audit.changes(write.table, before(write));
        history.deletes(write);
        write.table.table.rows.delete(write.key);
    }

    /** The slot that the delete frees is the slot that the insert takes. */
    private void replace(Write write) {
        audit.changes(write.table, write.image);
        history.deletes(write);
        write.table.table.rows.delete(write.key);
        history.replaced(write, write.table.table.rows.insert(write.image));
    }
}
