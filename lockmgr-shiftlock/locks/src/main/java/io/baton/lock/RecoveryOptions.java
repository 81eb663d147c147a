package io.baton.lock;

/**
 * How a lock table deals with failures. All processes of a table must have the same options.
 *
 * @param policy who decides that a holder is dead
 * @param leaseNanos the unit in which the silence of a lock is measured, 1 or more: a waiter looks several times in a
 *     lease whether its lock makes progress
 * @param suspectLeases after how many leases without progress a waiter asks the lock server for recovery, 1 or more;
 *     the paper has 3 (§3.6)
 * @param sessionNanos how long a process may be silent before the lock server fences it, more than
 *     {@code leaseNanos}; of no meaning for policy LEASE. A process renews its session four times as often, and loses
 *     all its locks if it stands still for longer than three quarters of it: a short one is safe, but only for
 *     processes that no collector, swapping or scheduler stops for so long
 * @param clockDrift by what fraction a process's clock may run faster or slower than the server's, 0 or more, below 1
 */
public record RecoveryOptions(
        RecoveryPolicy policy, long leaseNanos, int suspectLeases, long sessionNanos, double clockDrift) {

    private static final long LEASE_NANOS = 10_000_000;
    private static final int PAPER_LEASES = 3;
    private static final double DRIFT = 1e-3;
    private static final long MILLISECOND = 1_000_000;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public RecoveryOptions {
        if (leaseNanos < 1 || suspectLeases < 1) {
            throw new IllegalArgumentException(
                "a lease of " + leaseNanos + " ns and " + suspectLeases + " leases: give 1 or more");
        }
        if (policy == RecoveryPolicy.SESSION && sessionNanos <= leaseNanos) {
            throw new IllegalArgumentException("a session of " + sessionNanos + " ns: give more than the lease of "
                + leaseNanos + " ns");
        }
        if (!(clockDrift >= 0 && clockDrift < 1)) {
            throw new IllegalArgumentException("a clock drift of " + clockDrift + ": give 0 or more, below 1");
        }
    }

    /** {@return what the paper evaluated (§4.8): leases of 10 ms, suspicion after three} */
    public static RecoveryOptions paper() {
        return new RecoveryOptions(RecoveryPolicy.LEASE, LEASE_NANOS, PAPER_LEASES, 0, DRIFT);
    }

    /**
     * {@return what Baton uses where processes may fail} A false suspicion costs a few messages, so it comes early; a
     * session outlives a pause of the garbage collector.
     */
    public static RecoveryOptions product() {
        return new RecoveryOptions(RecoveryPolicy.SESSION, LEASE_NANOS, 1, 500 * MILLISECOND, DRIFT);
    }

    /** {@return the same with other times, in nanoseconds} */
    public RecoveryOptions withTimes(long newLeaseNanos, long newSessionNanos) {
        return new RecoveryOptions(policy, newLeaseNanos, suspectLeases, newSessionNanos, clockDrift);
    }
}
