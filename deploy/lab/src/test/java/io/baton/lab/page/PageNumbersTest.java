package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.ResultRow;
import io.baton.lab.experiment.Experiments;
import io.baton.lab.metric.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers of docs/paper.md and the pages below it are those of docs/paper/results.csv. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class PageNumbersTest {

    private static final List<String> COMPARED = List.of("lock", "workload", "metric", "paper", "ours");
    private static final String NONE = "–";
    /** What is chosen and not measured: skews, a percentile, times that passing a lock on is charged with. */
    private static final Set<String> CHOSEN = Set.of("0.99", "0.8", "99.9", "0.4", "6.4");
    private static final Pattern DECIMALS = Pattern.compile("(?<![0-9.])[0-9]+\\.[0-9]+(?![0-9.])");
    private static final int ROWS_MAX = 15;
    /** How many cells name a row of another table: lock and workload. */
    private static final int NAMED_BY = 2;

    static List<String> pages() {
        return Page.NAMES;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void boundNumbersAreThoseOfTheResults(String name) throws IOException {
        final Results results = Page.results();
        for (final Page.Bound number : Page.read(name).numbers()) {
            final double value = Page.value(results, number.key());
            assertThat(Page.agrees(number.written(), value))
                .as("%s: %s is written, %s is %s", name, number.written(), number.key(), value).isTrue();
        }
    }

    @Test
    void scoreboardIsBound() throws IOException {
        assertThat(Page.read("paper.md").numbers()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void tablesAreThoseOfTheResults(String name) throws IOException {
        final Results results = Page.results();
        for (final Page.Table table : Page.read(name).tables()) {
            if (!table.heading().equals(COMPARED)) {
                assertBound(name, table);
                continue;
            }
            assertThat(Experiments.named(table.experiment())).as(table.experiment()).isPresent();
            assertThat(table.rows()).as("%s, %s", name, table.experiment()).hasSizeBetween(1, ROWS_MAX);
            for (final List<String> cells : table.rows()) {
                final ResultRow row =
                    results.row(table.experiment(), cells.get(0), cells.get(1), Quantity.parse(cells.get(2)));
                assertCell(cells.get(3), row.paper(), name + " " + cells);
                assertCell(cells.get(4), row.ours(), name + " " + cells);
            }
        }
    }

    /** The scoreboard has words and the papers' numbers between ours. */
    private static void assertBound(String name, Page.Table table) {
        if (!name.equals("paper.md")) {
            for (final List<String> cells : table.rows()) {
                assertThat(cells.subList(NAMED_BY, cells.size())).as("%s, %s: each number is bound", name, cells)
                    .isNotEmpty().allMatch(cell -> Page.numbers(cell).size() == 1);
            }
        }
    }

    private static void assertCell(String written, double value, String where) {
        if (Double.isNaN(value)) {
            assertThat(written).as(where).isEqualTo(NONE);
        } else {
            assertThat(Page.agrees(written, value)).as("%s: %s is written, it is %s", where, written, value).isTrue();
        }
    }

    @Test
    void everyDetailedExperimentHasATable() throws IOException {
        final List<String> tables = Page.all().stream().flatMap(page -> page.tables().stream())
            .map(Page.Table::experiment).distinct().toList();
        assertThat(tables).containsAll(Page.results().experiments());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noFractionInProseIsUnbound(String name) throws IOException {
        for (final String block : Page.read(name).prose()) {
            assertThat(DECIMALS.matcher(block.replaceAll("[Ss]ection \\d+\\.\\d+", "section")).results()
                .map(result -> result.group()).filter(number -> !CHOSEN.contains(number)))
                .as("%s: %s", name, block).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"1.12, 1.1204, true", "1.12, 1.126, false", "0.75, 0.7451, true", "'1,302', 1302.4, true",
        "'1,302', 1303, false", "−65.4, -65.41, true", "49, 49.6, false"})
    void aNumberAgreesIfItIsRounded(String written, double value, boolean agrees) {
        assertThat(Page.agrees(written, value)).isEqualTo(agrees);
    }
}
