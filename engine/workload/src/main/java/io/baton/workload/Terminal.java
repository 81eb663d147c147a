package io.baton.workload;

/**
 * One client of a workload, with a session of its own: makes one transaction after the other. For one thread.
 *
 * <pre>
 * while (!done) {
 *     TransactionKind type = terminal.next();
 *     pause(terminal.keyingNanos());
 *     TransactionEnd end = terminal.execute();
 *     pause(terminal.thinkNanos());
 * }
 * terminal.close();
 * </pre>
 */
public interface Terminal extends AutoCloseable {

    /**
     * Draws the next transaction and its input.
     *
     * @return its type, one of {@link Workload#transactionTypes}
     */
    TransactionKind next();

    /**
     * Returns how long the terminal's user types before the drawn transaction begins.
     *
     * @return nanoseconds to wait before {@link #execute}, 0 for a terminal without a user
     */
    default long keyingNanos() {
        return 0;
    }

    /**
     * Returns how long the terminal's user thinks after the drawn transaction.
     *
     * @return nanoseconds to wait after {@link #execute}, 0 for a terminal without a user
     */
    default long thinkNanos() {
        return 0;
    }

    /**
     * Executes the drawn transaction until it has ended for good.
     *
     * @return how it ended
     * @throws IllegalStateException if none was drawn, or the session is closed
     */
    TransactionEnd execute();

    /**
     * Returns how often transactions of this terminal had to start over.
     *
     * @return the count since its session was opened
     */
    long restarts();

    /**
     * Tells why a transaction failed.
     *
     * @return the reason of the last {@link TransactionEnd#FAILED}, or nothing if there was none
     */
    String lastFailure();

    /** Ends the terminal and closes its session. */
    @Override
    void close();
}
