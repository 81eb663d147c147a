package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.workload.TransactionEnd;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Percentiles and rates are reckoned correctly. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class PercentilesTest {

    @Test
    void stepsOfTheLiveHistogramHoldTheirValues() {
        long before = -1;
        for (int i = 0; i < LiveHistogram.LENGTH; i++) {
            final long largest = LiveHistogram.largestOf(i);
            assertThat(LiveHistogram.index(largest)).isEqualTo(i);
            assertThat(LiveHistogram.index(before + 1)).as("the smallest of step %d", i).isEqualTo(i);
            before = largest;
        }
    }

    @Test
    void livePercentileIsAtMostOneSixteenthTooLarge() {
        final SplittableRandom random = new SplittableRandom(42);
        final LiveHistogram histogram = new LiveHistogram();
        final Histogram exact = new Histogram(5);
        for (int i = 0; i < 10_000; i++) {
            final long value = (long) Math.exp(random.nextDouble(2, 20));
            histogram.recordOpaque(value);
            exact.recordValue(value);
        }
        final long[] after = new long[LiveHistogram.LENGTH];
        histogram.addToOpaque(after);
        for (final double percent : new double[] {1, 50, 90, 99, 100}) {
            final long expected = exact.getValueAtPercentile(percent);
            assertThat(LiveHistogram.percentile(percent, new long[LiveHistogram.LENGTH], after))
                .isBetween((long) (expected * 0.999), (long) (expected * 1.07) + 1);
        }
    }

    @Test
    void livePercentileIsOfTheDifference() {
        final LiveHistogram histogram = new LiveHistogram();
        histogram.recordOpaque(1_000_000);
        final long[] before = new long[LiveHistogram.LENGTH];
        histogram.addToOpaque(before);
        histogram.recordOpaque(10);
        histogram.recordOpaque(Long.MAX_VALUE);
        histogram.recordOpaque(-1);
        final long[] after = new long[LiveHistogram.LENGTH];
        histogram.addToOpaque(after);
        assertThat(LiveHistogram.percentile(50, before, after)).isEqualTo(10);
        assertThat(LiveHistogram.percentile(0, before, after)).isZero();
        assertThat(LiveHistogram.percentile(100, before, after)).isEqualTo((1L << 40) - 1);
        assertThat(LiveHistogram.percentile(99, after, after)).isZero();
    }

    @Test
    void latenciesAreReadFromTheHistogram() {
        final Histogram histogram = ClientMeasurements.sum(1);
        for (int i = 1; i <= 1_000; i++) {
            histogram.recordValue(i);
        }
        assertThat(Latencies.of(histogram)).isEqualTo(new Latencies(500, 950, 990, 999, 1_000));
        assertThat(Latencies.of(new Histogram(3))).isEqualTo(Latencies.NONE);
    }

    @Test
    void measurementsTakeAnyLatencyAndLeaveFailuresOut() {
        final ClientMeasurements measurements = new ClientMeasurements(1, 1, true);
        measurements.record(0, TransactionEnd.COMMITTED, Long.MAX_VALUE, 2, true);
        measurements.record(0, TransactionEnd.FAILED, 5, 0, true);
        measurements.record(0, TransactionEnd.ROLLED_BACK, 7, 0, false);
        assertThat(measurements.latency(0).getTotalCount()).isEqualTo(1);
        assertThat(measurements.latency(0).getMaxValue()).isGreaterThanOrEqualTo(ClientMeasurements.LATENCY_MAX_NANOS);
        assertThat(measurements.measured.getOpaque(0, TransactionEnd.ROLLED_BACK)).isZero();
        assertThat(measurements.live.getOpaque(0, TransactionEnd.ROLLED_BACK)).isEqualTo(1);
        assertThat(measurements.measured.restartsOpaque(0)).isEqualTo(2);
    }

    @Test
    void rolledBackTransactionsHaveALatencyUnlessTheWorkloadSaysNo() {
        for (final boolean timed : new boolean[] {true, false}) {
            final ClientMeasurements measurements = new ClientMeasurements(1, 1, timed);
            measurements.record(0, TransactionEnd.COMMITTED, 5, 0, true);
            measurements.record(0, TransactionEnd.ROLLED_BACK, 7, 0, true);
            assertThat(measurements.latency(0).getTotalCount()).isEqualTo(timed ? 2 : 1);
            assertThat(measurements.measured.getOpaque(0, TransactionEnd.ROLLED_BACK)).isEqualTo(1);
        }
    }
}
