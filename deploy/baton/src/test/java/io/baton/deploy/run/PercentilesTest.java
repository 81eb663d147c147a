package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.workload.TransactionEnd;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
            assertThat(
                LiveHistogram.percentile(percent, new long[LiveHistogram.LENGTH], after, histogram.longestOpaque()))
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
        assertThat(LiveHistogram.percentile(50, before, after, histogram.longestOpaque())).isEqualTo(10);
        assertThat(LiveHistogram.percentile(0, before, after, histogram.longestOpaque())).isZero();
        assertThat(LiveHistogram.percentile(100, before, after, histogram.longestOpaque()))
            .isEqualTo(Long.MAX_VALUE);
        assertThat(LiveHistogram.percentile(99, after, after, histogram.longestOpaque())).isZero();
    }

    @Test
    void latenciesAreReadFromTheHistogram() {
        final LatencyHistogram histogram = ClientMeasurements.sum(1);
        for (int i = 1; i <= 1_000; i++) {
            histogram.record(i);
        }
        assertThat(Latencies.of(histogram)).isEqualTo(new Latencies(500, 950, 990, 999, 1_000));
        assertThat(Latencies.of(ClientMeasurements.sum(1))).isEqualTo(Latencies.NONE);
    }

    /** Samples whose percentiles a histogram of two or three digits rounds up, or does not reach. */
    static Stream<List<Long>> samples() {
        return Stream.of(List.of(), List.of(0L), List.of(1L), List.of(2_049L), List.of(1_000_001L),
            List.of(1_000_001L, 1_000_003L), List.of(5_555_555L, 5_555_555L, 5_555_555L, 5_555_555L),
            List.of(-7L, 3L), List.of(1L, 10_000_000_001L), List.of(ClientMeasurements.LATENCY_MAX_NANOS),
            List.of(ClientMeasurements.LATENCY_MAX_NANOS + 1), List.of(17L, 600_000_000_007L),
            Collections.nCopies(1_000, 123_457L));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noPercentileIsAboveTheLongest(List<Long> samples) {
        final long longest = samples.stream().mapToLong(Long::longValue).max().orElse(0);
        for (final int clients : new int[] {1, 1_000}) {
            final ClientMeasurements measurements = new ClientMeasurements(1, clients, true);
            samples.forEach(nanos -> measurements.record(0, TransactionEnd.COMMITTED, nanos, 0, true));
            final LatencyHistogram all = ClientMeasurements.sum(clients);
            all.add(measurements.latency(0));
            final Latencies told = Latencies.of(all);
            assertThat(told.max()).isEqualTo(longest);
            assertThat(List.of(0L, told.p50(), told.p95(), told.p99(), told.p999(), told.max())).isSorted();
            assertThat(told.p999()).as("one in a hundred too small at most").isGreaterThanOrEqualTo(longest / 100 * 99);
            final long[] live = new long[LiveHistogram.LENGTH];
            measurements.liveLatency.addToOpaque(live);
            for (final double percent : new double[] {1, 50, 99, 100}) {
                assertThat(LiveHistogram.percentile(percent, new long[LiveHistogram.LENGTH], live,
                    measurements.liveLatency.longestOpaque())).isBetween(0L, longest);
            }
        }
    }

    @Test
    void measurementsTakeAnyLatencyAndLeaveFailuresOut() {
        final ClientMeasurements measurements = new ClientMeasurements(1, 1, true);
        measurements.record(0, TransactionEnd.COMMITTED, Long.MAX_VALUE, 2, true);
        measurements.record(0, TransactionEnd.FAILED, 5, 0, true);
        measurements.record(0, TransactionEnd.ROLLED_BACK, 7, 0, false);
        assertThat(measurements.latency(0).count()).isEqualTo(1);
        assertThat(measurements.latency(0).longestNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(measurements.latency(0).percentile(50)).isEqualTo(Long.MAX_VALUE);
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
            assertThat(measurements.latency(0).count()).isEqualTo(timed ? 2 : 1);
            assertThat(measurements.measured.getOpaque(0, TransactionEnd.ROLLED_BACK)).isEqualTo(1);
        }
    }
}
