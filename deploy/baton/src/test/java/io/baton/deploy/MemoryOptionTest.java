package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.report.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --memory} bounds a run, which goes on at its bound and counts what is refused. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MemoryOptionTest {

    private static final long TRANSACTIONS = 20_000;
    private static final long BUDGET = 8L << 20;

    private final CommandRun run = new CommandRun(List.of(new JournalWorkload()));

    @TempDir
    private Path folder;

    private String json(String... options) throws IOException {
        final Path file = folder.resolve("result.json");
        final List<String> arguments = new ArrayList<>(
            List.of("run", "journal", "--clients", "2", "--warmup", "0s", "--json", file.toString()));
        arguments.addAll(List.of(options));
        assertThat(run.execute(arguments.toArray(String[]::new))).as(run.err()).isZero();
        return Files.readString(file);
    }

    private static long number(String json, String key) {
        final Matcher matcher = Pattern.compile('"' + key + "\": (\\d+)").matcher(json);
        assertThat(matcher.find()).as("%s in %s", key, json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void runGoesOnAtItsBudgetAndCountsWhatIsRefused() throws IOException {
        final String json = json("--memory", "8m", "--transactions", String.valueOf(TRANSACTIONS));
        final long refused = number(json, "outOfMemory");
        assertThat(number(json, "committed")).isPositive().isEqualTo(TRANSACTIONS - refused);
        assertThat(refused).as("20 MB do not fit into 8 MiB").isGreaterThan(TRANSACTIONS / 2);
        assertThat(number(json, "failed")).isZero();
        assertThat(number(json, "memoryBudgetBytes")).isEqualTo(BUDGET);
        assertThat(number(json, "memoryBytes")).isBetween(BUDGET / 2, BUDGET * 2);
        assertThat(json).contains("\"refused\": {\n    \"outOfMemory\": " + refused, "\"failures\": []",
            "\"entries\": true");
        assertThat(run.out()).contains(" of 8 MiB taken by rows and indexes", "  refused ",
            "Refused      " + Figures.count(refused) + " transactions out of memory budget", "Consistency  entries ok")
            .doesNotContain("Failure");
        assertThat(run.err()).isEmpty();
    }

    @Test
    @Tag("thorough")
    void memoryIsTracedSecondBySecond() throws IOException {
        final String json = json("--memory", "8m", "--duration", "1100ms");
        final String trace = json.substring(json.indexOf("\"everySecond\""));
        assertThat(number(trace.replaceAll("\\[\\s*", ""), "elapsedSeconds")).isPositive();
        assertThat(number(trace.replaceAll("\\[\\s*", ""), "memoryBytes")).isBetween(1L, BUDGET * 2);
        assertThat(run.out()).contains("measured 1.1 s");
    }

    @ParameterizedTest
    @CsvSource({"2g, 2147483648", "1.5G, 1610612736", "512m, 536870912", "65536k, 67108864", "0.5t, 549755813888",
        "300000000, 300000000"})
    void sizesHaveTheUnitsOfTheJvm(String given, long bytes) throws IOException {
        assertThat(number(json("--memory", given, "--transactions", "1"), "memoryBudgetBytes")).isEqualTo(bytes);
    }

    @Test
    void budgetIsHalfOfTheMachineUnlessGiven() throws IOException {
        final String json = json("--transactions", "1");
        assertThat(number(json, "memoryBudgetBytes")).isGreaterThan(BUDGET);
        assertThat(run.out()).containsPattern("\nBudget       \\S+ [KMG]iB of \\S+ [GT]iB taken by rows and indexes\n")
            .doesNotContain("Refused");
        assertThat(run.execute("run", "journal", "--help")).isZero();
        assertThat(run.out().replaceAll("\\s+", " ")).contains("--memory=SIZE",
            "Default: half of the machine's memory.");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"2x", "0", "0m", "1.5", "-1", "2 g", "2gb", "1025t", "0.0001k", "99999999999999999999", "g"})
    void sizesThatMeanNothingAreRefused(String given) {
        assertThat(run.execute("run", "journal", "--memory", given)).isEqualTo(2);
        assertThat(run.err()).isEqualTo("baton: --memory " + given + ": give a number of bytes or one with a unit, for"
            + " example 512m, 1.5g or 2g, from 1 to 1024t; 'baton run journal --help' explains.\n");
        assertThat(run.out()).isEmpty();
    }
}
