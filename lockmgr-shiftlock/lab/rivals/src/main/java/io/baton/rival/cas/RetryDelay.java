package io.baton.rival.cas;

/**
 * How a client of {@link CasTable} waits before it tries again: not at all, or SMART's truncated exponential backoff
 * with a truncation that adapts (SMART, ASPLOS '24, §4.3, with the numbers of the ShiftLock artifact).
 *
 * <p>Before its (i + 1)th retry a client waits min(unit · 2^i, truncation), and a random time below the unit. The
 * truncation starts at one unit. Every period it is halved, down to one unit, if less than a tenth of all tries were
 * retries, and doubled, up to unit · 2^doublings, if more than half were.
 *
 * @param unitNanos the first wait, and the range of the random part; 0 for no wait at all
 * @param doublingsMax how often the unit can double, 0 to 30
 * @param periodNanos how often the truncation adapts
 */
public record RetryDelay(long unitNanos, int doublingsMax, long periodNanos) {

    static final double RETRY_RATE_LOW = 0.1;
    static final double RETRY_RATE_HIGH = 0.5;

    private static final long PAPER_UNIT_NANOS = 1_862;
    private static final int PAPER_DOUBLINGS_MAX = 10;
    private static final long PAPER_PERIOD_NANOS = 1_000_000;
    private static final int DOUBLINGS_LIMIT = 30;
    private static final long UNIT_NANOS_MAX = 1_000_000_000;

    /**
     * Makes a way to wait.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public RetryDelay {
        if (unitNanos < 0 || unitNanos > UNIT_NANOS_MAX) {
            throw new IllegalArgumentException("a unit of " + unitNanos + " ns: give 0 to " + UNIT_NANOS_MAX);
        }
        if (doublingsMax < 0 || doublingsMax > DOUBLINGS_LIMIT) {
            throw new IllegalArgumentException(doublingsMax + " doublings: give 0 to " + DOUBLINGS_LIMIT);
        }
        if (periodNanos < 0) {
            throw new IllegalArgumentException("a period of " + periodNanos + " ns: give 0 or more");
        }
    }

    /** {@return no backoff: tries again at once (CAS-NB in the ShiftLock paper)} */
    public static RetryDelay none() {
        return new RetryDelay(0, 0, 0);
    }

    /**
     * The backoff of the ShiftLock paper's CAS (CAS-B): unit 1862 ns, at most 1024 units, adapting every millisecond.
     * SMART's own unit is 4096 cycles and its period, by its source, 20 ms.
     *
     * @return SMART's backoff with the artifact's numbers
     */
    public static RetryDelay paper() {
        return new RetryDelay(PAPER_UNIT_NANOS, PAPER_DOUBLINGS_MAX, PAPER_PERIOD_NANOS);
    }

    boolean isNone() {
        return unitNanos == 0;
    }
}
