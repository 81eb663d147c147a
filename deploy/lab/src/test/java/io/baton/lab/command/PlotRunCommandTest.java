package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton plot run} from arguments to the file. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PlotRunCommandTest {

    private static final String ADVICE =
        "; give a report that 'baton run WORKLOAD --json FILE' has written; 'baton plot run --help' explains.";
    private static final String REPORT = """
        {"workload": "tpcc", "memoryBudgetBytes": 1024,
         "everySecond": {"elapsedSeconds": [1, 2], "memoryBytes": [1, 2], "outOfMemory": [0, 0]}}
        """;

    private final CommandRun run = new CommandRun();

    @TempDir
    private Path folder;
    private Path report;
    private Path out;

    @BeforeEach
    void name() throws IOException {
        report = Files.writeString(folder.resolve("run.json"), REPORT);
        out = folder.resolve("run.svg");
    }

    private void assertRefused(Path in, Path to, String complaint) {
        assertThat(run.execute("plot", "run", in.toString(), "--out", to.toString())).as("exit status").isEqualTo(2);
        assertThat(run.err()).isEqualTo("baton: " + complaint + "\n");
        assertThat(run.out()).isEmpty();
    }

    private void assertReportRefused(String complaint) {
        assertRefused(report, out, "report " + report + ": " + complaint);
        assertThat(out).doesNotExist();
    }

    @Test
    @Tag("thorough")
    void whatARunHasWrittenIsDrawn() throws IOException {
        Files.delete(report);
        assertThat(run.execute("run", "smallbank", "--accounts", "100", "--duration", "2500ms", "--warmup", "0s",
            "--no-check", "--json", report.toString())).as(run.err()).isZero();
        assertThat(run.execute("plot", "run", report.toString(), "--out", out.toString())).as(run.err()).isZero();
        assertThat(Files.readString(out)).startsWith("<svg ").endsWith("</svg>\n")
            .contains(">smallbank: memory<", ">Throughput<", ">Refused for want of memory<", ">budget<");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void aReportOfAnOlderVersionIsDrawn() throws IOException {
        assertThat(run.execute("plot", "run", report.toString(), "--out", out.toString())).as(run.err()).isZero();
        assertThat(Files.readString(out)).contains(">tpcc: memory<").doesNotContain("Throughput");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aMissingReportIsRefused() throws IOException {
        Files.delete(report);
        assertReportRefused("there is no such file" + ADVICE);
    }

    @Test
    void aFolderIsNoReport() {
        assertRefused(folder, out, "report " + folder + ": this is no file" + ADVICE);
    }

    @Test
    void anEmptyReportIsRefused() throws IOException {
        Files.writeString(report, "");
        assertReportRefused("this is not JSON but empty" + ADVICE);
    }

    @Test
    void anotherTextIsRefused() throws IOException {
        Files.writeString(report, "tpcc, 2 warehouses\nmeasured 10 s\n");
        assertReportRefused("this is not JSON" + ADVICE);
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        Files.write(report, "{\"workload\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertReportRefused("this is not JSON but no text at all" + ADVICE);
    }

    @Test
    void aReportWithoutTheSeriesIsRefused() throws IOException {
        Files.writeString(report, "{\"workload\": \"tpcc\", \"memoryBudgetBytes\": 1024}");
        assertReportRefused("it has no object everySecond" + ADVICE);
    }

    @Test
    void anOutputThatExistsIsKept() throws IOException {
        Files.writeString(out, "mine");
        assertRefused(report, out, "--out " + out
            + ": there is a file of this name already; delete it or give another; 'baton plot run --help' explains.");
        assertThat(Files.readString(out)).isEqualTo("mine");
    }

    @Test
    void theReportIsNotOverwritten() throws IOException {
        assertRefused(report, report, "--out " + report
            + ": there is a file of this name already; delete it or give another; 'baton plot run --help' explains.");
        assertThat(Files.readString(report)).isEqualTo(REPORT);
    }

    @Test
    void aLinkToNowhereIsAFileThatExists() throws IOException {
        final Path target = folder.resolve("elsewhere.svg");
        Files.createSymbolicLink(out, target);
        assertRefused(report, out, "--out " + out
            + ": there is a file of this name already; delete it or give another; 'baton plot run --help' explains.");
        assertThat(target).doesNotExist();
    }

    @Test
    void anOutputInNoDirectoryIsRefused() {
        final Path nowhere = folder.resolve("none/run.svg");
        assertRefused(report, nowhere, "--out " + nowhere + ": there is no directory " + folder
            + "/none; create it or give another file; 'baton plot run --help' explains.");
    }

    @Test
    void anOutputThatIsADirectoryIsRefused() {
        assertRefused(report, folder,
            "--out " + folder + ": this is no file; give a file's name; 'baton plot run --help' explains.");
    }

    @Test
    void anOutputThatTheSystemRefusesIsRefused() {
        final Path tooLong = folder.resolve("x".repeat(300));
        assertRefused(report, tooLong,
            "--out " + tooLong + ": it cannot be written; give another file; 'baton plot run --help' explains.");
    }

    @Test
    void namesThatAreNoneAreRefused() {
        assertThat(run.execute("plot", "run", "a\0b", "--out", out.toString())).isEqualTo(2);
        assertThat(run.execute("plot", "run", report.toString(), "--out", "a\0b")).isEqualTo(2);
        assertThat(run.execute("plot", "run", "", "--out", out.toString())).isEqualTo(2);
        assertThat(run.execute("plot", "run", report.toString(), "--out", "")).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(4).allMatch(line -> line.startsWith("baton: "));
    }

    @Test
    void bothNamesAreNeeded() {
        assertThat(run.execute("plot", "run")).isEqualTo(2);
        assertThat(run.execute("plot", "run", report.toString())).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(2)
            .allMatch(line -> line.startsWith("baton: missing required") && line.endsWith(" --help' shows how."));
    }
}
