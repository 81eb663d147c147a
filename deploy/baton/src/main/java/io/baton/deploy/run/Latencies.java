package io.baton.deploy.run;

/**
 * How long something took: half of the cases at most {@code p50}, and so on. All in nanoseconds; all 0 if there was no
 * case.
 *
 * @param p50 the median
 * @param p95 the 95th percentile
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile
 * @param max the longest
 */
public record Latencies(long p50, long p95, long p99, long p999, long max) {

    /** No case. */
    public static final Latencies NONE = new Latencies(0, 0, 0, 0, 0);

    /**
     * Reads the percentiles of a histogram.
     *
     * @param histogram of nanoseconds
     * @return the percentiles, none above the maximum
     */
    public static Latencies of(LatencyHistogram histogram) {
        return new Latencies(histogram.percentile(50), histogram.percentile(95), histogram.percentile(99),
            histogram.percentile(99.9), histogram.longestNanos());
    }
}
