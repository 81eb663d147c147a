package io.baton.workload;

import java.time.Duration;

/**
 * How long terminals will be at work, so that tables can be laid out for what they will add.
 *
 * @param warmup before measuring begins
 * @param measured how long at the most
 * @param transactions how many at the most while measuring; {@link #UNCOUNTED} if only time decides
 */
public record RunLength(Duration warmup, Duration measured, long transactions) {

    /** As many transactions as there is time for. */
    public static final long UNCOUNTED = Long.MAX_VALUE;
}
