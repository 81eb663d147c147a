package io.baton.lab.cell;

/**
 * When a cell is measured, in virtual time and in verbs: a quiet cluster needs much time for a sound figure, a busy one
 * executes many verbs in little time.
 *
 * <p>Both phases last at least their least time, and end then as soon as they have seen their number of verbs, or after
 * their greatest time.
 *
 * @param warmupLeastNanos least time before measuring
 * @param warmupVerbs verbs before measuring
 * @param leastNanos least time of measuring
 * @param verbs verbs while measuring
 * @param mostNanos greatest time of each phase
 * @param runs how many clusters are measured one after the other, each from its beginning, and taken together, 1 or
 *     more
 */
public record MeasuringWindow(
        long warmupLeastNanos, long warmupVerbs, long leastNanos, long verbs, long mostNanos, int runs) {

    /** How often the end of a phase is looked for. */
    static final long TICK_NANOS = 50_000;

    private static final int WARMUP_PART = 5;
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    /**
     * One run.
     *
     * @param warmupLeastNanos least time before measuring
     * @param warmupVerbs verbs before measuring
     * @param leastNanos least time of measuring
     * @param verbs verbs while measuring
     * @param mostNanos greatest time of each phase
     */
    public MeasuringWindow(long warmupLeastNanos, long warmupVerbs, long leastNanos, long verbs, long mostNanos) {
        this(warmupLeastNanos, warmupVerbs, leastNanos, verbs, mostNanos, 1);
    }

    /**
     * A time to measure, after a warm-up of a fifth of it.
     *
     * @param nanos how long, 5 or more
     * @param runs how many runs
     * @return a window
     */
    public static MeasuringWindow of(long nanos, int runs) {
        return new MeasuringWindow(nanos / WARMUP_PART, 0, nanos, 0, nanos, runs);
    }

    /**
     * The same, longer or shorter.
     *
     * @param factor on all limits, more than 0
     * @return another window
     */
    public MeasuringWindow times(double factor) {
        return new MeasuringWindow((long) (warmupLeastNanos * factor), (long) (warmupVerbs * factor),
            (long) (leastNanos * factor), (long) (verbs * factor), (long) (mostNanos * factor), runs);
    }

    /**
     * The same after a longer warm-up.
     *
     * @param nanos least time before measuring; no shorter than it was
     * @return another window
     */
    public MeasuringWindow warmedUp(long nanos) {
        return new MeasuringWindow(Math.max(warmupLeastNanos, nanos), warmupVerbs, leastNanos, verbs,
            Math.max(mostNanos, nanos), runs);
    }

    /** {@return how long a cell is measured, in half a sentence} */
    public String describe() {
        return "each point measured for " + leastNanos / MILLI + " ms of virtual time or more, until " + verbs
            + " verbs have been executed or " + mostNanos / MILLI + " ms are over, after a warm-up of "
            + warmupLeastNanos / MICRO + " us or more";
    }

    boolean warm(long nanos, long verbsSoFar) {
        return over(nanos, verbsSoFar, warmupLeastNanos, warmupVerbs);
    }

    boolean measured(long nanos, long verbsSoFar) {
        return over(nanos, verbsSoFar, leastNanos, verbs);
    }

    private boolean over(long nanos, long verbsSoFar, long least, long enough) {
        return nanos >= mostNanos || (nanos >= least && verbsSoFar >= enough);
    }
}
