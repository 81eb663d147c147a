package io.baton.engine.history;

import io.baton.storage.IndexRange;
import io.baton.storage.Row;

/**
 * Told of all that one client's transactions do, in the order of these methods. Tables and indexes are named by their
 * numbers ({@link EngineHistory.Opener}). All that is told of a row or an index prefix is told under the transaction's
 * lock of it. One thread at a time.
 *
 * <p>No method does anything unless it is overridden. An engine that records no history has an instance that overrides
 * none, and one run uses one class only, so that the JVM's compiler inlines the calls and leaves nothing of empty ones.
 */
public interface TransactionHistory {

    /**
     * A call begins.
     *
     * @param nowNanos when it was called
     * @throws UnwritableHistoryException if the history cannot be written any further. No other method throws it
     */
    default void begin(long nowNanos) {
    }

    /** An attempt begins: what was recorded of the one before is void. */
    default void restart() {
    }

    /** The attempt is over, be it committed or not; all its locks are still held. */
    default void releases() {
    }

    /**
     * The call has ended, all locks are given back. If it was not committed, its caller was answered from what the last
     * attempt read, rows that it wanted to write included; unless its commit ended in the middle, so that its outcome
     * is unknown.
     *
     * @param committed whether its writes are in the tables
     */
    default void end(boolean committed) {
    }

    /**
     * A row was looked for.
     *
     * @param table the table's number
     * @param key the row's number
     * @param address where it was found, or {@link io.baton.storage.Table#ABSENT}
     */
    default void read(int table, long key, long address) {
    }

    /**
     * A row is read because it is going to be written, for the first time in the transaction.
     *
     * @param table the table's number
     * @param key the row's number
     * @param address where it is, or {@link io.baton.storage.Table#ABSENT}
     * @return its version, which the commit gives back with the write; 0 if none are kept
     */
    default int version(int table, long key, long address) {
        return 0;
    }

    /**
     * A scan begins.
     *
     * @param table the table's number
     * @param index the index's number
     * @param range what it scans
     * @return the scan's number in the transaction
     */
    default int scan(int table, int index, IndexRange range) {
        return 0;
    }

    /**
     * A scan has come to a row.
     *
     * @param scan the scan's number
     * @param table the table's number
     * @param row the row, which the transaction has written itself if it is writable
     */
    default void scanned(int scan, int table, Row row) {
    }

    // The commit

    /** The commit begins. */
    default void beginCommit() {
    }

    /**
     * An index is about to gain or lose a row.
     *
     * @param table the table's number
     * @param index the index's number
     * @param row the row
     */
    default void willChange(int table, int index, Row row) {
    }

    /** All locks are held. */
    default void locked() {
    }

    /**
     * A row was inserted.
     *
     * @param table the table's number
     * @param key the row's number
     * @param before the version that was read when the write began
     * @param address where the row is
     */
    default void inserted(int table, long key, int before, long address) {
    }

    /**
     * A row was changed in place.
     *
     * @param table the table's number
     * @param key the row's number
     * @param before the version that was read when the write began
     * @param address where the row is
     * @param replaced whether by a delete and an insert, instead of an update
     */
    default void updated(int table, long key, int before, long address, boolean replaced) {
    }

    /**
     * A row is about to be deleted.
     *
     * @param table the table's number
     * @param key the row's number
     * @param before the version that was read when the write began
     * @param address where the row is
     */
    default void deletes(int table, long key, int before, long address) {
    }

    /**
     * A row came and went within the transaction, so that all it did was to see that there is none.
     *
     * @param table the table's number
     * @param key the row's number
     * @param before the version that was read when the write began
     */
    default void untouched(int table, long key, int before) {
    }

    /** All rows are in the tables. */
    default void applied() {
    }
}
