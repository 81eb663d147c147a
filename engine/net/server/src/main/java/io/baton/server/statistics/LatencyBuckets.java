package io.baton.server.statistics;

/**
 * Latencies counted in buckets: eight to each doubling, so that what is told of one is at most an eighth too high.
 * Constants and arithmetic only.
 */
public final class LatencyBuckets {

    /** Eight steps within a doubling. */
    private static final int STEP_BITS = 3;
    private static final int STEPS = 1 << STEP_BITS;
    /** The first bucket has all below some hundred nanoseconds. */
    private static final int FIRST_BITS = 7;
    /** The last one all above some minutes. */
    private static final int LAST_BITS = 38;
    /** How many buckets there are. */
    public static final int COUNT = (LAST_BITS - FIRST_BITS) * STEPS;

    private LatencyBuckets() {
    }

    /** The bucket of a time. */
    static int of(long nanos) {
        if (nanos < 1L << FIRST_BITS) {
            return 0;
        }
        final int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        final int step = (int) (nanos >>> (bits - STEP_BITS)) & (STEPS - 1);
        return Math.min(COUNT - 1, (bits - FIRST_BITS) * STEPS + step);
    }

    /**
     * Tells what no time in a bucket is above. The last bucket also has all longer times.
     *
     * @param bucket from 0, below {@link #COUNT}
     * @return nanoseconds
     */
    public static long upperNanos(int bucket) {
        final int next = bucket + 1;
        return (long) (STEPS + next % STEPS) << (next / STEPS + FIRST_BITS - STEP_BITS);
    }

    /**
     * Finds what a share of the times is not above: the upper end of a bucket, but never more than the longest time.
     *
     * @param counts how many times each bucket has
     * @param share more than 0, up to 1
     * @param nanosMax the longest time, or a bound that is known of it
     * @return nanoseconds, 0 if there are no times
     */
    public static long percentile(long[] counts, double share, long nanosMax) {
        long total = 0;
        for (final long count : counts) {
            total += count;
        }
        long left = (long) Math.ceil(total * share);
        for (int i = 0; i < counts.length && total > 0; i++) {
            left -= counts[i];
            if (left <= 0) {
                return atMost(upperNanos(i), nanosMax);
            }
        }
        return 0;
    }

    /**
     * Bounds the upper end of a bucket by the longest time, which is the only bound that the last bucket has.
     *
     * @param upperNanos of the bucket
     * @param nanosMax the longest time
     * @return nanoseconds
     */
    public static long atMost(long upperNanos, long nanosMax) {
        return upperNanos >= upperNanos(COUNT - 1) ? nanosMax : Math.min(upperNanos, nanosMax);
    }
}
