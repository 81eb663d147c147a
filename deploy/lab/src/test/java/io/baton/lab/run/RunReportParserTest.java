package io.baton.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.lab.run.RecordedRun.Second;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A report is read as it is, and what is wrong with one is named. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class RunReportParserTest {

    private static final String SERIES = """
        "everySecond": {"elapsedSeconds": [1, 2.5], "committedPerSecond": [10, 20.5], "memoryBytes": [100, 200],
        "outOfMemory": [0, 7]}""";
    private static final String GOOD =
        "{\"workload\": \"tpcc\", \"failures\": [null], \"memoryBudgetBytes\": 4096, " + SERIES + "}";

    private static void assertRefused(String text, String complaint) {
        assertThatIllegalArgumentException().isThrownBy(() -> RunReportParser.parse(text))
            .withMessageStartingWith(complaint).withMessageContaining("; give ");
    }

    @Test
    void reportIsRead() {
        final RecordedRun report = RunReportParser.parse(GOOD);
        assertThat(report.workload()).isEqualTo("tpcc");
        assertThat(report.budgetBytes()).isEqualTo(4_096);
        assertThat(report.seconds()).containsExactly(new Second(1, 100, 0, 10), new Second(2.5, 200, 7, 20.5));
        assertThat(report.hasThroughput()).isTrue();
    }

    @Test
    void olderReportHasNoThroughput() {
        final RecordedRun report = RunReportParser.parse(GOOD.replace("\"committedPerSecond\": [10, 20.5], ", ""));
        assertThat(report.seconds()).extracting(Second::memoryBytes).containsExactly(100.0, 200.0);
        assertThat(report.hasThroughput()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "{", "{\"workload\": }", "{'workload': 'tpcc'}", "{\"a\": NaN}", "{} {}",
        "<svg></svg>", "{\"a\": 1,}", "// nothing"})
    void whatIsNotJsonIsRefused(String text) {
        assertRefused(text, "this is not JSON");
    }

    @Test
    void whatIsCutOffIsRefused() {
        for (int length = 0; length < GOOD.length(); length++) {
            assertRefused(GOOD.substring(0, length), "this is not JSON");
        }
    }

    @Test
    void endlessNestingIsRefused() {
        assertRefused("[".repeat(1_000_000), "this is not JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "\"tpcc\"", "null", "true", "[{\"locks\": 1000}]"})
    void otherJsonIsRefused(String text) {
        assertRefused(text, "this is JSON, but no report of a run");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "everySecond"            | "everyMinute"          | it has no object everySecond
        "workload": "tpcc"       | "workload": 5          | it does not name its workload
        "memoryBudgetBytes"      | "budget"               | memoryBudgetBytes is missing
        4096                     | "4096"                 | memoryBudgetBytes is "4096" instead of a number
        4096                     | -1                     | memoryBudgetBytes is -1 instead of a number from 0
        [100, 200]               | 100                    | it has no array everySecond.memoryBytes
        "elapsedSeconds"         | "time"                 | it has no array everySecond.elapsedSeconds
        [100, 200]               | [100]                  | everySecond.memoryBytes has 1 numbers and elapsedSeconds 2
        [0, 7]                   | [0, 7, 8]              | everySecond.outOfMemory has 3 numbers
        [0, 7]                   | [0, null]              | everySecond.outOfMemory[1] is null instead of a number
        [0, 7]                   | [0, [7]]               | everySecond.outOfMemory[1] is [7] instead of a number
        [10, 20.5]               | [1e999, 20.5]          | everySecond.committedPerSecond[0] is 1e999 instead of
        [10, 20.5]               | []                     | everySecond.committedPerSecond has 0 numbers
        [1, 2.5]                 | [1, 1]                 | everySecond.elapsedSeconds[1] is not later
        [1, 2.5]                 | [0, 2.5]               | everySecond.elapsedSeconds[0] is not later
        """)
    void whatIsMissingOrWrongIsNamed(String part, String instead, String complaint) {
        assertThat(GOOD).contains(part);
        assertRefused(GOOD.replace(part, instead), complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1"})
    void shortRunsAreRefused(String numbers) {
        assertRefused(GOOD.replaceAll("\\[[0-9][^]]*]", "[" + numbers + "]"), "it covers less than 2 seconds");
    }
}
