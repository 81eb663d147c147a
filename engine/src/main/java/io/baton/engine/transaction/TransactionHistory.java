package io.baton.engine.transaction;

import io.baton.storage.IndexRange;
import io.baton.storage.Row;

/**
 * Told of all that one coordinator's transactions do, in the order of these methods. All that is told of a row or an
 * index prefix is told under the transaction's lock of it. One thread at a time.
 *
 * <p>An engine that records no history has {@link NoHistory}. One run uses one of the two classes only, so that the
 * JVM's compiler inlines the calls and leaves nothing of the empty ones.
 */
public sealed interface TransactionHistory permits ClientHistory, NoHistory {

    /**
     * A call begins.
     *
     * @throws io.baton.engine.history.UnwritableHistoryException if the history cannot be written any further
     */
    void begin(long nowNanos);

    /** An attempt begins: what was recorded of the one before is void. */
    void restart();

    /** The attempt is over, be it committed or not; all its locks are still held. */
    void releases();

    /**
     * The call has ended, all locks are given back. If it was not committed, its caller was answered from what the last
     * attempt read, rows that it wanted to write included; unless its commit ended in the middle, so that nobody knows.
     */
    void end(boolean committed);

    /** A row was looked for and found at an address, or not. */
    void read(EngineTable table, long key, long address);

    /**
     * A row is read because it is going to be written, for the first time in the transaction. Returns its version, at
     * an address or absent; 0 if none are kept.
     */
    int version(EngineTable table, long key, long address);

    /** A scan begins. Returns its number. */
    int scan(EngineTable.EngineIndex index, IndexRange range);

    /** A scan has come to a row, which the transaction has written itself if it is writable. */
    void scanned(int scan, EngineTable table, Row row);

    // The commit

    /** The commit begins. */
    void beginCommit();

    /** An index is about to gain or lose a row. */
    void willChange(EngineTable.EngineIndex index, Row row);

    /** All locks are held. */
    void locked();

    /** A row was inserted at an address. */
    void inserted(Write write, long address);

    /** A row was changed in place, be it by an update, or by a delete and an insert. */
    void updated(Write write);

    /** A row is about to be deleted. */
    void deletes(Write write);

    /** A row came and went within the transaction, so that all it did was to see that there is none. */
    void untouched(Write write);

    /** All rows are in the tables. */
    void applied();
}
