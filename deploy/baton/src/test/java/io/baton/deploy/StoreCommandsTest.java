package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that keep their data in a store, and commands on the store that they leave. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class StoreCommandsTest {

    private final CommandRun run = new CommandRun();

    @TempDir
    private Path folder;

    private String store() {
        return folder.resolve("new/store").toString();
    }

    /** Runs a workload for some transactions. */
    private int runOn(CommandRun command, String workload, String... more) {
        final List<String> arguments = new ArrayList<>(List.of("run", workload, "--clients", "4",
            "--transactions", "2000", "--warmup", "0s", "--data", store()));
        arguments.addAll(List.of(more));
        return command.execute(arguments.toArray(String[]::new));
    }

    private static CommandRun toys() {
        return new CommandRun(List.of(new ToyWorkload()));
    }

    @ParameterizedTest
    @CsvSource({"tpcc, warehouses, 1, 11", "tatp, subscribers, 300, 4", "smallbank, accounts, 200, 2"})
    void laterRunGoesOnAndItsDataAreChecked(String workload, String scale, String size, int conditions)
            throws IOException {
        assertThat(runOn(run, workload, "--" + scale, size)).as(run.err()).isZero();
        assertThat(run.out()).contains("Loaded ", "Log          group: ", "Loading  ").doesNotContain("Recover");

        final CommandRun again = new CommandRun();
        final Path json = folder.resolve("result.json");
        assertThat(runOn(again, workload, "--" + scale, size, "--seed", "2", "--json", json.toString()))
            .as(again.err()).isZero();
        assertThat(again.err()).isEmpty();
        assertThat(again.out()).contains(" of checkpoint 2 (", " of the log in ", "Checked the data as recovered",
            "all " + conditions + " conditions hold", "Checked the data after the run", "Recovery     ")
            .doesNotContain("Loaded", "Loading", "not closed in order", "\r", "\033");
        assertThat(Files.readString(json)).contains("\"durability\": \"group\"", "\"transactionsPerForce\": ",
            "\"bytesPerTransaction\": ", "\"recovery\": {", "\"closed\": true", "\"tornBytes\": 0",
            "\"mebibytesPerSecond\": ", "\"rowsLoaded\": 0");

        final CommandRun check = new CommandRun();
        assertThat(check.execute("check", workload, "--data", store())).as(check.err()).isZero();
        assertThat(check.err()).isEmpty();
        assertThat(check.out()).contains("Recovered ", "MiB/s: checkpoint ", "indexes ",
            "Checked the data as recovered in ", ": all " + conditions + " conditions hold.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "async", "group"})
    void everyDurabilityKeepsARunThatEndsInOrder(String durability) {
        final CommandRun first = toys();
        assertThat(runOn(first, "toy", "--durability", durability, "--checkpoint-every", "10ms")).as(first.err())
            .isZero();
        assertThat(first.out()).contains(durability.equals("none") ? "Log          none: nothing was logged"
            : "Log          " + durability + ": ");
        final CommandRun second = toys();
        assertThat(runOn(second, "toy", "--durability", durability)).as(second.err()).isZero();
        assertThat(second.out()).contains("Recovered 10 rows", "all 1 condition holds");
        final CommandRun export = toys();
        assertThat(export.execute("log", "--data", store())).as(export.err()).isZero();
    }

    @Test
    void optionsOfDataMeanNothingWithoutIt() {
        assertThat(run.execute("run", "tpcc", "--durability", "async")).isEqualTo(2);
        assertThat(run.err()).isEqualTo("baton: --durability says how data are kept; add --data DIR to say where, or "
            + "leave it out; 'baton run tpcc --help' explains.\n");
        final CommandRun other = new CommandRun();
        assertThat(other.execute("run", "tpcc", "--checkpoint-every", "1s")).isEqualTo(2);
        assertThat(other.err()).startsWith("baton: --checkpoint-every says how data are kept").hasLineCount(1);
        assertThat(run.out() + other.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"--durability, forced, 'give none, async or group'", "--durability, GROUP, 'give none, async or group'",
        "--checkpoint-every, 0s, 'from 1ms to 24h'", "--checkpoint-every, soon, 'give a number with a unit'",
        "--checkpoint-log, 1k, 'give 1 MiB to 1 TiB'", "--checkpoint-rate, 1k, 'give 1 MiB or more'",
        "--segment, 2g, 'give 4 MiB to 1 GiB'", "--segment, big, 'give a number of bytes'"})
    void badValuesAreRefused(String option, String value, String advice) {
        assertThat(runOn(run, "tpcc", option, value)).isEqualTo(2);
        assertThat(run.err()).contains("baton: " + option + " " + value + ": ", advice).hasLineCount(1);
        assertThat(Path.of(store())).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"none, --archive, 'with --durability none'", "none, --checkpoint-log, 'with --durability none'",
        "group, --force-every, 'is for --durability async'"})
    void optionsThatMeanNothingBesideTheDurabilityAreRefused(String durability, String option, String why) {
        assertThat(runOn(run, "tpcc", "--durability", durability, option, "1s")).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: " + option + " ").contains(why).hasLineCount(1);
    }

    @Test
    void aBackupAndTheArchiveOfARunGiveItsEnd() {
        final String archive = folder.resolve("archive").toString();
        final String[] options = {"--durability", "async", "--checkpoint-every", "10ms", "--checkpoint-log", "1m",
            "--checkpoint-rate", "100m", "--force-every", "2ms", "--segment", "4m", "--archive", archive};
        final CommandRun first = toys();
        assertThat(runOn(first, "toy", options)).as(first.err()).isZero();
        final String copy = folder.resolve("copy").toString();
        assertThat(run.execute("backup", "--data", store(), "--out", copy)).as(run.err()).isZero();
        for (int i = 0; i < 2; i++) {
            final CommandRun more = toys();
            assertThat(runOn(more, "toy", options)).as(more.err()).isZero();
        }
        final String restored = folder.resolve("restored").toString();
        assertThat(run.execute("restore", "--data", copy, "--log", archive, "--out", restored)).as(run.err()).isZero();
        final CommandRun check = toys();
        assertThat(check.execute("check", "toy", "--data", restored)).as(check.err()).isZero();
        final CommandRun both = new CommandRun();
        assertThat(both.execute("restore", "--data", copy, "--log", archive + "," + store() + "/log", "--out",
            folder.resolve("again").toString())).as(both.err()).isZero();
        assertThat(both.out().replaceFirst("to .*", "")).isEqualTo(
            run.out().substring(run.out().indexOf("Restored")).replaceFirst("to .*", ""));
    }

    @Test
    void storeOfAnotherScaleIsRefused() {
        final CommandRun first = toys();
        assertThat(runOn(first, "toy")).as(first.err()).isZero();
        final CommandRun second = toys();
        assertThat(runOn(second, "toy", "--counters", "1")).isEqualTo(2);
        assertThat(second.err()).isEqualTo("baton: the store holds 10 counters, and 1 counter is asked for; ask for "
            + "10, or give another directory.\n");
        final CommandRun check = toys();
        assertThat(check.execute("check", "toy", "--data", store())).as("of any scale: %s", check.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void storeOfAnotherWorkloadIsRefused(String command) throws IOException {
        final CommandRun first = toys();
        assertThat(runOn(first, "toy")).as(first.err()).isZero();
        final List<String> arguments = new ArrayList<>(List.of(command, "tatp", "--data", store()));
        assertThat(run.execute(arguments.toArray(String[]::new))).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: " + store() + " has another schema: ").contains("counter")
            .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run tatp", "check tatp", "log"})
    void whatIsNoDirectoryIsRefused(String command) throws IOException {
        final Path file = Files.createFile(folder.resolve("file"));
        for (final String data : new String[] {file.toString(), "", "\0"}) {
            final CommandRun one = new CommandRun();
            assertThat(one.execute(on(command, data))).as(data).isEqualTo(2);
            assertThat(one.err()).startsWith("baton: --data ").contains("give a").hasLineCount(1);
        }
        final CommandRun below = new CommandRun();
        assertThat(below.execute(on(command, file.resolve("below").toString()))).isEqualTo(2);
        assertThat(below.err()).startsWith("baton: ").contains(file.toString()).hasLineCount(1);
        assertThat(file).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check tatp", "log"})
    void storeMustBeThere(String command) throws IOException {
        final Path empty = Files.createDirectory(folder.resolve("empty"));
        final Path missing = folder.resolve("missing");
        assertThat(run.execute(on(command, empty.toString()))).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: --data " + empty + ": there is no store in it; give a directory that "
            + "'baton run' has made; ").hasLineCount(1);
        final CommandRun other = new CommandRun();
        assertThat(other.execute(on(command, missing.toString()))).isEqualTo(2);
        assertThat(other.err()).startsWith("baton: --data " + missing + ": there is no such directory; ");
        assertThat(empty).isEmptyDirectory();
        assertThat(missing).doesNotExist();
    }

    @Test
    void directoryWithOtherFilesIsRefused() throws IOException {
        final Path file = Files.createDirectories(folder.resolve("new/store")).resolve("letter");
        Files.writeString(file, "Dear reader");
        assertThat(runOn(run, "tatp")).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: " + store() + " is not empty and has no file \"store\"")
            .contains("letter").hasLineCount(1);
        assertThat(file).hasContent("Dear reader");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run toy", "check toy", "log"})
    void storeThatAnotherProcessHasIsRefused(String command) throws IOException {
        final CommandRun first = toys();
        assertThat(runOn(first, "toy")).as(first.err()).isZero();
        try (LockHolder holder = LockHolder.start(Path.of(store()))) {
            assertThat(holder.holds()).isTrue();
            final CommandRun second = toys();
            assertThat(second.execute(on(command, store()))).isEqualTo(2);
            assertThat(second.err()).startsWith("baton: " + store() + " is in use: ").hasLineCount(1);
        }
        final CommandRun third = toys();
        assertThat(third.execute("check", "toy", "--data", store())).as(third.err()).isZero();
    }

    private String[] on(String command, String data) {
        final List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--data", data));
        return arguments.toArray(String[]::new);
    }
}
