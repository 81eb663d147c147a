package io.baton.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was exported and imported is what it was. */
@Timeout(60)
class CsvRoundTripTest {

    private static final List<String> TEXTS = List.of("", " ", "a", "NULL", "null", "\"", "\"\"", "a,b", ",", "a\nb",
        "a\r\nb", "\r", "\n", "'", "# no comment", "\uFEFFmarked", "tab\there", "\u0000", "ünï \uD83D\uDE00", "\\N",
        " led and trailed ", ";", "=1+1");
    private static final List<Double> DOUBLES = List.of(0.0, -0.0, 1.5, Double.MIN_VALUE, -Double.MAX_VALUE,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1, 1e22);

    @TempDir
    private Path folder;

    private static void fill(Engine engine, int rows) {
        final Random random = new Random(3);
        try (Loader loader = engine.loader()) {
            for (int i = 0; i < rows; i++) {
                final long key = i == 0 ? Long.MIN_VALUE : i == 1 ? Long.MAX_VALUE : i - 5;
                final Row row = loader.row(EveryType.TABLE, key);
                row.set(EveryType.NAME, TEXTS.get(i % TEXTS.size()));
                if (i % 7 != 0) {
                    row.set(EveryType.TINY, i % 256 - 128).set(EveryType.FLAG, random.nextBoolean());
                    row.set(EveryType.PRICE, i == 1 ? EveryType.PRICE.min() : random.nextLong() / 10);
                    row.set(EveryType.HUGE, i == 1 ? new BigDecimal("-9999999999999999999999999999.9999999999")
                        : BigDecimal.valueOf(random.nextLong(), 10));
                    row.set(EveryType.REAL, DOUBLES.get(i % DOUBLES.size()));
                    row.set(EveryType.MOMENT, i == 1 ? Long.MIN_VALUE : i == 2 ? Long.MAX_VALUE : random.nextLong());
                    row.set(EveryType.DAY, i == 1 ? Integer.MIN_VALUE : i == 2 ? Integer.MAX_VALUE : random.nextInt());
                    row.set(EveryType.UUID, random.nextLong(), random.nextLong());
                    row.set(EveryType.TEXT, TEXTS.get((i + 1) % TEXTS.size()));
                    final byte[] bytes = new byte[i % 21];
                    random.nextBytes(bytes);
                    row.set(EveryType.BYTES, bytes);
                }
                loader.insert(row);
            }
        }
    }

    @Test
    void rowsWithWideKeysComeBack() {
        final TableSchema.Builder builder = TableSchema.named("user");
        final StringColumn tenant = builder.string("tenant", 20);
        final LongColumn id = builder.int64("id");
        final TableSchema users = builder.primaryKey(tenant.part(), id.bits(64)).ordered(1).build();
        final Path file = folder.resolve("wide.csv");
        final Map<Long, List<Object>> rows;
        try (Engine engine = Engine.builder().table(users, 100).open()) {
            assertThat(engine.insertAll(insert -> {
                for (int i = 0; i < 30; i++) {
                    insert.insert(insert.row(users).set(tenant, "t" + i % 4).set(id, i * 7_919L % 101 - 50));
                }
            })).isEqualTo(30);
            assertThat(CsvExport.write(engine, users, file)).isEqualTo(30);
            rows = EveryType.rows(engine, users);
        }
        try (Engine engine = Engine.builder().table(users, 100).open()) {
            assertThat(CsvImport.load(engine, users, file)).isEqualTo(30);
            assertThat(EveryType.rows(engine, users)).hasSize(30).isEqualTo(rows);
        }
    }

    @Test
    void everyValueOfEveryTypeComesBack() throws IOException {
        final Path file = folder.resolve("every.csv");
        final Map<Long, List<Object>> rows;
        try (Engine engine = EveryType.open()) {
            fill(engine, 700);
            final AtomicLong told = new AtomicLong();
            assertThat(CsvExport.write(engine, EveryType.TABLE, file, told::addAndGet)).isEqualTo(700);
            assertThat(told).hasValue(700);
            rows = EveryType.rows(engine, EveryType.TABLE);
            assertThat(rows).hasSize(700);
        }
        try (Engine engine = EveryType.open()) {
            assertThat(CsvImport.load(engine, EveryType.TABLE, file)).isEqualTo(700);
            assertThat(EveryType.rows(engine, EveryType.TABLE)).isEqualTo(rows);
            final Path again = folder.resolve("again.csv");
            CsvExport.write(engine, EveryType.TABLE, again);
            assertThat(Files.readAllLines(again)).hasSameElementsAs(Files.readAllLines(file));
        }
    }

