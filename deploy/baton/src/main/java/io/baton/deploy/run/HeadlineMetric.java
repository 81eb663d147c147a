package io.baton.deploy.run;

import java.util.Set;

/**
 * The figure that people compare runs of a workload by: how many transactions of some types were committed in a span of
 * time.
 *
 * @param title what it says in the report, for example New orders
 * @param unit what stands behind the number, for example per minute (NOPM)
 * @param column its short name, for example NOPM
 * @param jsonKey its key in JSON
 * @param types the types that count, by their places in {@link Workload#transactionTypes}
 * @param spanSeconds the span of time, in seconds
 */
public record HeadlineMetric(
        String title, String unit, String column, String jsonKey, Set<Integer> types, long spanSeconds) {

    /**
     * Reckons the figure.
     *
     * @param committed committed transactions, by type
     * @param seconds in this time
     * @return the figure, 0 if no time has passed
     */
    public double of(long[] committed, double seconds) {
        if (seconds <= 0) {
            return 0;
        }
        long sum = 0;
        for (final int type : types) {
            sum += committed[type];
        }
        return sum * spanSeconds / seconds;
    }
}
