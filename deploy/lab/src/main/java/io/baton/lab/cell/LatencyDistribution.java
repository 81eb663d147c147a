package io.baton.lab.cell;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A distribution of latencies.
 *
 * @param count how many there were
 * @param meanMicros their mean
 * @param percentileMicros the latency that so many percent do not exceed, by percent: 0 to 100
 * @param p999Micros that 99.9 percent do not exceed
 */
public record LatencyDistribution(long count, double meanMicros, List<Double> percentileMicros, double p999Micros) {

    private static final double MICRO = 1e3;
    private static final int PERCENT = 100;

    static LatencyDistribution of(Histogram nanos) {
        final List<Double> percentiles = new ArrayList<>();
        for (int percent = 0; percent <= PERCENT; percent++) {
            percentiles.add(micros(nanos, percent));
        }
        final long count = nanos.getTotalCount();
        return new LatencyDistribution(count, count == 0 ? Double.NaN : nanos.getMean() / MICRO,
            List.copyOf(percentiles),
            micros(nanos, 99.9));
    }

    /**
     * Returns a percentile.
     *
     * @param percent 0 to 100
     * @return microseconds; not a number if there were no latencies
     */
    public double percentile(int percent) {
        return percentileMicros.get(percent);
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(percentile) / MICRO;
    }
}
