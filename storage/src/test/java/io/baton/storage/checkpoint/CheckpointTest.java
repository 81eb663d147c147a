package io.baton.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableRestore;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.RowDecoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a checkpoint wrote is read again, and nothing that was damaged is. */
@Timeout(120)
class CheckpointTest {
    private static final UUID STORE = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final UUID OTHER = new UUID(1, 2);
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");
    @SuppressWarnings("UnnecessaryLambda") // It is handed over again and again.
    private static final LongConsumer AT_ONCE = lsn -> {};

    /** A header, a block of two rows, the last block. */
    private static final String ROWS = "4241544f4e524f57" + "01000000" + "00000000" + "0123456789abcdeffedcba9876543210"
        + "8877665544332211" + "0100000000000000" + "000000000000000000000000" + "5f3c444f"
        + "12000000" + "02000000" + "00000000" + "9757ed37"
        + "00" + "02" + "06" + "746578742030" + "01" + "02" + "06" + "746578742031"
        + "00000000" + "00000000" + "01000000" + "e51f25f6";
    /** All but the schema and the check value. */
    private static final String MANIFEST = "4241544f4e4d414e" + "02000000" + "01000000"
        + "0123456789abcdeffedcba9876543210" + "0100000000000000" + "8877665544332211" + "8877665544332212"
        + "354f57f65e470600" + "01000000" + "01000000" + "00000000" + "0200000000000000" + "7200000000000000"
        + "057061697273";

    @TempDir
    Path directory;
    private final AtomicLong now = new AtomicLong();
    private CheckpointWriter writer;
    private CheckpointReader reader;

    @BeforeEach
    void open() {
        writer = writer(STORE);
        reader = new CheckpointReader(directory, STORE);
    }

    private CheckpointWriter writer(UUID store) {
        return new CheckpointWriter(directory, store, InstantSource.fixed(TIME), now::get, now::addAndGet);
    }

    private static Storage storage(TableSchema... schemas) {
        Storage.Builder builder = Storage.builder();
        for (TableSchema schema : schemas) {
            builder.table(schema, 10_000);
        }
        return builder.open();
    }

    private Checkpoint write(Storage storage, long begin, long end) throws IOException {
        return writer.write(storage.tables(), false, begin, () -> end, AT_ONCE);
    }

    private void fill(Checkpoint checkpoint, Storage storage) throws IOException {
        put(checkpoint, storage);
        storage.tables().forEach(table -> new TableRestore(table).indexBuilds().forEach(Runnable::run));
    }

    private void put(Checkpoint checkpoint, Storage storage) throws IOException {
        try (var arena = storage.arena()) {
            for (int i = 0; i < storage.tables().size(); i++) {
                Table table = storage.tables().get(i);
                reader.fill(checkpoint, i, new RowDecoder(table.schema()), new TableRestore(table), arena, rows -> {});
            }
        }
    }

    @Test
    void rowsOfAllTypesAreReadAsTheyWereWritten() throws IOException {
        TableSchema[] schemas = {Sample.TYPES, Sample.ORDERED, Sample.PAIRS};
        try (var from = storage(schemas); var to = storage(schemas)) {
            Sample.fill(from, Sample.TYPES, 5000, new Random(1));
            Sample.fill(from, Sample.ORDERED, 9000, new Random(2));
            Checkpoint written = write(from, 100, 200);
            assertThat(reader.numbers()).containsExactly(1L);
            Checkpoint checkpoint = reader.open(1);
            assertThat(checkpoint.rows()).isEqualTo(14_000).isEqualTo(written.rows());
            assertThat(checkpoint.bytes()).isEqualTo(written.bytes());
            Manifest manifest = checkpoint.manifest();
            assertThat(manifest.beginLsn()).isEqualTo(100);
            assertThat(manifest.endLsn()).isEqualTo(200);
            assertThat(manifest.base()).isFalse();
            assertThat(manifest.micros()).isEqualTo(TIME.getEpochSecond() * 1_000_000 + 678_901);
            for (int i = 0; i < schemas.length; i++) {
                assertThat(manifest.schemas().get(i).difference(schemas[i])).isNull();
            }
            fill(checkpoint, to);
            for (TableSchema schema : schemas) {
                assertThat(Sample.rows(to, schema.name())).isEqualTo(Sample.rows(from, schema.name()));
            }
        }
    }

