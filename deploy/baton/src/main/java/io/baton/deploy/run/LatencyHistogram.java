package io.baton.deploy.run;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Counts latencies by HdrHistogram, which rounds what it tells up to its digits, and keeps the longest one exactly
 * beside it. So no percentile is told above what was measured, and one beyond the histogram's range is not told below
 * it. One thread.
 */
public final class LatencyHistogram {

    private final AbstractHistogram counts;
    private final long nanosMost;
    private long longestNanos;

    private LatencyHistogram(AbstractHistogram counts, long nanosMost) {
        this.counts = counts;
        this.nanosMost = nanosMost;
    }

    /**
     * Makes an empty one that takes half the memory of a {@linkplain #sum sum}, with counts up to 2,147,483,647.
     *
     * @param nanosMost longer latencies are not told from each other, but for the longest one
     * @param digits how exact it is: 3 for one in a thousand
     * @return the histogram
     */
    public static LatencyHistogram ofOneThread(long nanosMost, int digits) {
        return new LatencyHistogram(new IntCountsHistogram(nanosMost, digits), nanosMost);
    }

    /**
     * Makes an empty one to which others can be added.
     *
     * @param nanosMost longer latencies are not told from each other, but for the longest one
     * @param digits how exact it is: 3 for one in a thousand
     * @return the histogram
     */
    public static LatencyHistogram sum(long nanosMost, int digits) {
        return new LatencyHistogram(new Histogram(nanosMost, digits), nanosMost);
    }

    /**
     * Counts a latency.
     *
     * @param nanos how long it took; a negative one counts as none
     */
    public void record(long nanos) {
        counts.recordValue(Math.clamp(nanos, 0L, nanosMost));
        // No branch: see LiveHistogram.
        longestNanos = Math.max(longestNanos, nanos);
    }

    /**
     * Adds what another one has counted.
     *
     * @param other one of the same range
     */
    public void add(LatencyHistogram other) {
        counts.add(other.counts);
        longestNanos = Math.max(longestNanos, other.longestNanos);
    }

    /**
     * Tells how many latencies were counted.
     *
     * @return the count
     */
    public long count() {
        return counts.getTotalCount();
    }

    /**
     * Finds what so many percent of the latencies are not above.
     *
     * @param percent more than 0, up to 100
     * @return nanoseconds, not above {@link #longestNanos}; 0 if there are no latencies
     */
    public long percentile(double percent) {
        final long told = count() == 0 ? 0 : counts.getValueAtPercentile(percent);
        return told >= nanosMost ? longestNanos : Math.min(told, longestNanos);
    }

    /**
     * Tells the longest latency.
     *
     * @return nanoseconds, exactly; 0 if there are no latencies
     */
    public long longestNanos() {
        return longestNanos;
    }
}
