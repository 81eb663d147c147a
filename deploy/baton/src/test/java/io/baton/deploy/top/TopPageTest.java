package io.baton.deploy.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.report.Figures;
import io.baton.protocol.RecordValue;
import io.baton.server.statistics.LatencyBuckets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of two readings. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class TopPageTest {

    private static final long SECOND = 1_000_000_000;

    private static ServerReading reading(long run, long upSeconds, long committed) {
        return new ServerReading(List.of(
            new RecordValue(List.of("server", "", "incarnation", run)),
            new RecordValue(List.of("server", "", "upNanos", upSeconds * SECOND)),
            new RecordValue(List.of("server", "", "callsCounted", 1L)),
            new RecordValue(List.of("procedure", "Pay", "committed", committed))));
    }

    private static List<String> told(ServerReading then, ServerReading now) {
        return new TopPage("here:1", then, now).lines();
    }

    @Test
    void readingsOfOneRunTellWhatHappenedBetween() {
        assertThat(told(reading(7, 10, 1_000), reading(7, 20, 1_050)))
            .contains("Baton at here:1, up 20 s; the last 10 s")
            .anyMatch(line -> line.startsWith("Calls        5.00/s"));
    }

    /** A bucket ends at 288 ns, and the last one has a call of an hour. */
    @Test
    void noPercentileIsAboveTheLongestCall() {
        assertThat(told(latencies(10, 0, 261), latencies(20, 4, 261)))
            .anyMatch(line -> line.startsWith("Calls") && line.endsWith("p50 261 ns, p99 261 ns"))
            .anyMatch(line -> line.matches("Pay +0.40 +261 ns +261 ns .*"));
        final long hour = 3_600 * SECOND;
        assertThat(new TopPage("here:1", reading(7, 10, 0), new ServerReading(List.of(
            new RecordValue(List.of("server", "", "incarnation", 7L)),
            new RecordValue(List.of("server", "", "callsCounted", 1L)),
            new RecordValue(List.of("procedure", "Pay", "maxNanos", hour)),
            new RecordValue(List.of("procedure", "Pay", "latencies",
                List.of(LatencyBuckets.upperNanos(LatencyBuckets.COUNT - 1), 1L))))))
            .lines())
            .anyMatch(line -> line.startsWith("Calls") && line.endsWith("p99 " + Figures.latency(hour)));
    }

    private static ServerReading latencies(long upSeconds, long committed, long maxNanos) {
        return new ServerReading(List.of(
            new RecordValue(List.of("server", "", "incarnation", 7L)),
            new RecordValue(List.of("server", "", "upNanos", upSeconds * SECOND)),
            new RecordValue(List.of("server", "", "callsCounted", 1L)),
            new RecordValue(List.of("procedure", "Pay", "committed", committed)),
            new RecordValue(List.of("procedure", "Pay", "maxNanos", maxNanos)),
            new RecordValue(List.of("procedure", "Pay", "latencies", List.of(288L, committed)))));
    }

    /** It was started anew a moment after the first look, and is up for longer at the second one than at the first. */
    @Test
    void aRunIsNotSubtractedFromAnotherOne() {
        assertThat(told(reading(7, 10, 1_000), reading(8, 20, 40)))
            .contains("Baton at here:1, up 20 s; the last 20 s")
            .anyMatch(line -> line.startsWith("Calls        2.00/s"));
        assertThat(told(reading(7, 30, 1_000), reading(8, 20, 40)))
            .contains("Baton at here:1, up 20 s; the last 20 s")
            .anyMatch(line -> line.startsWith("Calls        2.00/s"));
    }
}
