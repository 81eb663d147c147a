package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.observe.CallEnd;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many series there are, and that both formats are what they should be, whatever procedures are called. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class SeriesTest {

    private static final Pattern SAMPLE =
        Pattern.compile("([a-z_]+)(\\{(?:[a-z]+=\"(?:[^\"\\\\]|\\\\[\\\\\"n])*\",?)*})? ([-+0-9.E]+|NaN)");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private String text() {
        return registry.scrape(Exposition.TEXT.contentType());
    }

    private String openMetrics() {
        return registry.scrape(Exposition.OPEN_METRICS.contentType());
    }

    private long series() {
        return text().lines().filter(line -> !line.startsWith("#")).count();
    }

    private static void call(CallMetrics metrics, String procedure) {
        metrics.ended(procedure, CallEnd.COMMITTED, "00000", 1_234_567, 0);
    }

    /** There were 2,014. */
    @Test
    void sixProceduresHaveSome100Series() {
        final CallMetrics metrics = new CallMetrics(registry);
        for (int i = 0; i < 6; i++) {
            call(metrics, "procedure" + i);
        }
        // Buckets, that of all others, count, sum, longest; and restarts.
        assertThat(series()).isEqualTo(6L * (CallMetrics.BUCKETS_DEFAULT.size() + 4 + 1));
        for (int i = 0; i < 6; i++) {
            metrics.ended("procedure" + i, CallEnd.ABORTED_BY_PROCEDURE, "45000", 5, 1);
            metrics.ended("procedure" + i, CallEnd.ABORTED_BY_SYSTEM, "45000", 5, 1);
        }
        assertThat(series()).isEqualTo(6L * (3 * (CallMetrics.BUCKETS_DEFAULT.size() + 4) + 1));
    }

    @Test
    void bucketsAreThoseThatAreGiven() {
        final CallMetrics metrics =
            new CallMetrics(registry, List.of(Duration.ofNanos(1), Duration.ofMillis(3), Duration.ofHours(1)));
        call(metrics, "P");
        assertThat(text().lines().filter(line -> line.contains("_bucket{"))).hasSize(4)
            .anyMatch(line -> line.endsWith("le=\"1.0E-9\"} 0")).anyMatch(line -> line.endsWith("le=\"0.003\"} 1"))
            .anyMatch(line -> line.endsWith("le=\"3600.0\"} 1")).anyMatch(line -> line.endsWith("le=\"+Inf\"} 1"));
    }

    @Test
    void noBucketsAreCountsAndSums() {
        final CallMetrics metrics = new CallMetrics(registry, List.of());
        call(metrics, "P");
        assertThat(text()).doesNotContain("_bucket").contains("baton_calls_seconds_count{", "baton_calls_seconds_sum{");
    }

    @Test
    void bucketsThatAreNoneAreRefused() {
        for (final List<Duration> wrong : List.of(List.of(Duration.ZERO), List.of(Duration.ofMillis(-1)),
            List.of(Duration.ofMillis(2), Duration.ofMillis(1)), List.of(Duration.ofMillis(1), Duration.ofMillis(1)))) {
            assertThatThrownBy(() -> new CallMetrics(registry, wrong)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the shortest first");
        }
        assertThatThrownBy(() -> new CallMetrics(registry, Collections.nCopies(65, Duration.ofMillis(1))))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("65 buckets: give 64 at most");
    }

    @Test
    void seriesAreBoundedAndNoCallIsLost() {
        final CallMetrics metrics = new CallMetrics(registry, List.of(Duration.ofMillis(1)));
        final int procedures = 3 * CallMetrics.TIMERS_MAX;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < procedures; i++) {
                call(metrics, "procedure" + i);
                metrics.ended("procedure" + i, CallEnd.ABORTED_BY_SYSTEM, "4000" + i % 5, 5, 1);
            }
        }
        final Map<String, Double> counts = new HashMap<>();
        text().lines().filter(line -> line.startsWith("baton_calls_seconds_count")).forEach(line -> counts
            .put(line.replaceAll(" .*", ""), Double.parseDouble(line.replaceAll(".* ", ""))));
        assertThat(counts).hasSize(CallMetrics.TIMERS_MAX + 2);
        assertThat(counts.values().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(4.0 * procedures);
        assertThat(text()).contains("{outcome=\"committed\",procedure=\"other procedures\",sqlstate=\"\"}")
            .contains("baton_restarts_total{procedure=\"other procedures\"}");
        assertThat(series()).isLessThan((CallMetrics.TIMERS_MAX + 5) * 6);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"plain", "", " ", "\"", "\\", "\n", "a\rb\u0000\u0007", "{le=\"1\"} 7\n# EOF\n", "\ud83d\ude00",
            "\ud800half", "half\udc00", "\u202eabc", "a{b=\"c\",d='e'}", "# EOF", "\u00e9\u4e2d", "other procedures",
            "of a transaction of several calls", "very long"})
    void anyNameIsALabelInBothFormats(String name) {
        final CallMetrics metrics = new CallMetrics(registry);
        call(metrics, name.equals("very long") ? name.repeat(1_000) : name);
        call(metrics, "P");
        isValid(text());
        final String open = openMetrics();
        assertThat(open).endsWith("\n# EOF\n");
        isValid(open);
        final Set<String> families = new HashSet<>();
        open.lines().filter(line -> line.startsWith("# TYPE ")).forEach(
            line -> assertThat(families.add(line.split(" ", -1)[2])).as(line).isTrue());
        assertThat(families).contains("baton_calls_seconds", "baton_restarts").allMatch(
            family -> !family.endsWith("_total"), "OpenMetrics names a counter without its suffix");
    }

    /** Each line is a comment or a sample, and no sample comes twice. */
    private static void isValid(String told) {
        final Set<String> samples = new HashSet<>();
        told.lines().forEach(line -> {
            if (!line.matches("# (HELP|TYPE) [a-z_]+ .*|# EOF")) {
                final Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(samples.add(sample.group(1) + sample.group(2))).as(line).isTrue();
            }
        });
        assertThat(told.chars().filter(c -> c != '\n' && Character.isISOControl(c))).isEmpty();
        assertThat(told.lines().filter(line -> line.equals("# EOF")).count()).isLessThanOrEqualTo(1);
    }

    @Test
    void namesAreCutOffBetweenCharacters() {
        assertThat(SeriesNames.of("\ud83d\ude00".repeat(1_000)))
            .isEqualTo("\ud83d\ude00".repeat(SeriesNames.CHARACTERS_MAX));
        assertThat(SeriesNames.of("\ud800x")).isEqualTo("\\ud800x");
    }
}
