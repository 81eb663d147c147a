package io.baton.deploy.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A small histogram that one thread writes while another reads it: 16 steps for each power of two, so a value read from
 * it is at most 1/16 too large. For the live line; the report's percentiles come from HdrHistogram.
 *
 * <p>A value v of 16 or more has the index {@code (e - 3) * 16 + s}, where e is the position of its highest bit and s
 * the four bits below; smaller values are their own index.
 */
final class LiveHistogram {

    private static final int STEP_BITS = 4;
    private static final int STEPS = 1 << STEP_BITS;
    private static final long VALUE_MAX = (1L << 40) - 1;
    /** How many counts there are. */
    static final int LENGTH = index(VALUE_MAX) + 1;
    /** Two cache lines, because processors fetch them in pairs. */
    private static final int PADDING = 16;
    private static final int LONGEST = PADDING + LENGTH;
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[PADDING + LENGTH + PADDING];

    void recordOpaque(long nanos) {
        final int index = PADDING + index(Math.clamp(nanos, 0L, VALUE_MAX));
        // Before its count, though another thread may see it later. Without a branch: the compiler would leave out the
        // side that is rarely taken, and throw the whole loop's code away when the machine halts for a moment.
        COUNTS.setOpaque(counts, LONGEST, Math.max(nanos, counts[LONGEST]));
        COUNTS.setOpaque(counts, index, counts[index] + 1);
    }

    /** The longest so far, exactly. */
    long longestOpaque() {
        return (long) COUNTS.getOpaque(counts, LONGEST);
    }

    /** Adds the counts to those in an array of {@link #LENGTH}. */
    void addToOpaque(long[] sums) {
        for (int i = 0; i < LENGTH; i++) {
            sums[i] += (long) COUNTS.getOpaque(counts, PADDING + i);
        }
    }

    /**
     * Finds a percentile in the difference of two readings.
     *
     * @param longestNanos the longest of all that were recorded, before the first reading, too
     * @return the largest value that falls on the percentile's step, not above the longest; 0 if nothing was recorded
     *     in between
     */
    static long percentile(double percent, long[] before, long[] after, long longestNanos) {
        long total = 0;
        for (int i = 0; i < LENGTH; i++) {
            total += after[i] - before[i];
        }
        final long rank = Math.max(1, (long) Math.ceil(total * percent / 100));
        long seen = 0;
        for (int i = 0; i < LENGTH && total > 0; i++) {
            seen += after[i] - before[i];
            if (seen >= rank) {
                return i == LENGTH - 1 ? longestNanos : Math.min(largestOf(i), longestNanos);
            }
        }
        return 0;
    }

    static int index(long value) {
        if (value < STEPS) {
            return (int) value;
        }
        final int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        final int step = (int) (value >>> (exponent - STEP_BITS)) & (STEPS - 1);
        return (exponent - STEP_BITS + 1) * STEPS + step;
    }

    static long largestOf(int index) {
        if (index < STEPS) {
            return index;
        }
        final int shift = index / STEPS - 1;
        return ((long) (STEPS + index % STEPS + 1) << shift) - 1;
    }
}
