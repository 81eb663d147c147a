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

    /** A call begins. */
    void begin(long nowNanos);

    /** An attempt begins: what was recorded of the one before is void. */
    void restart();

    /** The call has ended, all locks are given back. */
    void end(boolean committed);

    /** A row was looked for and found at an address, or not. */
    void read(EngineTable table, long key, long address);

    /** Returns the version of the row with a key, which is at an address or absent; 0 if none are kept. */
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

    /** An insert is undone, with all others of the transaction. */
    void takenBack(Write write);

    /** A row was changed in place. */
    void updated(Write write);

    /** A row is about to be deleted. */
    void deletes(Write write);

    /** A row that {@link #deletes} has counted out is back at an address, with other contents. */
    void replaced(Write write, long address);

    /** A row came and went within the transaction, so that all it did was to see that there is none. */
    void untouched(Write write);

    /** All rows are in the tables. */
    void applied();
}
