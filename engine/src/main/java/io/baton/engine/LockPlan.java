package io.baton.engine;

import io.baton.engine.transaction.Participant;
import io.baton.engine.transaction.RowFinder;
import io.baton.engine.transaction.UserAbort;
import io.baton.lock.LockMode;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * The locks that a procedure declares before it runs. They are acquired in the global order, so that waiting for
 * them never makes the transaction restart. A plan may be incomplete, and may hold locks that turn out not to be
 * needed. Valid until the plan method returns, and for its thread.
 */
public final class LockPlan {

    private final Participant participant;
    /** The procedure that has promised to read only, if one has. */
    private @Nullable String readOnly;
    /** The thread that plans; null when the plan has ended. */
    private @Nullable Thread owner = Thread.currentThread();

    LockPlan(Participant participant) {
        this.participant = participant;
    }

    /** Refuses locks to write from now on, or allows them again; returns what was said before. */
    @Nullable
    String readOnly(@Nullable String procedure) {
        final String before = readOnly;
        readOnly = procedure;
        return before;
    }

    void end() {
        owner = null;
    }

    /**
     * Plans to read a row.
     *
     * @param table the table
     * @param key what names the lock, see {@link TableSchema#lockKey}. A packed primary key does, whatever the columns
     *     behind those that name the lock; the number of a wide one only if all its columns name the lock
     * @return this plan
     */
    public LockPlan read(TableSchema table, long key) {
        return row(table, key, LockMode.SHARED);
    }

    /**
     * Plans to change, add or remove a row.
     *
     * @param table the table
     * @param key what names the lock, as in {@link #read}
     * @return this plan
     */
    public LockPlan write(TableSchema table, long key) {
        return row(table, key, LockMode.EXCLUSIVE);
    }

    /**
     * Plans to scan a prefix of an index.
     *
     * @param index the index
     * @param prefix the prefix, see {@link IndexSchema#prefix(long)}
     * @return this plan
     */
    public LockPlan scan(IndexSchema index, long prefix) {
        return range(index, prefix, LockMode.SHARED);
    }

    /**
     * Plans to add or remove rows below a prefix of an index, or to scan it for update.
     *
     * @param index the index
     * @param prefix the prefix, see {@link IndexSchema#prefix(long)}
     * @return this plan
     */
    public LockPlan change(IndexSchema index, long prefix) {
        return range(index, prefix, LockMode.EXCLUSIVE);
    }

    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    private void checkOwner() {
        if (owner != Thread.currentThread()) {
            throw new IllegalStateException("this plan has ended, or belongs to another thread;"
                + " name all locks before the plan method returns");
        }
    }

    private LockPlan row(TableSchema schema, long key, LockMode mode) {
        checkOwner();
        checkMay(mode, schema.name());
        participant.plan(schema, key, mode);
        return this;
    }

    /** Plans to read rows that were found. */
    void read(TableSchema table, RowFinder found) {
        for (int i = 0; i < found.count(); i++) {
            read(table, found.lockKey(i));
        }
    }

    /** Plans to insert a row that is complete. */
    void insert(Row row) {
        participant.planInsert(row);
    }

    private LockPlan range(IndexSchema schema, long prefix, LockMode mode) {
        checkOwner();
        checkMay(mode, schema.table());
        participant.plan(schema, prefix, mode);
        return this;
    }

    private void checkMay(LockMode mode, String table) {
        final String procedure = readOnly;
        if (procedure != null && mode == LockMode.EXCLUSIVE) {
            throw UserAbort.readOnly(procedure, "write to table " + table + ", as its plan says");
        }
    }
}
