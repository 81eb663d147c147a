package io.baton.rival.drtm;

/**
 * The times of a {@link DrTmTable}, in nanoseconds.
 *
 * @param leaseNanos how long a lease is from the moment it is asked for
 * @param transactionNanos how much of a lease must be left, beside the error, for another reader to join it
 * @param deltaNanos how far two clocks may be apart, 0 or more
 */
public record DrTmParameters(long leaseNanos, long transactionNanos, long deltaNanos) {

    private static final long PAPER_LEASE_NANOS = 1_000_000;
    private static final long PAPER_TRANSACTION_NANOS = 500_000;
    private static final long PAPER_DELTA_NANOS = 50_000;
    private static final long LEASE_NANOS_MAX = 1_000_000_000_000L;

    /**
     * Makes a set of times.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public DrTmParameters {
        if (Math.abs(leaseNanos) > LEASE_NANOS_MAX) {
            throw new IllegalArgumentException("a lease of " + leaseNanos + " ns: give at most " + LEASE_NANOS_MAX);
        }
        if (transactionNanos < 0 || deltaNanos < 0) {
            throw new IllegalArgumentException("a transaction of " + transactionNanos + " ns and an error of "
                + deltaNanos + " ns: give 0 or more");
        }
    }

    /**
     * The times of the ShiftLock paper's artifact: leases of 1 ms, transactions of 0.5 ms, clocks 50 µs apart.
     *
     * @return 1 ms, 0.5 ms, 50 µs
     */
    public static DrTmParameters paper() {
        return new DrTmParameters(PAPER_LEASE_NANOS, PAPER_TRANSACTION_NANOS, PAPER_DELTA_NANOS);
    }

    /**
     * What the artifact's source amounts to when read closely: it stores the end of a lease, in nanoseconds of wall
     * time (61 bits today), in a field of 55 bits, and compares what is left of it with the full time, so that every
     * lease looks over to everybody else. Readers then neither share nor hold writers up, and a writer enters beside
     * a reader. Not a lock between readers and writers; only for comparing figures measured with that source.
     *
     * @return leases that are over, for every clock within the error, when they begin
     */
    public static DrTmParameters truncated() {
        return new DrTmParameters(-3 * PAPER_DELTA_NANOS, PAPER_TRANSACTION_NANOS, PAPER_DELTA_NANOS);
    }
}
