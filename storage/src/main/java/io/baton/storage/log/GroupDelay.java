package io.baton.storage.log;

/**
 * How long the writer waits for clients that the last force has answered. They come back in a moment; if the next
 * force begins without them, it carries a part of what it could, and the threads that are put to sleep and woken for
 * it cost the processors more than the transactions do (docs/performance.md has the figures).
 *
 * <p>It waits for most of them, four times as long as a force takes, but at least 0.1 ms and at most 2 ms. If fewer
 * than half came, it does not wait at all the next times: 1, 3, 7 up to 31 forces.
 */
final class GroupDelay {
    private static final int SKIPS_MAX = 31;
    private static final long NANOS_MIN = 100_000;
    private static final long NANOS_MAX = 2_000_000;
    private static final int FORCES = 4;
    /** Weight of the last force in the averages is one in so many. */
    private static final int WEIGHT = 8;

    private long forceNanos;
    private long transactionBytes;
    private int skips;
    private int left;

    /** Learns what the last force took and carried. */
    void forced(long nanos, int transactions, long bytes) {
        forceNanos += (nanos - forceNanos) / WEIGHT;
        if (transactions > 0) {
            transactionBytes += (bytes / transactions - transactionBytes) / WEIGHT;
        }
    }

    /**
     * Returns how many more transactions are worth waiting for; 0 for not at all.
     *
     * @param waited clients that were answered by the last force, or wait still
     * @param here transactions that have come since
     */
    int missing(int waited, int here) {
        final int missing = waited - waited / 8 - here;
        // For a single one it is enough to sleep until anything comes.
        if (missing <= 0 || waited == 1) {
            return 0;
        }
        if (left > 0) {
            left--;
            return 0;
        }
        return missing;
    }

    /** Returns how long to wait at most. */
    long patienceNanos() {
        return Math.clamp(FORCES * forceNanos, NANOS_MIN, NANOS_MAX);
    }

    /** Returns by how much the log will have grown when about so many transactions have come. */
    long bytes(int transactions) {
        return Math.max(1, transactions * transactionBytes * 3 / 4);
    }

    /** Learns how many came of those that were waited for. */
    void came(int transactions, int missing) {
        skips = 2 * transactions < missing ? Math.min(2 * skips + 1, SKIPS_MAX) : 0;
        left = skips;
    }
}
