package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton paper plots} from arguments to files. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PaperPlotsCommandTest {

    private final CommandRun run = new CommandRun();

    /** The results that are checked in, found from the folder that the tests run in. */
    private static String results() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        for (Path above = folder.getParent(); above != null && !Files.exists(folder.resolve("docs/paper"));
            above = above.getParent()) {
            folder = above;
        }
        return Files.readString(folder.resolve("docs/paper/results.csv"));
    }

    @Test
    void plotsAreDrawnFromTheResults(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("results.csv"), results());
        assertThat(run.execute("paper", "plots", "--out", folder.toString())).as(run.err()).isZero();
        assertThat(run.out()).contains("figure4.svg", "table3.svg").hasLineCount(6);
        assertThat(Files.readString(folder.resolve("figure4.svg"))).startsWith("<svg ").endsWith("</svg>\n");
        assertThat(Files.readString(folder.resolve("results.csv"))).isEqualTo(results());
    }

    @Test
    void aFolderWithoutResultsIsRefused(@TempDir Path folder) {
        assertRefused("--out " + folder + ": there is no results.csv in it; ", "--out", folder.toString());
    }

    @Test
    void damagedResultsAreRefused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("results.csv"), "experiment,lock,workload,metric,paper,ours\na,b\n");
        assertRefused("--out " + folder + ": results.csv: line 2 has 2 fields", "--out", folder.toString());
    }

    @Test
    void anExperimentThatThePageDoesNotHaveIsRefused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("results.csv"), results());
        assertRefused("--measure figure44: give single-lock, figure4, ", "--out", folder.toString(), "--measure",
            "figure4,figure44");
    }

    private void assertRefused(String complaint, String... options) {
        final String[] arguments = new String[options.length + 2];
        arguments[0] = "paper";
        arguments[1] = "plots";
        System.arraycopy(options, 0, arguments, 2, options.length);
        assertThat(run.execute(arguments)).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: " + complaint).hasLineCount(1);
    }

    @Test
    void interruptedMeasurementLeavesTheResults(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("results.csv"), results());
        run.interruption.request();
        assertThat(run.execute("paper", "plots", "--out", folder.toString(), "--measure", "single-lock"))
            .isEqualTo(130);
        assertThat(run.out()).contains("Interrupted in single-lock; its results are as they were.");
        assertThat(Files.readString(folder.resolve("results.csv"))).isEqualTo(results());
    }
}
