package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.workload.RunLength;
import io.baton.workload.WorkloadConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton log} sees whether a store is whole, torn or damaged, and changes nothing; other commands agree. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogCommandTest {

    private static final int HEADER_BYTES = 4096;
    private static final Pattern END = Pattern.compile("The log ends at LSN ([\\d,]+) in segment 2; ");

    @TempDir
    private Path folder;

    private Path store = Path.of("");

    @BeforeEach
    void nameTheStore() {
        store = folder.resolve("store");
    }

    private static CommandRun run(int status, String... arguments) {
        final CommandRun run = new CommandRun(List.of(new ToyWorkload()));
        assertThat(run.execute(arguments)).as(run.err() + run.out()).isEqualTo(status);
        return run;
    }

    private void fill() {
        run(0, "run", "toy", "--clients", "1", "--transactions", "200", "--warmup", "0s", "--data", store.toString());
    }

    private CommandRun log(int status, String... more) throws IOException {
        final Map<String, byte[]> before = files();
        final String[] arguments = Stream.concat(Stream.of("log", "--data", store.toString()), Stream.of(more))
            .toArray(String[]::new);
        final CommandRun run = run(status, arguments);
        assertThat(run.err()).isEmpty();
        final Map<String, byte[]> after = files();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(before.get(name)));
        return run;
    }

    private Map<String, byte[]> files() throws IOException {
        final Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(store)) {
            paths.filter(Files::isRegularFile).forEach(path -> files.put(path.toString(), bytes(path)));
        }
        return files;
    }

    private static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns a bit of a file around. */
    private static void damage(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 4)).rewind();
            channel.write(one, offset);
        }
    }

    /** The one that begins behind the load; the one before has no records. */
    private Path segment() {
        return store.resolve("log/0000000000000002.log");
    }

    private Path rows() throws IOException {
        try (Stream<Path> paths = Files.walk(store)) {
            return paths.filter(path -> path.endsWith("0.rows")).findFirst().orElseThrow();
        }
    }

    /** Where the log ends, in the segment behind the load. */
    private long end() throws IOException {
        final Matcher end = END.matcher(log(0).out());
        assertThat(end.find()).isTrue();
        return Long.parseLong(end.group(1).replace(",", ""));
    }

    @Test
    void wholeStoreIsSummedUp() throws IOException {
        fill();
        assertThat(log(0).out()).contains("Store " + store + ", id ", "checkpoint  begin LSN", "segment  first LSN",
            " in segment 2; the store was closed in order.", "All check values are right.")
            .containsPattern("(?m)^2 +0 +0 +1 +10 .* yes$").containsPattern("(?m)^2 +0 +67,108,864 .* 200  ")
            .doesNotContain("Damaged", "LSN 0,");
    }

    @Test
    void recordsAreShown() throws IOException {
        fill();
        final String out = log(0, "--records").out();
        assertThat(out).startsWith("LSN 0, segment 2, offset 4096, ").contains(": TRANSACTION of 1 write\n",
            "    counter UPDATE id=", ": MARK of ", ": CLOSED of ", "All check values are right.");
        assertThat(out.lines().filter(line -> line.contains(": TRANSACTION of"))).hasSize(200);
    }

    @Test
    @Tag("thorough")
    void tornEndIsNoDamage() throws IOException {
        fill();
        damage(segment(), HEADER_BYTES + end() - 1);
        assertThat(log(0).out()).contains("; torn: ", " bytes behind it were never acknowledged, and the next opening "
            + "cuts them off.", "All check values are right.");
        assertThat(run(0, "check", "toy", "--data", store.toString()).out()).contains(
            "The store was not closed in order: ", " behind the end of the log were cut off",
            "all 1 condition holds");
        assertThat(log(0).out()).contains(" in segment 3; the store was closed in order.");
    }

    @Test
    void damageBeforeTheEndIsNamed() throws IOException {
        fill();
        damage(segment(), HEADER_BYTES + end() / 2);
        assertThat(log(1).out()).contains("Damaged: " + segment() + ", offset ").doesNotContain("All check values");
        final CommandRun check = run(1, "check", "toy", "--data", store.toString());
        assertThat(check.err()).startsWith("baton: " + segment() + ", offset ").hasLineCount(1);
        assertThat(log(1).out()).contains("Damaged: ");
    }

    @Test
    @Tag("thorough")
    void damagedCheckpointIsNamed() throws IOException {
        fill();
        damage(rows(), 100);
        assertThat(log(1).out()).contains("Damaged: " + rows() + ", at offset ",
            "there is no valid checkpoint, so the store cannot be opened").containsPattern("(?m)^2 .* NO$");
        assertThat(run(1, "check", "toy", "--data", store.toString()).err()).contains("0.rows").hasLineCount(1);
        Files.delete(rows());
        assertThat(log(1).out()).contains("0.rows: the file is missing");
    }

    @Test
    void damagedManifestIsNamed() throws IOException {
        fill();
        damage(rows().resolveSibling("manifest"), 9);
        assertThat(log(1).out()).contains("manifest: ").containsPattern("(?m)^2 +- +- .* NO$");
    }

    @Test
    void missingSegmentIsNamed() throws IOException {
        fill();
        fill();
        fill();
        Files.delete(store.resolve("log/0000000000000002.log"));
        assertThat(log(1).out()).contains("segment 2 is missing");
    }

    @Test
    void damagedIdentityIsNamed() throws IOException {
        fill();
        damage(store.resolve("store"), 20);
        assertThat(run(1, "log", "--data", store.toString()).err()).startsWith("baton: " + store.resolve("store"))
            .hasLineCount(1);
    }

    @Test
    @Tag("thorough")
    void earlierStateIsRestored() throws IOException {
        fill();
        final Instant between = Instant.now();
        fill();
        final Path earlier = folder.resolve("earlier");
        final CommandRun restore =
            run(0, "restore", "--data", store.toString(), "--until", between.toString(), "--out", earlier.toString());
        assertThat(restore.out()).startsWith("Restored checkpoint 2 and 200 transactions of the log up to LSN ")
            .endsWith(" in all, to " + earlier + ".\n");
        assertThat(run(0, "check", "toy", "--data", earlier.toString()).out()).contains("all 1 condition holds");
        assertThat(counted(earlier)).isEqualTo(200);
        assertThat(counted(store)).isEqualTo(400);
    }

    @Test
    void restoringIsRefusedInOneSentence() throws IOException {
        fill();
        final String data = store.toString();
        final String out = folder.resolve("earlier").toString();
        assertThat(run(2, "restore", "--data", data, "--until", "yesterday", "--out", out).err())
            .contains("--until yesterday: give a time in UTC such as ").hasLineCount(1);
        assertThat(run(2, "restore", "--data", data, "--until", "2001-01-01T00:00:00Z", "--out", out).err())
            .contains("2001-01-01T00:00:00Z").hasLineCount(1);
        assertThat(run(2, "restore", "--data", out, "--until", "2001-01-01T00:00:00Z", "--out", out).err())
            .contains("--data " + out + ": ").hasLineCount(1);
        assertThat(run(2, "restore", "--data", data, "--until", "2001-01-01T00:00:00Z", "--out", data).err())
            .contains("--out " + data + ": there is something in it already").hasLineCount(1);
    }

    /** What all counters say together. */
    private static long counted(Path store) {
        try (Engine engine = toys(store).open()) {
            final AtomicLong sum = new AtomicLong();
            final TableSchema table = TableReader.tables(engine).getFirst();
            final LongColumn count = (LongColumn) table.column("count");
            TableReader.forEachRow(engine, table, row -> sum.addAndGet(row.get(count)));
            return sum.get();
        }
    }

    private static EngineBuilder toys(Path store) {
        final EngineBuilder builder = Engine.builder().data(new DataDirectory(store));
        new ToyWorkload().addTables(builder, new WorkloadConfig(Map.of(), 1,
            new RunLength(Duration.ZERO, Duration.ofSeconds(1), RunLength.UNCOUNTED)));
        return builder;
    }

    @Test
    @Tag("thorough")
    void storeThatWasNeverLoadedIsEmptyAndIsLoadedByTheNextRun() throws IOException {
        toys(store).open().close();
        assertThat(log(0).out()).contains("All check values are right.");
        assertThat(run(1, "check", "toy", "--data", store.toString()).err()).isEqualTo("baton: the store's tables are "
            + "empty, as no load was ever finished; 'baton run' loads them.\n");
        fill();
        assertThat(run(0, "check", "toy", "--data", store.toString()).out()).contains("all 1 condition holds");
    }
}
