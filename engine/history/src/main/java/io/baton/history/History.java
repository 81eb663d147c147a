package io.baton.history;

import java.util.List;

/**
 * A history that can be read as often as wanted: a cursor over transactions, and within each over its operations.
 * Accessors speak of where the cursor is. One thread.
 *
 * <pre>
 * while (history.next()) {
 *     while (history.nextOperation()) { ... history.kind(), history.key() ... }
 * }
 * </pre>
 */
public interface History {

    /** {@return the tables, by number} */
    List<RecordedTable> tables();

    /** Goes back before the first transaction. */
    void rewind();

    /**
     * Goes to the next transaction.
     *
     * @return false if there is none
     */
    boolean next();

    /** {@return the number of the client that ran the transaction, 0 to 1,048,575} */
    int client();

    /** {@return the transaction's number among those of its client, from 0} */
    long sequence();

    /** {@return how the transaction ended} */
    HistoryOutcome outcome();

    /** {@return when it was called, in nanoseconds since the history began} */
    long beginNanos();

    /**
     * {@return a moment at which it held all its locks, in nanoseconds since the history began; a hint, which may be
     * any}
     */
    long pointNanos();

    /**
     * {@return when its caller was answered, in nanoseconds since the history began; it means nothing if the outcome is
     * unknown}
     */
    long endNanos();

    /**
     * Goes to the transaction's next operation.
     *
     * @return false if there is none
     */
    boolean nextOperation();

    /** {@return what the operation does} */
    HistoryOperation kind();

    /** {@return the number of the operation's table} */
    int table();

    /** {@return the number of the index of a scan or a change, or -1 if the operation is on a row} */
    int index();

    /** {@return the packed primary key, or the index prefix} */
    long key();

    /**
     * {@return the version read or, if the operation writes, the version written; 0 for what was there from the
     * beginning}
     */
    long version();

    /**
     * Returns which scan of the transaction this operation begins or belongs to.
     *
     * @return its number, from 1, or 0 if it is of no scan, or of one that the file does not name because more than
     *     254 others were begun since
     */
    int scan();

    /** {@return the smallest suffix of a scan's range, see {@code IndexRange.lowSuffix}} */
    long lowSuffix();

    /** {@return the largest suffix of a scan's range, see {@code IndexRange.highSuffix}} */
    long highSuffix();
}
