package io.baton.tracing;

import java.time.Duration;

/**
 * The limits of an export.
 *
 * @param spansMax spans that may wait or be under way; about half a kilobyte each
 * @param batchMax spans that are sent together
 * @param delay how long one waits for others at most
 * @param timeout how long a collector may take for an answer
 * @param closeTime how long the end may take
 */
record ExportLimits(int spansMax, int batchMax, Duration delay, Duration timeout, Duration closeTime) {

    static final ExportLimits USUAL = new ExportLimits(1 << 14, 1 << 9, Duration.ofSeconds(1), Duration.ofSeconds(5),
        Duration.ofSeconds(3));

    /** The same with other times. */
    ExportLimits within(Duration time) {
        return new ExportLimits(spansMax, batchMax, delay, time, time);
    }
}
