package io.baton.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.BulkInsert;
import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.history.HistoryOutput;
import io.baton.history.HistoryRecording;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are no rows are refused in one sentence that says where, and what was loaded. */
@Timeout(60)
class CsvImportErrorsTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("city");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final StringColumn NAME = BUILDER.string("name", 5);
    private static final LongColumn SIZE = BUILDER.nullable().int8("size");
    private static final TableSchema CITY = unique();

    private static final String NOTHING = "; nothing was loaded";

    @TempDir
    private Path folder;

    private static TableSchema unique() {
        BUILDER.primaryKey(ID.bits(8)).uniqueIndex("names", NAME.part());
        return BUILDER.build();
    }

    private static Engine open() {
        return Engine.builder().table(CITY, 100).open();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("city.csv"), text);
    }

    private void refuses(String text, String sentence) throws IOException {
        final Path file = file(text);
        try (Engine engine = open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, file))
                .withMessage(file + sentence);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aStoreKeepsNothingOfALoadThatFails(Durability durability) throws IOException {
        final Path file = file("id,name,size\n1,a,1\n2,b,2\nthree,c,3\n");
        final Path store = new CrashDisk().process().getPath("/store");
        try (Engine engine = open(store, durability)) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, file))
                .withMessageContaining("the 2 rows before are in table");
        }
        try (Engine engine = open(store, durability)) {
            assertThat(engine.rows(CITY)).isZero();
        }
    }

    private static Engine open(Path store, Durability durability) {
        return Engine.builder().table(CITY, 100).data(new DataDirectory(store).durability(durability)
            .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)).open();
    }

    /** A history that cannot be written is the engine's matter: the file is fine. */
    @Test
    void aFileIsNotToBlameForAHistoryThatCannotBeWritten() throws IOException {
        final TableSchema.Builder schema = TableSchema.named("number");
        final TableSchema numbers = schema.primaryKey(schema.int64("id").bits(40)).build();
        final Path file = file(LongStream.range(0, BulkInsert.ROWS_PER_TRANSACTION).mapToObj(Long::toString)
            .collect(Collectors.joining("\n", "id\n", "\n")));
        final Engine engine = Engine.builder().table(numbers, 100)
            .history(HistoryRecording.to(folder.resolve("h"), path -> new FullDisk())).open();
        assertThatExceptionOfType(UnwritableHistoryException.class)
            .isThrownBy(() -> CsvImport.insert(engine, numbers, file)).withMessageContaining("No space left on device");
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(engine::close);
        engine.close();
    }

    /** Takes nothing. */
    private static final class FullDisk implements HistoryOutput {

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void finish() {
        }

        @Override
        public void close() {
        }
    }

    @Test
    void columnsInAnyOrderEmptyLinesAndAMarkAreFine() throws IOException {
        final Path file = file("\uFEFFsize,id,name\r\n,1,\"\"\r\n\r\n5,\"2\",\"b\"\r\n\n");
        try (Engine engine = open()) {
            assertThat(CsvImport.load(engine, CITY, file)).isEqualTo(2);
            assertThat(engine.rows(CITY)).isEqualTo(2);
            assertThat(EveryType.rows(engine, CITY).toString()).contains(", b, 5]", "[1, , NULL");
        }
    }

    @Test
    void headersThatDoNotNameTheColumnsAreRefused() throws IOException {
        refuses("", " is empty; its first line must name the columns id, name, size" + NOTHING);
        refuses("id,name\n", ", line 1: the column size of table city is missing; name all columns" + NOTHING);
        refuses("id,town\n", ", line 1: table city has no column town; it has id, name, size" + NOTHING);
        refuses("id,,size\n", ", line 1: table city has no column \"\"; it has id, name, size" + NOTHING);
        refuses("id,name,id,size\n", ", line 1: the column id is named twice; leave one out" + NOTHING);
    }

    @Test
    void linesThatAreNoRowsAreRefused() throws IOException {
        final String head = "id,name,size\n1,a,1\n\n";
        final String one = "; the row before is in table city, so mend the file and import it into a new engine";
        refuses("id,name,size\nx,a,1\n",
            ", line 2, column id: x is no integer of 64 bits; write digits, with - in front of a negative one"
                + NOTHING);
        refuses(head + "2,b\n", ", line 4, column 4: the line has 2 fields, but the first line names 3 columns"
            + NOTHING);
        refuses(head + "2,b,1,\n", ", line 4, column 6: the line has more fields than the 3 columns of the first line;"
            + " put a field with a comma in quotes" + NOTHING);
        refuses(head + "2,,1\n", ", line 4, column name: the field is empty, which means NULL, but the column is never"
            + " NULL; write a value, or \"\" for an empty one" + one);
        refuses(head + "2,b,\"\"\n", ", line 4, column size: \"\" is no integer of 64 bits; write digits, with - in"
            + " front of a negative one" + one);
        refuses(head + "2,b,128\n", ", line 4: table city, column size: value 128 is outside -128..127" + one);
        refuses(head + "256,b,1\n", ", line 4: table city, column id: value 256 is outside 0..255" + one);
        refuses(head + "2,toolong,1\n",
            ", line 4: table city, column name: value \"toolong\" takes 7 bytes of UTF-8, the limit is 5" + one);
        refuses(head + "1,b,1\n", ", line 4: table city already has a row with key (id=1)" + one);
    }

    @Test
    void duplicatesOfUniqueIndexesAreRefused() throws IOException {
        final Path file = file("id,name,size\n1,a,1\n2,a,1\n");
        try (Engine engine = open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, file))
                .withMessageStartingWith(file + ", line 3: ").withMessageContaining("names");
            assertThat(engine.rows(CITY)).isEqualTo(1);
        }
    }

    @Test
    void otherEncodingsMissingFilesAndFoldersAreRefused() throws IOException {
        final Path file = folder.resolve("latin.csv");
        Files.write(file, "id,name,size\n1,é,1\n".getBytes(StandardCharsets.ISO_8859_1));
        try (Engine engine = open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, file))
                .withMessage(file + ", line 2, column 3: bytes that are not UTF-8; convert the file" + NOTHING);
            final Path none = folder.resolve("none.csv");
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, none))
                .withMessage(none + " could not be read: there is no such file or directory" + NOTHING);
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, CITY, folder))
                .withMessageStartingWith(folder + " could not be read: ");
        }
    }

    @Test
    void runningEnginesRefuse() throws IOException {
        final Path file = file("id,name,size\n1,a,1\n");
        try (Engine engine = open()) {
            engine.session().close();
            assertThatIllegalStateException().isThrownBy(() -> CsvImport.load(engine, CITY, file))
                .withMessage("the engine is running; load tables before the first call or session");
        }
    }

    @Test
    void runningEnginesTakeRows() throws IOException {
        final Path file = file("id,name,size\n1,a,1\n2,b,\n");
        try (Engine engine = open()) {
            engine.session().close();
            assertThat(CsvImport.insert(engine, CITY, file)).isEqualTo(2);
            assertThat(EveryType.rows(engine, CITY).toString()).contains("[1, a, 1]", "[2, b, NULL");
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.insert(engine, CITY, file))
                .withMessageStartingWith(file + " could not be inserted: ").withMessageContaining("(id=1)")
                .withMessageContaining("committed 0 rows");
            final Path bad = file("id,name,size\n3,c,1\n4,d,x\n");
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.insert(engine, CITY, bad))
                .withMessageStartingWith(bad + ", line 3, column size: ")
                .withMessageEndingWith("; nothing was inserted");
            assertThat(engine.rows(CITY)).isEqualTo(2);
        }
    }

    @Test
    void runningEnginesKeepWhatWasCommittedAndSayHowMuch() throws IOException {
        final StringBuilder text = new StringBuilder("id,at\n");
        for (int id = 1; id <= 1_234; id++) {
            text.append(id).append(',').append(id == 1_100 ? "noon" : "7").append('\n');
        }
        final TableSchema.Builder builder = TableSchema.named("event");
        final LongColumn id = builder.int64("id");
        builder.int32("at");
        final TableSchema event = builder.primaryKey(id.bits(32)).build();
        final Path file = file(text.toString());
        try (Engine engine = Engine.builder().table(event, 2_000).open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.insert(engine, event, file))
                .withMessageStartingWith(file + ", line 1101, column at: noon ").withMessageEndingWith(
                    "; the first 1000 rows are in table event, so mend the file and insert the rest");
            assertThat(engine.rows(event)).isEqualTo(1_000);
        }
    }

    @Test
    void rowsThatWereThereStay() throws IOException {
        final Path file = file("id,name,size\n2,b,2\n");
        try (Engine engine = open()) {
            try (Loader loader = engine.loader()) {
                loader.insert(loader.row(CITY, CITY.key(1)).set(NAME, "a").set(SIZE, 1));
            }
            assertThat(CsvImport.load(engine, CITY, file)).isEqualTo(1);
            assertThat(engine.rows(CITY)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"flag, yes, is no truth value", "price, 1.234, has more than 2 digits", "price, '1,5', is no decimal",
        "huge, 1e38, has more than 28 digits", "huge, one, is no decimal", "real, 1e999, is no number",
        "real, 0x1p3, is no number", "real, ' 1', is no number", "real, 1d, is no number",
        "moment, 2026-11-22, is no timestamp", "moment, 2026-11-22T10:15:30.0000001Z, is no timestamp",
        "moment, +999999999-01-01T00:00:00Z, 2^63 microseconds", "day, 22.11.2026, is no date",
        "day, +99999999-01-01, is outside", "uuid, 1-1-1-1-1, is no UUID", "bytes, 0, is not hexadecimal",
        "bytes, zz, is not hexadecimal", "tiny, 1.0, is no integer", "id, 9223372036854775808, is no integer"})
    void valuesThatDoNotFitTheirTypeAreRefused(String column, String value, String why) throws IOException {
        final StringBuilder line = new StringBuilder();
        final StringBuilder head = new StringBuilder();
        EveryType.TABLE.columns().forEach(c -> {
            head.append(head.isEmpty() ? "" : ",").append(c.name());
            final String other = c.name().equals("id") ? "1" : "\"\"";
            final String given = c.name().equals(column) ? '"' + value + '"' : c.nullable() ? "" : other;
            line.append(line.isEmpty() ? "" : ",").append(given);
        });
        final Path file = file(head + "\n" + line + "\n");
        try (Engine engine = EveryType.open()) {
            assertThatExceptionOfType(CsvException.class)
                .isThrownBy(() -> CsvImport.load(engine, EveryType.TABLE, file))
                .withMessageStartingWith(file + ", line 2").withMessageContaining("column " + column + ": ")
                .withMessageContaining(why).withMessageEndingWith(NOTHING);
        }
    }
}
