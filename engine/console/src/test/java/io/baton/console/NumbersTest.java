package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.EngineActivity;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is counted, and how long it is kept. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class NumbersTest {

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
        assertThat(LatencyBuckets.percentile(reading.buckets(), 0.5)).isBetween(500_000L, 563_000L);
        assertThat(LatencyBuckets.percentile(reading.buckets(), 0.99)).isBetween(990_000L, 1_115_000L);
        assertThat(LatencyBuckets.percentile(new long[LatencyBuckets.COUNT], 0.5)).isZero();
        assertThat(reading.nanosMax()).isEqualTo(1_000_000);
    }

    @Test
    void theSeriesKeepsFiveMinutesAndTellsOnlyWhatIsNew() {
        final Series series = new Series();
        for (int i = 0; i < 400; i++) {
            series.add(new Series.Point(i, i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }
        assertThat(points(series, 0)).hasSize(300);
        assertThat(points(series, 397)).hasSize(3);
        assertThat(points(series, 397).getFirst()).isEqualTo(397);
        assertThat(points(series, 400)).isEmpty();
        // A page that knows more than there is has known another run.
        assertThat(points(series, 9_000)).hasSize(300);
        assertThat(points(series, -5)).hasSize(300);
    }

    private static List<Integer> points(Series series, long known) {
        final JsonObject json = series.after(known);
        return json.getAsJsonArray("points").asList().stream().map(point -> point.getAsJsonArray().get(0).getAsInt())
            .toList();
    }

    @Test
    void hotLocksAreBoundedAndCoolDown() {
        final HotLocks hot = new HotLocks();
        final BusyLock.Party party = new BusyLock.Party("P", true, 5);
        for (int slot = 0; slot < 1_000; slot++) {
            hot.add(new EngineActivity(List.of(),
                List.of(new BusyLock(slot, null, List.of(), List.of(party)),
                    new BusyLock(5_000, "hot", List.of(party), List.of(party, party)))));
        }
        final JsonObject hottest = hot.json().get(0).getAsJsonObject();
        assertThat(hot.json()).hasSizeLessThanOrEqualTo(20);
        assertThat(hottest.get("name").getAsString()).isEqualTo("hot");
        assertThat(hottest.get("queue").getAsDouble()).isEqualTo(2.0);
        assertThat(hottest.get("share").getAsDouble()).isBetween(0.99, 1.01);
        for (int i = 0; i < 10_000; i++) {
            hot.add(new EngineActivity(List.of(), List.of()));
        }
        assertThat(hot.json()).isEmpty();
    }
}
