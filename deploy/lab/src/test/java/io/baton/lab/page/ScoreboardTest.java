package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.ResultRow;
import io.baton.lab.metric.Derived;
import io.baton.lab.metric.Relation;
import io.baton.lab.page.Page.Bound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scoreboard of docs/paper.md is complete, and no verdict is better than the numbers. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ScoreboardTest {

    /** From the best to the worst. */
    private static final List<String> VERDICTS = List.of("holds", "weaker", "reversed");
    private static final String NOT_RUN = "not run";
    private static final String NOTHING = "nothing to run";
    private static final double MOST_OF_IT = 0.75;
    private static final double QUARTER = 0.25;
    private static final Pattern FIGURES = Pattern.compile("(figure|table)s? ([0-9–]+(?: and [0-9–]+)*)");
    private static final Pattern RANGE = Pattern.compile("([0-9]+)(?:–([0-9]+))?");
    private static final Pattern LINK = Pattern.compile("\\]\\((paper/[a-z]+\\.md)(?:#([a-z0-9-]+))?\\)");

    private Results results;
    private List<List<String>> rows;

    @BeforeEach
    void read() throws IOException {
        results = Page.results();
        rows = Page.read("paper.md").tables().getFirst().rows();
    }

    private static String verdict(List<String> row) {
        return row.get(4).replace("*", "");
    }

    /** The rows below a paper's name, with the name in front. */
    private List<List<String>> of(String paper) {
        final List<List<String>> found = new ArrayList<>();
        boolean within = false;
        for (final List<String> row : rows) {
            if (row.get(1).isEmpty()) {
                within = row.getFirst().equals("**" + paper + "**");
            } else if (within) {
                found.add(row);
            }
        }
        return found;
    }

    private Set<String> figures(String paper) {
        final Set<String> found = new TreeSet<>();
        for (final List<String> row : of(paper)) {
            final Matcher matcher = FIGURES.matcher(row.getFirst().toLowerCase(Locale.ROOT));
            while (matcher.find()) {
                final Matcher range = RANGE.matcher(matcher.group(2));
                while (range.find()) {
                    final int first = Integer.parseInt(range.group(1));
                    final int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
                    IntStream.rangeClosed(first, last).forEach(number -> found.add(matcher.group(1) + " " + number));
                }
            }
        }
        return found;
    }

    /** As many as the papers have. */
    @ParameterizedTest
    @CsvSource({"ShiftLock, 13, 4", "DSLR, 19, 1", "qplock, 0, 1", "CITRON, 12, 2"})
    void everyFigureAndTableHasARow(String paper, int figures, int tables) {
        final Set<String> expected = new TreeSet<>();
        IntStream.rangeClosed(1, figures).forEach(number -> expected.add("figure " + number));
        IntStream.rangeClosed(1, tables).forEach(number -> expected.add("table " + number));
        assertThat(figures(paper)).isEqualTo(expected);
    }

    @Test
    void everyLinkLeadsToASection() throws IOException {
        final Matcher link = LINK.matcher(Page.read("paper.md").text());
        int sections = 0;
        while (link.find()) {
            final String section = link.group(2);
            if (section != null) {
                assertThat(Page.read(link.group(1)).text().lines().filter(line -> line.startsWith("## "))
                    .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(".", "").replace(' ', '-')))
                    .as(link.group(1)).contains(section);
                sections++;
            }
        }
        assertThat(sections).isGreaterThan(40);
    }

    @Test
    void paperColumnIsThePapers() {
        for (final List<String> row : rows) {
            final List<Bound> ours = Page.numbers(row.get(3));
            final boolean stated = row.get(2).matches("[0-9.,−]+");
            if (stated) {
                final double paper = Page.row(results, ours.getFirst().key()).paper();
                assertThat(Page.agrees(row.get(2), paper)).as("%s is %s", row, paper).isTrue();
            } else {
                assertThat(row.get(2)).as(row.toString()).isIn("", "–", "above 1");
            }
        }
    }

    @Test
    void everyVerdictIsOne() {
        assertThat(rows).filteredOn(row -> !row.get(1).isEmpty()).hasSizeGreaterThan(40).allSatisfy(row -> {
            assertThat(verdict(row)).isIn("holds", "weaker", "reversed", NOT_RUN, NOTHING);
            assertThat(row.get(3).equals("–")).as("has no number: %s", row)
                .isEqualTo(verdict(row).equals(NOT_RUN) || verdict(row).equals(NOTHING));
        });
    }

    @Test
    void noVerdictIsBetterThanItsNumbers() {
        for (final List<String> row : rows) {
            final int written = VERDICTS.indexOf(verdict(row));
            if (written >= 0) {
                assertThat(written).as("%s, by its numbers %s", row, VERDICTS.get(byNumbers(row)))
                    .isGreaterThanOrEqualTo(byNumbers(row));
            }
        }
    }

    private int byNumbers(List<String> row) {
        final Bound ours = Page.numbers(row.get(3)).getFirst();
        if (row.get(2).equals("above 1")) {
            return Page.value(results, ours.key()) > 1 ? 0 : 2;
        }
        if (row.get(2).equals("–")) {
            return 0;
        }
        final ResultRow numbers = Page.row(results, ours.key());
        if (row.get(1).contains("at most")) {
            return numbers.ours() <= numbers.paper() ? 0 : 1;
        }
        if (row.get(1).contains("at least") && relation(numbers) != Relation.RATIO) {
            return numbers.ours() >= numbers.paper() ? 0 : 1;
        }
        return byEffect(numbers);
    }

    /** A ratio's effect is how far it is from one, a reduction's the reduction itself; other numbers have none. */
    private static int byEffect(ResultRow numbers) {
        final Relation relation = relation(numbers);
        final boolean ratio = relation == Relation.RATIO || relation == Relation.SPEEDUP;
        if (relation == Relation.NONE) {
            return numbers.paper() == numbers.ours() || Math.abs(numbers.ratio() - 1) <= QUARTER ? 0 : 1;
        }
        final double paper = ratio ? numbers.paper() - 1 : numbers.paper();
        final double ours = ratio ? numbers.ours() - 1 : numbers.ours();
        return ours / paper >= MOST_OF_IT ? 0 : ours / paper > 0 ? 1 : 2;
    }

    private static Relation relation(ResultRow numbers) {
        return numbers.metric() instanceof Derived derived ? derived.relation() : Relation.NONE;
    }

    @Test
    void whatIsReversedOrAbsentIsSaid() {
        assertThat(rows).filteredOn(row -> verdict(row).equals("reversed")).extracting(List::getFirst)
            .anyMatch(figure -> figure.contains("shiftlock.md#figure-4"))
            .anyMatch(figure -> figure.contains("shiftlock.md#figure-10"))
            .anyMatch(figure -> figure.contains("dslr.md#figure-8"));
        assertThat(rows).filteredOn(row -> verdict(row).equals(NOT_RUN)).hasSize(2);
    }
}
