package io.baton.server.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.EngineActivity;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is counted, and how exactly. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class CountsTest {

    @Test
    void aLatencyIsToldAtMostAnEighthTooHigh() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            final long nanos = 128 + (random.nextLong() >>> (64 - 1 - random.nextInt(37)));
            final long told = LatencyBuckets.upperNanos(LatencyBuckets.of(nanos));
            assertThat(told).as("of %d", nanos).isBetween(nanos, nanos + nanos / 8 + 1);
        }
        assertThat(LatencyBuckets.of(0)).isZero();
        assertThat(LatencyBuckets.of(Long.MAX_VALUE)).isEqualTo(LatencyBuckets.COUNT - 1);
    }

    @Test
    void percentilesAreThoseOfSortedTimes() {
        final CallMeter meter = new CallMeter();
        for (int i = 1; i <= 1000; i++) {
            meter.ended("P", CallEnd.COMMITTED, "00000", i * 1000L, 0);
        }
        final CallMeter.Reading reading = meter.read().getFirst();
        assertThat(reading.percentile(0.5)).isBetween(500_000L, 563_000L);
        assertThat(reading.percentile(0.99)).isBetween(990_000L, 1_000_000L);
        assertThat(LatencyBuckets.percentile(new long[LatencyBuckets.COUNT], 0.5, 7)).isZero();
        assertThat(reading.nanosMax()).isEqualTo(1_000_000);
    }

    static Stream<List<Long>> samples() {
        return Stream.of(List.of(0L), List.of(1L), List.of(127L), List.of(129L), List.of(1_000_001L),
            List.of(1_000_001L, 1_000_003L), List.of(77_777L, 77_777L, 77_777L), List.of(5L, 3_600_000_000_000L),
            List.of(1L << 38), List.of(Long.MAX_VALUE), Collections.nCopies(1_000, 1_234_567L));
    }

    /** The upper end of a bucket may be, and the last bucket has none. */
    @ParameterizedTest
    @MethodSource("samples")
    void noPercentileIsAboveTheLongest(List<Long> samples) {
        final CallMeter meter = new CallMeter();
        samples.forEach(nanos -> meter.ended("P", CallEnd.COMMITTED, "00000", nanos, 0));
        final CallMeter.Reading reading = meter.read().getFirst();
        final long longest = Collections.max(samples);
        assertThat(reading.nanosMax()).isEqualTo(longest);
        assertThat(reading.percentile(1)).isEqualTo(longest);
        assertThat(List.of(0L, reading.percentile(0.001), reading.percentile(0.5), reading.percentile(0.99),
            reading.percentile(1), longest)).isSorted();
    }

    @Test
    void hotLocksAreBoundedAndCoolDown() {
        final HotLocks hot = new HotLocks();
        final BusyLock.Party party = new BusyLock.Party("P", true, 5, null);
        for (int slot = 0; slot < 1_000; slot++) {
            hot.add(new EngineActivity(List.of(),
                List.of(new BusyLock(slot, null, null, List.of(), List.of(party)),
                    new BusyLock(5_000, "table", "hot", List.of(party), List.of(party, party)))));
        }
        final HotLock hottest = hot.hottest().getFirst();
        assertThat(hot.hottest()).hasSizeLessThanOrEqualTo(20);
        assertThat(hottest.table()).isEqualTo("table");
        assertThat(hottest.name()).isEqualTo("hot");
        assertThat(hottest.queue()).isEqualTo(2.0);
        assertThat(hottest.share()).isBetween(0.99, 1.01);
        for (int i = 0; i < 10_000; i++) {
            hot.add(new EngineActivity(List.of(), List.of()));
        }
        assertThat(hot.hottest()).isEmpty();
    }

    @Test
    void whatIsToldOfHotLocksIsMadeOnceForEachSample() {
        final HotLocks hot = new HotLocks();
        final EngineActivity busy = new EngineActivity(List.of(), List.of(new BusyLock(1, "table", "table 1",
            List.of(), List.of(new BusyLock.Party("P", true, 5, null)))));
        hot.add(busy);
        final List<HotLock> told = hot.hottest();
        assertThat(told).hasSize(1);
        assertThat(hot.hottest()).isSameAs(told);
        hot.add(new EngineActivity(List.of(), List.of()));
        assertThat(hot.hottest().getFirst().now()).isFalse();
        hot.add(busy);
        assertThat(hot.hottest().getFirst().now()).isTrue();
        hot.clear();
        assertThat(hot.hottest()).isEmpty();
    }
}
