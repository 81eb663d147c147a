package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
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
    @Tag("thorough")
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
    @Tag("thorough")
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
    void traceOfAUserIsRun(@TempDir Path folder) throws IOException {
        final Path trace = Files.writeString(folder.resolve("mine.csv"), "1,0,1,5,2\n1,0,1,7,1\n2,0,2,5,1\n");
        final CommandRun run = new CommandRun();
        assertThat(run.execute("paper", "trace", "--file", trace.toString(), "--lock", "ShiftLock", "--clients", "3",
            "--think-nanos", "2000", "--rows", "--quick", "--out", folder.toString())).as(run.err()).isZero();
        assertThat(run.out()).contains("ShiftLock  trace         goodput", "trace type 1", "trace type 2");
        assertThat(folder.resolve("trace.csv")).isNotEmptyFile();
    }

    @Test
    void traceWithSomethingWrongIsRefused(@TempDir Path folder) throws IOException {
        final Path trace = Files.writeString(folder.resolve("mine.csv"), "1,0,1,5,3\n");
        assertRefused("--file " + trace + ": ", "paper", "trace", "--file", trace.toString());
        assertRefused("--lock Mutex: give CAS-NB, CAS-B, DrTM, ", "paper", "trace", "--file", trace.toString(),
            "--lock", "Mutex");
        assertRefused("--clients 0: give a whole number from 1 to 4,096", "paper", "trace", "--file",
            trace.toString(), "--clients", "0");
        assertRefused("missing required option: '--file=FILE'", "paper", "trace");
    }

    private static void assertRefused(String complaint, String... arguments) {
        final CommandRun run = new CommandRun();
        assertThat(run.execute(arguments)).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: " + complaint).hasLineCount(1);
    }

    @Test
    @Tag("thorough")
    void calibrationTellsFittedFromPredicted(@TempDir Path folder) {
        final CommandRun run = new CommandRun();
        assertThat(run.execute("paper", "single-lock", "calibration", "--quick", "--out", folder.toString()))
            .as(run.err()).isZero();
        final String out = run.out();
        final int fitted = out.indexOf("Numbers that the parameters were fitted to");
        final int predictions = out.indexOf("Predictions, the best first");
        assertThat(out).contains("oneWayNanos", "serverReadNanos");
        assertThat(out.substring(fitted, predictions)).contains("15500.00", "278300.00").doesNotContain("141400.00");
        assertThat(out.substring(predictions)).contains("141400.00").doesNotContain("278300.00");
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
