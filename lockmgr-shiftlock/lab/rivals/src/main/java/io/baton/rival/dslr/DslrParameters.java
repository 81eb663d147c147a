package io.baton.rival.dslr;

/**
 * What DSLR leaves to tuning.
 *
 * @param intervalNanos how long a waiter waits for each waiter ahead of it before it looks again (ω in the paper), 1
 *     or more
 * @param readersCountReaders whether a waiting reader counts the readers ahead of it too (the paper, algorithm 2
 *     line 20) or the writers only (the ShiftLock artifact; a reader waits for no reader)
 * @param leaseNanos how long a holder may hold; counters that stand still for twice as long are reset, 1 or more
 * @param leaseSlotsMax how many lease slots one acquisition may take (§5.1); 1: all leases are of the same length
 * @param backoffNanos the first random backoff is shorter than this (R, appendix A.3), 1 or more
 * @param backoffNanosMax so is every random backoff (L), at least {@code backoffNanos}
 * @param countMax where a counter is reset to zero (COUNT_MAX, §4.9), {@code leaseSlotsMax} to 32,768
 */
public record DslrParameters(
        long intervalNanos,
        boolean readersCountReaders,
        long leaseNanos,
        int leaseSlotsMax,
        long backoffNanos,
        long backoffNanosMax,
        int countMax) {

    private static final long LEASE_NANOS = 10_000_000;
    private static final long BACKOFF_NANOS = 10_000;
    private static final long BACKOFF_NANOS_MAX = 10_000_000;
    private static final int COUNT_MAX = 32_768;
    private static final int LEASE_SLOTS_LIMIT = 64;

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public DslrParameters {
        if (intervalNanos < 1 || leaseNanos < 1) {
            throw new IllegalArgumentException(
                "interval " + intervalNanos + " ns and lease " + leaseNanos + " ns: give 1 or more");
        }
        if (backoffNanos < 1 || backoffNanosMax < backoffNanos) {
            throw new IllegalArgumentException("backoff " + backoffNanos + " ns up to " + backoffNanosMax
                + " ns: give 1 or more, the second not below the first");
        }
        if (leaseSlotsMax < 1 || leaseSlotsMax > LEASE_SLOTS_LIMIT) {
            throw new IllegalArgumentException(leaseSlotsMax + " lease slots: give 1 to " + LEASE_SLOTS_LIMIT);
        }
        if (countMax < leaseSlotsMax || countMax > COUNT_MAX) {
            throw new IllegalArgumentException(
                "counters up to " + countMax + ": give " + leaseSlotsMax + " to " + COUNT_MAX);
        }
    }

    /**
     * As the ShiftLock paper evaluated it: ω = 1862 ns and leases of 1 s, which its artifact has in every experiment
     * but that on failures.
     *
     * @return the parameters
     */
    public static DslrParameters paper() {
        return new DslrParameters(1_862, false, 1_000_000_000, 1, BACKOFF_NANOS, BACKOFF_NANOS_MAX, COUNT_MAX);
    }

    /** {@return what the DSLR paper evaluated (§4.6, §6, appendix A.3): ω = 5 µs, leases of 10 ms} */
    public static DslrParameters original() {
        return new DslrParameters(5_000, true, LEASE_NANOS, 1, BACKOFF_NANOS, BACKOFF_NANOS_MAX, COUNT_MAX);
    }

    /**
     * Changes the leases.
     *
     * @param nanos the new length of a lease
     * @param slotsMax the new number of lease slots that one acquisition may take
     * @return other parameters
     */
    public DslrParameters withLease(long nanos, int slotsMax) {
        return new DslrParameters(
            intervalNanos, readersCountReaders, nanos, slotsMax, backoffNanos, backoffNanosMax, countMax);
    }

    /**
     * Changes the longest backoff.
     *
     * @param nanos its new length
     * @return other parameters
     */
    public DslrParameters withBackoffMax(long nanos) {
        return new DslrParameters(intervalNanos, readersCountReaders, leaseNanos, leaseSlotsMax,
            Math.min(backoffNanos, nanos), nanos, countMax);
    }

    /**
     * Changes where counters are reset.
     *
     * @param count the new bound
     * @return other parameters
     */
    public DslrParameters withCountMax(int count) {
        return new DslrParameters(
            intervalNanos, readersCountReaders, leaseNanos, leaseSlotsMax, backoffNanos, backoffNanosMax, count);
    }
}
