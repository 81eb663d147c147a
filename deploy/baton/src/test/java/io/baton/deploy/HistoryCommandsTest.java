package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.history.HistoryOperation;
import io.baton.history.HistoryOutcome;
import io.baton.history.HistoryRecorder;
import io.baton.history.HistoryWriter;
import io.baton.history.RecordedColumn;
import io.baton.history.RecordedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording, checking and exporting histories, as a user does it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class HistoryCommandsTest {

    @TempDir
    private Path folder = Path.of("");

    private final CommandRun run = new CommandRun();

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"tpcc --warehouses 1 --transactions 2000", "tatp --subscribers 50 --transactions 20000",
        "smallbank --accounts 100 --hot-accounts 10 --transactions 20000"})
    void runIsRecordedCheckedAndExported(String workload) throws IOException {
        final String history = folder.resolve("h").toString();
        final Path json = folder.resolve("verdict.json");
        final Path lines = folder.resolve("h.jsonl");
        assertThat(run.execute(("run " + workload + " --clients 16 --warmup 0s --no-check --history " + history)
            .split(" "))).as(run.err()).isZero();
        assertThat(run.execute("history", "check", history, "--json", json.toString())).as(run.out()).isZero();
        assertThat(run.out()).contains("Strictly serializable");
        assertThat(Files.readString(json)).contains("\"serializable\": true", "\"anomalies\": []");
        assertThat(run.execute("history", "export", history, "--out", lines.toString())).as(run.err()).isZero();
        assertThat(Files.readAllLines(lines)).hasSize(workload.contains("tpcc") ? 2000 : 20000)
            .allMatch(line -> line.startsWith("{\"id\":\""));
    }

    @Test
    void anomalyIsToldInWordsAndByStatusOne() {
        final Path history = folder.resolve("h");
        final RecordedTable table =
            new RecordedTable("account", 0, false, List.of(RecordedColumn.integer("id", 32)), List.of());
        try (HistoryWriter writer =
            new HistoryWriter(history, List.of(table), 2, 0, Thread.ofPlatform().factory())) {
            for (int client = 0; client < 2; client++) {
                final HistoryRecorder recorder = writer.recorder(client);
                recorder.begin(10);
                recorder.read(0, 1 - client, 0, true);
                recorder.write(HistoryOperation.UPDATE, 0, client, 0, 1);
                recorder.end(HistoryOutcome.COMMITTED, 20);
            }
        }
        assertThat(run.execute("history", "check", history.toString())).isEqualTo(1);
        assertThat(run.out()).contains("G2-item, write skew",
            "T1 read version 0 of account(id=1), and T2 wrote the next one", "Not strictly serializable");
    }

    @Test
    void whatIsThereAlreadyIsRefusedWithOneSentenceAndLeftAlone() throws IOException {
        final Path file = Files.writeString(folder.resolve("taxes"), "of 2025");
        final Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        for (Path taken : List.of(file, link)) {
            assertThat(run.execute("run", "smallbank", "--accounts", "100", "--duration", "1ms", "--warmup", "0s",
                "--history", taken.toString())).isEqualTo(2);
        }
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("baton: the history cannot be written to " + file
            + ": there is a file already; give a name that is not taken.\nbaton: the history cannot be written to "
            + link + ": there is a symbolic link already; give a name that is not taken.\n");
        assertThat(file).hasContent("of 2025");
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void damagedFileIsOneLineAndStatusTwo() throws IOException {
        final Path torn = folder.resolve("torn");
        try (HistoryWriter writer = new HistoryWriter(torn, List.of(), 1, 0, Thread.ofPlatform().factory())) {
            writer.recorder(0).begin(0);
        }
        Files.write(torn, Arrays.copyOf(Files.readAllBytes(torn), (int) Files.size(torn) - 1));
        for (String command : List.of("check", "export")) {
            assertThat(run.execute("history", command, torn.toString())).isEqualTo(2);
        }
        assertThat(run.err().lines()).hasSize(2).allMatch(line -> line.startsWith("baton: " + torn + " is cut off"));
    }

    @Test
    void missingFileIsNamed() {
        assertThat(run.execute("history", "check", "nowhere")).isEqualTo(2);
        assertThat(run.err()).isEqualTo(
            "baton: there is no file nowhere; a run with --history FILE writes one.\n");
    }
}
