package io.baton.workload;

import java.util.List;

/**
 * The figure that people compare runs of a workload by: how many transactions of some types were committed in a span of
 * time.
 *
 * @param title what it says in the report, for example New orders
 * @param unit what stands behind the number, for example per minute (NOPM)
 * @param column its short name, for example NOPM
 * @param jsonKey its key in JSON
 * @param types the types that count
 * @param spanSeconds the span of time, in seconds
 */
public record HeadlineMetric(
        String title, String unit, String column, String jsonKey, List<? extends TransactionKind> types,
        long spanSeconds) {

    /** Per second. */
    public static final long SECOND = 1;
    /** Per minute. */
    public static final long MINUTE = 60;

    /** Keeps the types as they are now. */
    public HeadlineMetric {
        types = List.copyOf(types);
    }

    /**
     * Reckons the figure.
     *
     * @param committed committed transactions, by the numbers of their types
     * @param seconds in this time
     * @return the figure, 0 if no time has passed
     */
    public double of(long[] committed, double seconds) {
        if (seconds <= 0) {
            return 0;
        }
        long sum = 0;
        for (final TransactionKind type : types) {
            sum += committed[type.ordinal()];
        }
        return sum * spanSeconds / seconds;
    }
}
