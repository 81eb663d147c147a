package io.baton.storage.log;

/**
 * How long a force waits for clients that are about to append again. Those who were answered by the last force come
 * back in a moment; if the next one begins without them, two halves of the clients take turns with the disk, and each
 * force carries half of what it could (measured: up to 1.5 times the records with a force of 4 ms).
 *
 * <p>It waits for half the time of a force at most, and if fewer than half of them came, not at all the next times: 1,
 * 3, 7 up to 31 forces.
 */
final class GroupDelay {
    private static final int SKIPS_MAX = 31;
    private static final int SLICES = 8;
    private static final long SLICE_NANOS_MIN = 20_000;
    /** Weight of the last force in the average is one in so many. */
    private static final int WEIGHT = 8;

    private long forceNanos;
    private int skips;
    private int left;

    void forced(long nanos) {
        forceNanos += (nanos - forceNanos) / WEIGHT;
    }

    /** Returns how long to wait at most for so many clients that are missing; 0 for not at all. */
    long patienceNanos(int missing) {
        if (missing <= 0) {
            return 0;
        }
        if (left > 0) {
            left--;
            return 0;
        }
        return forceNanos / 2;
    }

    /** Returns how long to sleep between two looks. */
    static long sliceNanos(long patienceNanos) {
        return Math.max(SLICE_NANOS_MIN, patienceNanos / SLICES);
    }

    /** Learns how many came of those that were waited for. */
    void came(int transactions, int missing) {
        skips = transactions < missing / 2 ? Math.min(2 * skips + 1, SKIPS_MAX) : 0;
        left = skips;
    }
}
