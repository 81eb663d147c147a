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

    /**
     * Returns the tables by number.
     *
     * @return the tables
     */
    List<HistoryTable> tables();

    /** Goes back before the first transaction. */
    void rewind();

    /**
     * Goes to the next transaction.
     *
     * @return false if there is none
     */
    boolean next();

    /**
     * Returns the client that ran the transaction.
     *
     * @return its number, 0 to 1,048,575
     */
    int client();

    /**
     * Returns the transaction's number among those of its client.
     *
     * @return the number, from 0
     */
    long sequence();

    /**
     * Returns how the transaction ended.
     *
     * @return the outcome
     */
    HistoryOutcome outcome();

    /**
     * Returns when it was called.
     *
     * @return nanoseconds since the history began
     */
    long beginNanos();

    /**
     * Returns a moment at which it held all its locks; a hint, which may be any.
     *
     * @return nanoseconds since the history began
     */
    long pointNanos();

    /**
     * Returns when its caller was answered; it means nothing if the outcome is unknown.
     *
     * @return nanoseconds since the history began
     */
    long endNanos();

    /**
     * Goes to the transaction's next operation.
     *
     * @return false if there is none
     */
    boolean nextOperation();

    /**
     * Returns what the operation does.
     *
     * @return its kind
     */
    OperationKind kind();

    /**
     * Returns the operation's table.
     *
     * @return the table's number
     */
    int table();

    /**
     * Returns the index of a scan or a change.
     *
     * @return the index's number, or -1 if the operation is on a row
     */
    int index();

    /**
     * Returns the row or the index prefix.
     *
     * @return the packed primary key, or the prefix
     */
    long key();

    /**
     * Returns the version read or, if the operation writes, the version written.
     *
     * @return the version, 0 for what was there from the beginning
     */
    long version();

    /**
     * Returns which scan of the transaction this operation begins or belongs to.
     *
     * @return its number, from 1, or 0 if it is of no scan, or of one that the file does not name because more than
     *     254 others were begun since
     */
    int scan();

    /**
     * Returns the smallest suffix of a scan's range.
     *
     * @return see {@code IndexRange.lowSuffix}
     */
    long lowSuffix();

    /**
     * Returns the largest suffix of a scan's range.
     *
     * @return see {@code IndexRange.highSuffix}
     */
    long highSuffix();
}
