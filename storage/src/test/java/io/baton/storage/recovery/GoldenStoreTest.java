package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples on pages 3 and 5 of the specification are what is written, byte by byte. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class GoldenStoreTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final InstantSource WALL = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.000006Z"));
    private static final Path PAGES = Path.of("spec");
    /** Bytes begin a line; what they are stands behind them. */
    private static final Pattern BYTES = Pattern.compile("((?:[0-9a-f]{2} +)+) .*|((?:[0-9a-f]{2} *)+)");
    private static final Pattern BLOCK = Pattern.compile("(?s)`([a-z0-9.]+)`:\\n\\n```\\n(.*?)```");

    @TempDir
    private Path directory;

    /** Returns the bytes that a page shows of a file. */
    private static String shown(String page, String file) throws IOException {
        String text = Files.readString(PAGES.resolve(page));
        String examples = text.substring(text.indexOf("\n## Example"));
        Matcher block = BLOCK.matcher(examples);
        while (block.find()) {
            if (block.group(1).equals(file)) {
                return block.group(2).lines().map(GoldenStoreTest::bytes).collect(Collectors.joining(" "));
            }
        }
        throw new AssertionError(page + " has no example of " + file);
    }

    private static String bytes(String line) {
        Matcher matcher = BYTES.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        String bytes = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return bytes.strip().replaceAll(" +", " ");
    }

    private static String hex(Path file) throws IOException {
        return HexFormat.ofDelimiter(" ").formatHex(Files.readAllBytes(file));
    }

    @Test
    void aNewStoreHasTheFileOfPage3() throws IOException {
        Recovery.open(new RecoveryConfig(directory.resolve("store"), () -> TestEngine.storage(new TableSchema[0]),
            Map.of(), () -> ID,
            SystemNanoClock.INSTANCE, WALL, TestEngine.threads(), RecoveryProgress.NONE)).close();
        assertThat(hex(directory.resolve("store/store"))).isEqualTo(shown("3-durability.md", "store"));
    }

    @Test
    void aCheckpointHasTheFilesOfPage5() throws IOException {
        var builder = TableSchema.named("word");
        LongColumn id = builder.int32("id");
        StringColumn text = builder.string("text", 12);
        TableSchema schema = builder.primaryKey(id.bits(32)).build();
        try (Storage storage = Storage.builder().table(schema, 10).open(); RowArena arena = storage.arena()) {
            var row = new Row(schema);
            arena.blank(row);
            row.set(id, 5).set(text, "abc");
            storage.table(schema).insert(row);
            new CheckpointWriter(directory, ID, WALL, SystemNanoClock.INSTANCE, nanos -> {}).bases(1).loaded(true)
                .write(storage.tables(), true, 24, () -> 64, lsn -> {});
        }
        for (String file : List.of("manifest", "0.rows")) {
            assertThat(hex(directory.resolve("0000000000000001").resolve(file))).as(file)
                .isEqualTo(shown("5-checkpoints.md", file));
        }
    }
}
