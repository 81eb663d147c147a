package io.baton.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.run.RecordedRun.Second;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is drawn of a run, read from the SVG. A panel's room is from (66, 272), its origin, to (298, 34). */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class RunPlotTest {

    private static final double MIB = 1 << 20;
    private static final Pattern CURVE = Pattern.compile("<path d=\"(M66[^\"]*|M\\d[^\"]*L298[^\"]*)\" fill=\"none\"");

    private static String draw(double budgetBytes, Second... seconds) {
        return RunPlot.draw(new RecordedRun("tpcc", budgetBytes, List.of(seconds)));
    }

    private static List<String> curves(String svg) {
        return CURVE.matcher(svg).results().map((MatchResult found) -> found.group(1)).toList();
    }

    @Test
    void eachCurveShowsItsColumn() {
        final String svg = draw(200 * MIB, new Second(10, 50 * MIB, 0, 500), new Second(20, 100 * MIB, 1_000, 1_000));
        assertThat(curves(svg)).containsExactly(
            "M182 212.5L298 153", // rows and indexes: a quarter and half of the budget
            "M66 34L298 34", // the budget
            "M182 153L298 34", // 500 and 1,000 committed per second
            "M182 272L298 34"); // refused: 1,000 in 10 seconds are 100 per second
        assertThat(svg).contains(">tpcc: memory<", ">MiB<", ">rows and indexes<", ">budget<", ">Throughput<",
            ">Refused for want of memory<", ">transactions per second<", ">seconds, warm-up included<", ">committed<",
            ">refused<", ">1,000<", ">100<");
    }

    @Test
    void memoryAboveTheBudgetIsSeen() {
        final String svg = draw(100 * MIB, new Second(1, 100 * MIB, 0, 1), new Second(2, 200 * MIB, 0, 1));
        assertThat(curves(svg)).startsWith("M182 153L298 34", "M66 153L298 153");
    }

    @Test
    void reportWithoutThroughputHasNoPanelOfIt() {
        final String svg = draw(MIB, new Second(1, 1, 0, Double.NaN), new Second(2, 1, 0, Double.NaN));
        assertThat(svg).doesNotContain("Throughput", "NaN").contains("Refused for want of memory");
        assertThat(curves(svg)).hasSize(3);
    }

    @Test
    void largeNumbersHaveLargeUnits() {
        final String svg =
            draw(2_048 * MIB, new Second(300, 1, 6_000_000, 20_000), new Second(600, 1_024 * MIB, 0, 10_000));
        assertThat(svg).contains(">GiB<", ">1.5<", ">thousand transactions per second<", ">20<",
            ">minutes, warm-up included<", ">10<").doesNotContain("MiB");
    }

    @Test
    void nothingRefusedIsALineAtZero() {
        assertThat(curves(draw(MIB, new Second(1, 1, 0, 1), new Second(2, 1, 0, 1)))).endsWith("M182 272L298 272");
    }

    @Test
    void aDayIsThinnedWithoutLosingWhatHappened() {
        final Second[] day = IntStream.rangeClosed(1, 86_400)
            .mapToObj(i -> new Second(i, i == 40_000 ? 2 * MIB : MIB, i == 50_000 ? 3_600 : 0, i % 2 == 0 ? 100 : 0))
            .toArray(Second[]::new);
        final String svg = draw(2 * MIB, day);
        assertThat(svg.length()).isLessThan(30_000);
        final List<String> curves = curves(svg);
        assertThat(curves.getFirst().split("L", -1)).hasSize(RunPlot.POINTS_MAX);
        assertThat(curves.getFirst()).as("the most of 360 seconds").containsOnlyOnce(" 34L");
        assertThat(curves.get(2)).as("the mean of 360 seconds, 50 of 50").doesNotContainPattern(" (?!34(?:L|$))");
        assertThat(curves.getLast()).as("3,600 in 360 seconds, 10 of 10").containsOnlyOnce(" 34L");
    }

    @Test
    void sameReportGivesTheSameFile() {
        final Second[] seconds = {new Second(1, 1, 2, 3), new Second(2, 3, 4, 5)};
        assertThat(draw(7, seconds)).isEqualTo(draw(7, seconds));
    }
}
