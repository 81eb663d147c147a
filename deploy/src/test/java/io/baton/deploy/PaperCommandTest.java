package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton paper} from arguments to files. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PaperCommandTest {

    @Test
    void listNamesExperimentsAndSources() {
        final CommandRun run = new CommandRun();
        assertThat(run.execute("paper", "list")).isZero();
        assertThat(run.out()).contains("single-lock", "figure4", "figure6", "ShiftLock, section 2.3");
    }

    @Test
    void experimentPrintsATableAndWritesAllFiles(@TempDir Path folder) throws IOException {
        final CommandRun run = new CommandRun();
        final Path json = folder.resolve("rows.json");
        final Path markdown = folder.resolve("rows.md");
        assertThat(run.execute("paper", "single-lock", "--quick", "--out", folder + "/new/plots", "--json",
            json.toString(), "--markdown", markdown.toString())).as(run.err()).isZero();
        assertThat(run.out()).contains("ours/paper", "CAS-NB", "278,300", "ms of virtual time")
            .doesNotContain("\r", "\033");
        assertThat(Files.readString(json)).startsWith("{\n  \"experiment\": \"single-lock\",\n  \"rows\": [")
            .contains("\"lock\": \"CAS-NB\"", "\"workload\": \"one lock\"", "\"metric\": \"goodput\"",
                "\"paper\": 15500", "\"paper\": null", "\"ours\": ");
        assertThat(Files.readString(markdown)).contains("| CAS-NB | one lock | goodput | 15,500 |");
        assertThat(Files.readString(folder.resolve("new/plots/single-lock.csv")))
            .startsWith("experiment,lock,workload,metric,paper,ours,ours/paper\nsingle-lock,ideal,one lock,goodput,");
        assertThat(Files.readString(folder.resolve("new/plots/single-lock.svg"))).contains("<svg", "</svg>");
    }

    @Test
    void sameSeedGivesTheSameRows(@TempDir Path folder) throws IOException {
        final Path one = folder.resolve("one.json");
        final Path other = folder.resolve("other.json");
        for (final Path json : new Path[] {one, other}) {
            assertThat(new CommandRun().execute("paper", "single-lock", "--quick", "--seed", "5", "--out",
                folder.toString(), "--json", json.toString())).isZero();
        }
        assertThat(Files.readString(other)).isEqualTo(Files.readString(one));
    }

    @Test
    void interruptedExperimentWritesNoResult(@TempDir Path folder) {
        final CommandRun run = new CommandRun();
        run.interruption.request();
        final Path json = folder.resolve("rows.json");
        assertThat(run.execute("paper", "single-lock", "--quick", "--out", folder.toString(), "--json",
            json.toString())).isEqualTo(130);
        assertThat(run.out()).contains("Interrupted in single-lock: 0 of 1 experiment complete; no result file");
        assertThat(folder).isEmptyDirectory();
    }
}
