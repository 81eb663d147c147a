package io.baton.deploy.run;

/** One client of a workload: makes one transaction after the other. For one thread. */
public interface WorkloadClient extends AutoCloseable {

    /**
     * Chooses the next transaction and its input.
     *
     * @return its type, as a place in {@link Workload#transactionTypes}
     */
    int next();

    /**
     * Returns how long the client's user types before the chosen transaction begins.
     *
     * @return nanoseconds, 0 for a client without a user
     */
    default long keyingNanos() {
        return 0;
    }

    /**
     * Returns how long the client's user thinks after the transaction that ended last.
     *
     * @return nanoseconds, 0 for a client without a user
     */
    default long thinkNanos() {
        return 0;
    }

    /**
     * Executes the chosen transaction until it has ended for good.
     *
     * @return how it ended
     */
    TransactionEnd execute();

    /**
     * Returns how often transactions of this client had to start over.
     *
     * @return the count since the client was opened
     */
    long restarts();

    /**
     * Returns why the last transaction failed.
     *
     * @return a sentence; meaningful only after {@link TransactionEnd#FAILED}
     */
    String lastFailure();

    /** Ends the client. */
    @Override
    void close();
}
