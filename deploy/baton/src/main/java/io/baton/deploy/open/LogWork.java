package io.baton.deploy.open;

import io.baton.storage.log.LogStatistics;

/**
 * What a log has done in a span of time.
 *
 * @param transactions how many transactions were written
 * @param bytes bytes of all records
 * @param forces how often records were forced to disk
 * @param forceNanos how long the forces took together
 */
public record LogWork(long transactions, long bytes, long forces, long forceNanos) {

    /** Nothing. */
    public static final LogWork NONE = new LogWork(0, 0, 0, 0);

    static LogWork of(LogStatistics log) {
        return new LogWork(log.transactions(), log.bytes(), log.forces(), log.forceNanos());
    }

    public LogWork minus(LogWork before) {
        return new LogWork(transactions - before.transactions, bytes - before.bytes, forces - before.forces,
            forceNanos - before.forceNanos);
    }

    /**
     * Reckons how many transactions shared a force.
     *
     * @return the mean, 0 if there was no force
     */
    public double transactionsPerForce() {
        return forces == 0 ? 0 : (double) transactions / forces;
    }

    /**
     * Reckons what a transaction takes of the log.
     *
     * @return bytes, marks and all; 0 if there was no transaction
     */
    public double bytesPerTransaction() {
        return transactions == 0 ? 0 : (double) bytes / transactions;
    }

    /**
     * Reckons how long a force took.
     *
     * @return the mean in nanoseconds, 0 if there was none
     */
    public long meanForceNanos() {
        return forces == 0 ? 0 : forceNanos / forces;
    }
}