    @Test
    void bytesAreThoseOfTheSpecification() throws IOException {
        try (var storage = storage(Sample.PAIRS)) {
            Sample.fill(storage, Sample.PAIRS, 2, new Random(1));
            writer.write(storage.tables(), true, 0x1122334455667788L, () -> 0x1222334455667788L, AT_ONCE);
        }
        Path files = directory.resolve("0000000000000001");
        assertThat(hex(files.resolve("0.rows"))).isEqualTo(ROWS);
        assertThat(hex(files.resolve("manifest"))).startsWith(MANIFEST);
    }

    private static String hex(Path file) throws IOException {
        return HexFormat.of().formatHex(Files.readAllBytes(file));
    }

    @Test
    @Tag("thorough")
    void everyChangedByteIsFound() throws IOException {
        forEachFile((file, storage) -> {
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < bytes.length; i++) {
                for (int bit = 0; bit < 8; bit++) {
                    byte[] damaged = bytes.clone();
                    damaged[i] ^= (byte) (1 << bit);
                    Files.write(file, damaged);
                    assertDamaged(file, storage);
                }
            }
            Files.write(file, bytes);
        });
    }

    @Test
    void filesThatAreTooShortOrTooLongAreFound() throws IOException {
        forEachFile((file, storage) -> {
            byte[] bytes = Files.readAllBytes(file);
            for (int length = 0; length <= bytes.length + 20; length++) {
                if (length != bytes.length) {
                    Files.write(file, java.util.Arrays.copyOf(bytes, length));
                    assertDamaged(file, storage);
                }
            }
            Files.delete(file);
            assertDamaged(file, storage);
            Files.write(file, bytes);
        });
    }

    /** Does something with each file of a small checkpoint and finds it whole at the end. */
    private void forEachFile(FileTask task) throws IOException {
        try (var storage = storage(Sample.TYPES, Sample.PAIRS)) {
            Sample.fill(storage, Sample.TYPES, 2, new Random(1));
            write(storage, 0, 0);
        }
        Path files = directory.resolve("0000000000000001");
        for (String name : List.of("manifest", "0.rows", "1.rows")) {
            try (var storage = storage(Sample.TYPES, Sample.PAIRS)) {
                task.run(files.resolve(name), storage);
                fill(reader.open(1), storage);
            }
        }
    }

    private interface FileTask {
        void run(Path file, Storage storage) throws IOException;
    }

    private void assertDamaged(Path file, Storage storage) {
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> put(reader.open(1), storage))
            .withMessageStartingWith(file.toString());
    }

    @Test
    void filesOfOtherTablesCheckpointsAndStoresAreFound() throws IOException {
        TableSchema[] schemas = {Sample.TYPES, Sample.ORDERED};
        try (var storage = storage(schemas)) {
            write(storage, 0, 0);
            write(storage, 0, 0);
            Path first = directory.resolve("0000000000000001");
            Path second = directory.resolve("0000000000000002");
            byte[] right = Files.readAllBytes(second.resolve("1.rows"));
            Files.copy(second.resolve("0.rows"), second.resolve("1.rows"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertRefused(storage, 2, "it is the file of table number 0");
            Files.copy(first.resolve("1.rows"), second.resolve("1.rows"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertRefused(storage, 2, "it is of checkpoint 0000000000000001");
            Files.write(second.resolve("1.rows"), right);
            put(reader.open(2), storage);
            byte[] manifest = Files.readAllBytes(second.resolve("manifest"));
            Files.copy(first.resolve("manifest"), second.resolve("manifest"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertRefused(storage, 2, "it is of checkpoint 0000000000000001");
            Files.write(second.resolve("manifest"), manifest);
            writer(OTHER).write(storage.tables(), false, 0, () -> 0, AT_ONCE);
            assertRefused(storage, 3, "it is of the store " + OTHER);
            Files.copy(directory.resolve("0000000000000003/1.rows"), second.resolve("1.rows"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertRefused(storage, 2, "it is of the store " + OTHER);
        }
    }

    private void assertRefused(Storage storage, long number, String why) {
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> put(reader.open(number), storage))
            .withMessageContaining(why);
    }

    @Test
    void twoAreKeptAndOneIfItIsTheBase() throws IOException {
        try (var storage = storage(Sample.PAIRS)) {
            for (int i = 1; i <= 4; i++) {
                Files.createDirectory(directory.resolve("%016x.tmp".formatted(i)));
                Files.writeString(directory.resolve("%016x.tmp/0.rows".formatted(i)), "unfinished");
                write(storage, 10L * i, 10L * i + 5);
            }
            assertThat(reader.numbers()).containsExactly(4L, 3L);
            assertThat(writer.logNeededFrom()).isEqualTo(30);
            Files.writeString(directory.resolve("0000000000000003/manifest"), "damaged");
            assertThat(writer.logNeededFrom()).isEqualTo(40);
            writer.write(storage.tables(), true, 60, () -> 70, AT_ONCE);
            assertThat(reader.numbers()).containsExactly(5L);
            assertThat(reader.open(5).manifest().base()).isTrue();
            try (var names = Files.list(directory)) {
                assertThat(names).hasSize(1);
            }
        }
    }

    @Test
    void whatTheLogOrThePauseThrowsLeavesTheOldOnesAlone() throws IOException {
        try (var storage = storage(Sample.PAIRS)) {
            write(storage, 10, 15);
            var broken = new IllegalStateException("the log is closed");
            LongConsumer throwing = lsn -> {
                assertThat(lsn).isEqualTo(25);
                throw broken;
            };
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
                () -> writer.write(storage.tables(), true, 20, () -> 25, throwing)).isSameAs(broken);
            assertOneIsThere();
            LongConsumer interrupted = nanos -> {
                throw broken;
            };
            var slow = new CheckpointWriter(directory, STORE, InstantSource.fixed(TIME), now::get, interrupted);
            Sample.fill(storage, Sample.PAIRS, 10, new Random(1));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
                () -> slow.bytesPerSecond(() -> 1).write(storage.tables(), false, 20, () -> 25, AT_ONCE))
                .isSameAs(broken);
            assertOneIsThere();
        }
    }

    private void assertOneIsThere() throws IOException {
        assertThat(reader.numbers()).containsExactly(1L);
        try (var names = Files.list(directory)) {
            assertThat(names).hasSize(1);
        }
    }

    @Test
    void writesNoFasterThanItMay() throws IOException {
        try (var storage = storage(Sample.ORDERED)) {
            Sample.fill(storage, Sample.ORDERED, 9000, new Random(2));
            long started = now.get();
            Checkpoint fast = write(storage, 0, 0);
            assertThat(now.get()).isEqualTo(started);
            writer.bytesPerSecond(() -> 1000);
            write(storage, 0, 0);
            long nanosPerByte = 1_000_000;
            assertThat(now.get() - started).isBetween((fast.bytes() - 1000) * nanosPerByte,
                (fast.bytes() + 1000) * nanosPerByte);
        }
    }

    @Test
    void isFastAsSoonAsItMay() throws IOException {
        try (var storage = storage(Sample.ORDERED)) {
            Sample.fill(storage, Sample.ORDERED, 9000, new Random(2));
            long started = now.get();
            writer.bytesPerSecond(() -> now.get() - started < 1_000_000_000 ? 1 : Long.MAX_VALUE);
            write(storage, 0, 0);
            assertThat(now.get() - started).isBetween(1_000_000_000L, 1_100_000_000L);
        }
    }
}
