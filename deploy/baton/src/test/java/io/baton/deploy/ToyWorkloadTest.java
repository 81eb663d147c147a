package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.deploy.open.Workloads;
import io.baton.workload.Workload;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A workload of which no other code knows runs as soon as it is on the class path. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ToyWorkloadTest {

    @TempDir
    private Path folder;

    private CommandRun run = new CommandRun(List.of());

    @BeforeEach
    void addToClassPath() throws IOException {
        run = new CommandRun(find(ToyWorkload.class.getName()));
    }

    /** The workloads there are with a module that offers some more. */
    private List<Workload> find(String... classes) throws IOException {
        final Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(Workload.class.getName()), List.of(classes));
        try (URLClassLoader loader =
            new URLClassLoader(new URL[] {folder.toUri().toURL()}, ToyWorkload.class.getClassLoader())) {
            return Workloads.find(loader);
        }
    }

    @Test
    void runsWithItsOptionsAndIsChecked() throws IOException {
        final Path json = folder.resolve("result.json");
        assertThat(run.execute("run", "toy", "--counters", "5", "--skew", "20", "--clients", "2",
            "--transactions", "3000", "--warmup", "0s", "--json", json.toString())).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("toy, 5 counters, 2 clients on platform threads, locks: shiftlock",
            "Loaded 5 rows", "all 1 condition holds", "Count ", "Counts ",
            "Consistency  sum ok");
        assertThat(Files.readString(json)).contains("\"workload\": \"toy\"", "\"counters\": 5",
            "\"countsPerSecond\": ", "\"Count\": ", "\"committed\": 3000", "\"sum\": true").doesNotContain("skew");
    }

    @Test
    void itsLocksMayBeInSeveralTables() {
        assertThat(run.execute("run", "toy", "--clients", "4", "--transactions", "3000", "--warmup", "0s",
            "--lock-tables", "3", "--lock-slots", "100")).as(run.err()).isZero();
        assertThat(run.out()).contains("locks: shiftlock in 3 tables", "all 1 condition holds", "Consistency  sum ok");
        assertThat(run.execute("run", "toy", "--lock-tables", "4", "--lock-slots", "67108865")).isEqualTo(2);
        assertThat(run.err()).contains("--lock-slots 67108865: give a whole number from 1 to 67,108,864");
    }

    @Test
    void switchIsOffUnlessGiven() {
        assertThat(run.execute("run", "toy", "--look", "--clients", "1", "--transactions", "100", "--warmup", "0s"))
            .as(run.err()).isZero();
        assertThat(run.out()).contains("toy, 10 counters", "Counts       0 per second");
    }

    @Test
    void helpShowsItsSettings() {
        assertThat(run.execute("run", "toy", "--help")).isZero();
        assertThat(run.out()).startsWith("Count.").contains("100 % of the time",
            "--counters=N", "The scale: one row each. Default: 10.",
            "--skew=PERCENT", "How many counts are the first one's. Default: 50.",
            "--look ", "Only look, count nothing.", "--clients=N",
            "baton run toy --counters 1 --clients 64  a crowd", "Exit status:",
            "BATON_JAVA_OPTS=-Xmx8g baton run toy --counters 100").doesNotContain("${", "%%");
    }

    @Test
    void itIsListedBehindTheOthers() {
        assertThat(run.execute("run", "--help")).isZero();
        assertThat(run.out()).containsSubsequence("tpcc ", "tatp ", "smallbank ", "toy ", "Count.");
        assertThat(run.execute("run")).isEqualTo(2);
        assertThat(run.err()).contains("say tpcc, tatp, smallbank or toy;");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThat(run.execute("run", "toy", "--counters", "101")).isEqualTo(2);
        assertThat(run.err()).isEqualTo(
            "baton: --counters 101: give a whole number from 1 to 100; 'baton run toy --help' explains.\n");
    }

    @Test
    void twoOfTheSameNameAreRefused() {
        assertThatIllegalStateException()
            .isThrownBy(() -> find(ToyWorkload.class.getName(), ToyWorkload.Namesake.class.getName()))
            .withMessageContaining("two workloads are named toy: io.baton.deploy.ToyWorkload and ")
            .withMessageContaining("Namesake; take one off the class path");
    }
}
