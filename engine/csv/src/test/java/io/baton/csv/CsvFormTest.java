package io.baton.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.Engine;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are cut off or otherwise no CSV are refused with line and column, and nothing of them is kept. */
@Timeout(60)
class CsvFormTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("note");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final TableSchema NOTE = noted();
    private static final String HEAD = "id,text,price\n";
    private static final String GOOD = HEAD + "1,a,1.00\n";

    /** Nothing is kept of what is refused, so that one engine does for all. */
    private static Engine fresh;
    private static Engine running;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openAll() {
        fresh = open();
        running = open();
        running.session().close();
    }

    @AfterAll
    static void closeAll() {
        fresh.close();
        running.close();
    }

    private static TableSchema noted() {
        BUILDER.string("text", 2_000);
        BUILDER.nullable().decimal("price", 12, 2);
        return BUILDER.primaryKey(ID.bits(32)).build();
    }

    private static Engine open() {
        return Engine.builder().table(NOTE, 1_000).open();
    }

    /** Bytes in Latin-1, so that bytes which are no UTF-8 can be written down here. */
    private Path file(String latin) throws IOException {
        return Files.write(folder.resolve("note.csv"), latin.getBytes(StandardCharsets.ISO_8859_1));
    }

    static List<Arguments> refused() {
        return List.of(
            // Cut off within a quote, in the header, in a field, in a character, behind the last field.
            Arguments.of(GOOD + "2,\"b,2.00\n3,c,3.00\n", 3, 3, "the quote that begins here is never closed"),
            Arguments.of(GOOD + "2,\"b\"\",2.00\n", 3, 3, "the quote that begins here is never closed"),
            Arguments.of(GOOD + "2,\"", 3, 3, "the quote that begins here is never closed"),
            Arguments.of("\"id,text,price\n1,a,1\n", 1, 1, "the quote that begins here is never closed"),
            Arguments.of("id,te", 1, 6, "the file ends within its first line: it is cut off"),
            Arguments.of("id,text,price", 1, 14, "the file ends within its first line: it is cut off"),
            Arguments.of(GOOD + "2", 3, 2, "the file ends in field 1 of 3: it is cut off"),
            Arguments.of(GOOD + "2,", 3, 3, "the file ends in field 2 of 3: it is cut off"),
            Arguments.of(GOOD + "2,b", 3, 4, "the file ends in field 2 of 3: it is cut off"),
            Arguments.of(GOOD + "2,b,", 3, 5, "the file ends without a line feed"),
            Arguments.of(GOOD + "2,b,2.0", 3, 8, "its last value may be cut off; get the whole file, or add"),
            Arguments.of(GOOD + "2,b,\"2.0\"", 3, 10, "the file ends without a line feed"),
            Arguments.of(GOOD + "2,b,2.00\r", 3, 10, "the file ends without a line feed"),
            Arguments.of(GOOD + "2,b\u00c3", 3, 4, "the file ends within a character: it is cut off"),
            // Not UTF-8: Latin-1, overlong, surrogates, beyond Unicode, a continuation alone, a cut character.
            Arguments.of(GOOD + "2,gr\u00fcn,2\n", 3, 5, "bytes that are not UTF-8; convert the file"),
            Arguments.of(GOOD + "2,\u00c3\u00bc\u00fc,2\n", 3, 4, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00c0\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00e0\u0080\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00ed\u00a0\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00f4\u0090\u0080\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00f5\u0080\u0080\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u0080,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of(GOOD + "2,\u00e2\u0082,2\n", 3, 3, "bytes that are not UTF-8"),
            Arguments.of("id,t\u00e9xt,price\n", 1, 5, "bytes that are not UTF-8"),
            // What readers understand differently.
            Arguments.of(GOOD + "2,5\" disk,2\n", 3, 4, "a quote in a field that does not begin with one"),
            Arguments.of(GOOD + "2, \"b\",2\n", 3, 4, "a quote in a field that does not begin with one"),
            Arguments.of(GOOD + "2,\"b\"c,2\n", 3, 6, "text behind the quote that closes a field"),
            Arguments.of(GOOD + "2,\"b\" ,2\n", 3, 6, "text behind the quote that closes a field"),
            Arguments.of("id,text,price\r1,a,1\r", 1, 14, "a carriage return without a line feed behind it"),
            Arguments.of(GOOD + "2,a\rb,2\n", 3, 4, "a carriage return without a line feed behind it"),
            Arguments.of(GOOD + "2,b,2\r\r\n", 3, 6, "a carriage return without a line feed behind it"),
            Arguments.of(GOOD + "2,b\0c,2\n", 3, 4, "a byte of zero"),
            Arguments.of(GOOD + "\0\0\0\0\0\0\0\0", 3, 1, "a byte of zero"),
            // Fields that are too few, too many or too long.
            Arguments.of(GOOD + "2,b\n", 3, 4, "the line has 2 fields, but the first line names 3 columns"),
            Arguments.of(GOOD + "2\n", 3, 2, "the line has 1 field, but the first line names 3 columns"),
            Arguments.of(GOOD + "2;b;2\n", 3, 6, "the line has 1 field, but the first line names 3 columns"),
            Arguments.of(GOOD + "\u001a\n", 3, 2, "the line has 1 field, but the first line names 3 columns"),
            Arguments.of(GOOD + "2,b,2,\n", 3, 6, "the line has more fields than the 3 columns of the first line"),
            Arguments.of(GOOD + "2,b,1,50\n", 3, 6, "put a field with a comma in quotes"),
            Arguments.of(GOOD + ",".repeat(1_000_000) + "\n", 3, 3, "the line has more fields than the 3 columns"),
            Arguments.of(GOOD + "2,b," + "7".repeat(500_000) + "\n", 3, 5,
                "a field of more than 2000 bytes, which no column takes"),
            Arguments.of(GOOD + "2,b,\"" + "\n".repeat(500_000), 3, 5, "or close the quote that it begins with"),
            // Positions count characters, and lines within quotes.
            Arguments.of(HEAD + "1,\"a\nb\u00c3\u00bc\nc\",1\n2,\u00c3\u00bcx\"\n", 5, 5, "a quote in a field"),
            Arguments.of("\u00ef\u00bb\u00bfid,text,price\n1,a\n", 2, 4, "the line has 2 fields"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void filesThatAreCutOrNoCsvAreRefusedAndNothingIsKept(String latin, int line, int column, String why)
            throws IOException {
        final Path file = file(latin);
        assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(fresh, NOTE, file))
            .withMessageStartingWith(file + ", line " + line + ", column " + column + ": ")
            .withMessageContaining(why).withMessageEndingWith("; nothing was loaded");
        assertThat(fresh.rows(NOTE)).isZero();
        assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.insert(running, NOTE, file))
            .withMessageEndingWith("; nothing was inserted");
        assertThat(running.rows(NOTE)).isZero();
    }

    static List<Arguments> taken() {
        return List.of(Arguments.of(HEAD, 0), Arguments.of(GOOD, 1), Arguments.of(HEAD + "\n\n1,a,1\n\n", 1),
            Arguments.of("id,text,price\r\n1,a,1\r\n\r\n", 1), Arguments.of(HEAD + "1,a,1\r\n2,b,\n", 2),
            Arguments.of("\u00ef\u00bb\u00bf\"id\",\"text\",\"price\"\n\"1\",\"\",\n", 1),
            Arguments.of(HEAD + "1,\"a\"\"b\",\n2,\"\"\"\",\n3,\"\"\"\"\"\",\n", 3),
            Arguments.of(HEAD + "1,\"a\r\nb\nc\rd\0,\",\n", 1),
            Arguments.of(HEAD + "1,\u00e2\u0082\u00ac\u00f0\u009f\u0098\u0080\u00ed\u009f\u00bf\u00ee\u0080\u0080,\n",
                1),
            Arguments.of(HEAD + "1," + "x".repeat(2_000) + ",\n2,\"" + "\"\"".repeat(2_000) + "\",\n", 2));
    }

    @ParameterizedTest
    @MethodSource("taken")
    void filesInOrderAreTaken(String latin, int rows) throws IOException {
        final Path file = file(latin);
        try (Engine engine = open()) {
            assertThat(CsvImport.load(engine, NOTE, file)).isEqualTo(rows);
        }
    }

    @Test
    void otherKindsOfFilesAreNamed() throws IOException {
        final Path file = folder.resolve("note.csv");
        final byte[] gzip = {0x1f, (byte) 0x8b, 8, 0};
        final byte[] zip = {'P', 'K', 3, 4, 20};
        final byte[] mark = {(byte) 0xfe, (byte) 0xff};
        final ByteArrayOutputStream wide = new ByteArrayOutputStream();
        wide.write(mark);
        wide.write(GOOD.getBytes(StandardCharsets.UTF_16BE));
        for (final Object[] given : new Object[][] {{gzip, " is compressed by gzip; unpack it"},
            {zip, " is a ZIP archive or a spreadsheet; export it as CSV"},
            {wide.toByteArray(), " is UTF-16; convert it to UTF-8"},
            {GOOD.getBytes(StandardCharsets.UTF_16LE), ", line 1, column 2: a byte of zero; if the value has one,"},
            {new byte[0], " is empty; its first line must name the columns id, text, price"},
            {new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, " is empty; its first line must name"},
            {"\n\r\n\n".getBytes(StandardCharsets.UTF_8), " is empty; its first line must name"}}) {
            Files.write(file, (byte[]) given[0]);
            try (Engine engine = open()) {
                assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, NOTE, file))
                    .withMessageStartingWith(file + (String) given[1]);
            }
        }
    }

    @Test
    void headersOfAMillionColumnsAreRefusedAtTheFirstTooMany() throws IOException {
        final Path file = file("id,text,price,id" + ",x".repeat(1_000_000) + "\n");
        try (Engine engine = open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, NOTE, file))
                .withMessage(file + ", line 1: the column id is named twice; leave one out; nothing was loaded");
        }
    }

    /** Wherever a file is cut, nothing of it is loaded; if that is asked for, its whole lines are. */
    @Test
    void cutsAtEachByteAreFound() throws Exception {
        final String whole = HEAD + "1,a,1.00\r\n2,\"b\"\"\n,c\",2.00\n3,\u00c3\u00bc,\n";
        final List<Integer> lineEnds = List.of(HEAD.length(), HEAD.length() + 10, whole.indexOf("2.00") + 5,
            whole.length());
        for (int length = 1; length <= whole.length(); length++) {
            final byte[] bytes = whole.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
            final int cut = length;
            final long counted = lineEnds.stream().filter(at -> at <= cut).mapToInt(at -> at).max().orElse(0);
            if (lineEnds.contains(length)) {
                assertThat(form(CsvEnd.LINE_FEED).check(new ByteArrayInputStream(bytes))).isEqualTo(length);
            } else {
                assertThatExceptionOfType(CsvForm.Fault.class)
                    .isThrownBy(() -> form(CsvEnd.LINE_FEED).check(new ByteArrayInputStream(bytes)));
            }
            if (counted == 0) {
                assertThatExceptionOfType(CsvForm.Fault.class)
                    .isThrownBy(() -> form(CsvEnd.CUT_OFF).check(new ByteArrayInputStream(bytes)))
                    .withMessageContaining("within its first line: it is cut off");
            } else {
                assertThat(form(CsvEnd.CUT_OFF).check(new ByteArrayInputStream(bytes))).isEqualTo(counted);
            }
        }
        try (Engine engine = open()) {
            final Path file = file(whole + "4,\"d,4.00\n");
            assertThat(CsvImport.load(engine, NOTE, file, CsvEnd.CUT_OFF, more -> {})).isEqualTo(3);
        }
    }

    private static CsvForm form(CsvEnd end) {
        return new CsvForm(2_000, 3, end, (line, names) -> {});
    }

    @Test
    void lastLinesWithoutALineFeedCountIfThatIsAskedFor() throws IOException {
        for (final String last : List.of("2,b,2.0", "2,b,", "2,b,\"2.0\"", "2,\"b\",2\r")) {
            try (Engine engine = open()) {
                assertThat(CsvImport.load(engine, NOTE, file(GOOD + last), CsvEnd.ANY, more -> {})).isEqualTo(2);
            }
        }
        for (final String last : List.of("2,b", "2,\"b", "2,b,\"2", "2,b,2\"", "2,b,2,", "2,b,\u00c3")) {
            final Path file = file(GOOD + last);
            try (Engine engine = open()) {
                assertThatExceptionOfType(CsvException.class)
                    .isThrownBy(() -> CsvImport.load(engine, NOTE, file, CsvEnd.ANY, more -> {}))
                    .withMessageEndingWith("; nothing was loaded");
            }
        }
        try (Engine engine = open()) {
            assertThat(CsvImport.load(engine, NOTE, file("id,text,price"), CsvEnd.ANY, more -> {})).isZero();
        }
    }

    /** Fields that are not in quotes and bytes that lie across the buffer's end are read as others. */
    @Test
    void filesLargerThanABufferAreRead() throws IOException {
        final Random random = new Random(7);
        final StringBuilder text = new StringBuilder(HEAD);
        for (int id = 1; id <= 1_000; id++) {
            text.append(id).append(",\"").append("\uD83D\uDE00".repeat(random.nextInt(100))).append("\",1.0")
                .append(random.nextBoolean() ? "\n" : "\r\n");
        }
        final Path file = Files.writeString(folder.resolve("note.csv"), text);
        assertThat(Files.size(file)).isGreaterThan(1 << 17);
        try (Engine engine = open()) {
            assertThat(CsvImport.load(engine, NOTE, file)).isEqualTo(1_000);
        }
        final byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
        try (Engine engine = open()) {
            assertThatExceptionOfType(CsvException.class).isThrownBy(() -> CsvImport.load(engine, NOTE, file))
                .withMessageStartingWith(file + ", line 1001, column ");
        }
    }

    static List<Arguments> values() {
        final String digits = "7".repeat(500_000);
        return List.of(Arguments.of("price", digits), Arguments.of("price", "1e1000000000"),
            Arguments.of("price", "1e-1000000000"), Arguments.of("price", "0e1000000000"),
            Arguments.of("price", "0e2147483647"), Arguments.of("price", "1E99999999999"),
            Arguments.of("price", "0." + "0".repeat(499_999) + "1"), Arguments.of("huge", digits),
            Arguments.of("huge", "1e1000000000"), Arguments.of("huge", "1e-999999999"),
            Arguments.of("huge", "-" + digits), Arguments.of("huge", "0".repeat(500_000)),
            Arguments.of("id", digits), Arguments.of("id", "0".repeat(500_000) + "1"), Arguments.of("tiny", digits),
            Arguments.of("real", digits), Arguments.of("real", "1e1000000000"),
            Arguments.of("real", "0." + digits), Arguments.of("bytes", "00".repeat(500_000)),
            Arguments.of("day", "+" + digits + "-01-01"), Arguments.of("day", "2026-11-" + digits),
            Arguments.of("moment", "2026-11-22T10:15:30." + digits + "Z"),
            Arguments.of("moment", "+" + digits + "-11-22T10:15:30Z"), Arguments.of("uuid", digits + "-1-1-1-1"),
            Arguments.of("flag", "true".repeat(100_000)));
    }

    /** The time of each is that of its length, and not of its square or of its exponent. */
    @ParameterizedTest
    @MethodSource("values")
    @Timeout(5)
    void valuesOfManyDigitsAreRefusedInNoTime(String name, String value) {
        final var column = EveryType.TABLE.columns().stream().filter(c -> c.name().equals(name)).findFirst()
            .orElseThrow();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> CsvValues.value(column, value))
            .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void zeroBytesAndAllElseThatIsExportedComesBack() throws IOException {
        final Path file = folder.resolve("out.csv");
        try (Engine engine = open()) {
            CsvImport.load(engine, NOTE, file(HEAD + "1,\"a\0b\",\n2,\"\0\",\n3,\"\r\",\n"));
            assertThat(CsvExport.write(engine, NOTE, file)).isEqualTo(3);
        }
        assertThat(file).content().contains("\"a\0b\"").endsWith("\n");
        try (Engine engine = open()) {
            assertThat(CsvImport.load(engine, NOTE, file)).isEqualTo(3);
        }
    }
}