    @Test
    void fileLooksAsThePageSays() {
        try (Engine engine = EveryType.open()) {
            try (Loader loader = engine.loader()) {
                loader.insert(loader.row(EveryType.TABLE, 7).set(EveryType.NAME, ""));
            }
            assertThat(text(engine, EveryType.TABLE)).isEqualTo("""
                    id,tiny,price,huge,flag,real,moment,day,uuid,text,bytes,name
                    7,,,,,,,,,,,""
                    """);
        }
        try (Engine engine = EveryType.open()) {
            try (Loader loader = engine.loader()) {
                final Row row = loader.row(EveryType.TABLE, -1).set(EveryType.TINY, -128).set(EveryType.PRICE, 1250);
                row.set(EveryType.HUGE, new BigDecimal("0.0000000001")).set(EveryType.FLAG, true);
                row.set(EveryType.REAL, 1e22).set(EveryType.MOMENT, 1).set(EveryType.DAY, LocalDate.of(2026, 11, 22));
                row.set(EveryType.UUID, 1, 2).set(EveryType.TEXT, "").set(EveryType.BYTES, new byte[] {0, -1});
                loader.insert(row.set(EveryType.NAME, "a \"b\", c"));
            }
            assertThat(text(engine, EveryType.TABLE)).isEqualTo("""
                    id,tiny,price,huge,flag,real,moment,day,uuid,text,bytes,name
                    -1,-128,12.50,0.0000000001,true,1.0E22,1970-01-01T00:00:00.000001Z,2026-11-22,\
                    00000000-0000-0001-0000-000000000002,"",00ff,"a ""b"", c"
                    """);
        }
    }

    private static String text(Engine engine, TableSchema table) {
        final StringWriter writer = new StringWriter();
        CsvExport.write(engine, table, "text", writer, more -> {});
        return writer.toString();
    }

    @Test
    void fullDiskIsOneSentence() {
        try (Engine engine = EveryType.open()) {
            fill(engine, 700);
            for (int room : new int[] {0, 10, 9000, 50_000}) {
                assertThatExceptionOfType(CsvException.class)
                    .isThrownBy(() -> CsvExport.write(engine, EveryType.TABLE, "x.csv", new FullDisk(room), more -> {}))
                    .withMessage("x.csv could not be written: No space left on device");
            }
        }
    }

    @Test
    void whatIsThereIsLeftAloneAndWhatIsIncompleteIsRemoved() throws IOException {
        final Path file = folder.resolve("there.csv");
        Files.writeString(file, "mine");
        try (Engine engine = EveryType.open()) {
            fill(engine, 700);
            assertThatExceptionOfType(CsvException.class)
                .isThrownBy(() -> CsvExport.write(engine, EveryType.TABLE, file)).withMessage(file
                    + " could not be written: there is something of that name already; give another name");
            assertThat(file).hasContent("mine");
            final Path nowhere = folder.resolve("none/x.csv");
            assertThatExceptionOfType(CsvException.class)
                .isThrownBy(() -> CsvExport.write(engine, EveryType.TABLE, nowhere))
                .withMessage(nowhere + " could not be written: there is no such file or directory");
            final Path stopped = folder.resolve("stopped.csv");
            assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> CsvExport.write(engine, EveryType.TABLE, stopped, more -> {
                    throw new CancellationException();
                }));
            assertThat(stopped).doesNotExist();
        }
    }

    @Test
    void closedEnginesAndOtherTablesAreRefusedWithoutAFile() {
        final Path file = folder.resolve("x.csv");
        final TableSchema.Builder other = TableSchema.named("other");
        final TableSchema unknown = other.primaryKey(other.int64("id").bits(8)).build();
        final Engine engine = EveryType.open();
        assertThatIllegalArgumentException().isThrownBy(() -> CsvExport.write(engine, unknown, file));
        assertThatIllegalArgumentException().isThrownBy(() -> CsvImport.load(engine, unknown, file));
        engine.close();
        assertThatIllegalStateException().isThrownBy(() -> CsvExport.write(engine, EveryType.TABLE, file))
            .withMessage("the engine is closed; open a new one");
        assertThatIllegalStateException().isThrownBy(() -> CsvImport.load(engine, EveryType.TABLE, file))
            .withMessage("the engine is closed; open a new one");
        assertThat(file).doesNotExist();
    }

    /** A writer with room for so many characters. */
    private static final class FullDisk extends Writer {
        private int room;

        FullDisk(int room) {
            this.room = room;
        }

        @Override
        public void write(char[] characters, int offset, int length) throws IOException {
            room -= length;
            if (room < 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void flush() {
            // Nothing is kept.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
