package io.baton.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces come from files and go to files, and a bad line is named. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class TraceCsvTest {

    private static final long SEED = 46;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void neighbouringLinesOfOneIdAreATransaction() throws IOException {
        final LockTrace trace = read("1,0,1,30,2\n1,0,1,10,1\n2,0,3,10,2\n1,0,2,0,1\n");
        assertThat(TraceText.of(trace))
            .containsExactly("type 1: 10 SHARED 30 EXCLUSIVE", "type 3: 10 EXCLUSIVE", "type 2: 0 SHARED");
        assertThat(trace.locks()).isEqualTo(31);
    }

    @Test
    void duplicatesAreMergedWithTheStrongerMode() throws IOException {
        assertThat(TraceText.of(read("5,0,1,8,1\n5,0,1,8,2\n5,0,1,8,1\n5,0,1,9,1\n5,0,1,9,1\n")))
            .containsExactly("type 1: 8 EXCLUSIVE 9 SHARED");
    }

    @Test
    void lockIdsBeyondATableBecomeSlotsInTheirOrder() throws IOException {
        final LockTrace trace = read("""
            1,0,1,9223372036854775807,2
            1,0,1,-9223372036854775808,1
            2,0,1,4711,1
            2,0,1,9223372036854775807,1
            """);
        assertThat(TraceText.of(trace)).containsExactly("type 1: 0 SHARED 2 EXCLUSIVE", "type 1: 1 SHARED 2 SHARED");
        assertThat(trace.locks()).isEqualTo(3);
    }

    @Test
    void lockIdsUpToTheLimitAreSlots() throws IOException {
        assertThat(read("1,0,1,16777215,1\n").locks()).isEqualTo(16_777_216);
        assertThat(read("1,0,1,16777216,1\n").locks()).isEqualTo(1);
        assertThat(read("1,0,1,-1,1\n").locks()).isEqualTo(1);
    }

    @Test
    void carriageReturnsBlanksAndAMissingLastLineFeedAreFine() throws IOException {
        assertThat(TraceText.of(read("1,0,1,3,2\r\n2, 0, 1, 4, 1")))
            .containsExactly("type 1: 3 EXCLUSIVE", "type 1: 4 SHARED");
    }

    @Test
    void writtenTraceIsReadAgain() {
        final LockTrace trace = TpccTrace.paper().generate(4, 20_000, new SplittableRandom(SEED));
        final String name = folder.resolve("h5-tpcc.csv").toString();
        TraceCsv.write(folder.getFileSystem(), name, trace);
        final LockTrace again = TraceCsv.read(folder.getFileSystem(), name);
        assertThat(TraceText.of(again)).as("seed %d", SEED).isEqualTo(TraceText.of(trace));
        assertThat(again.locks()).isEqualTo(trace.locks());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x,0,1,2,1           | transaction id \"x\"",
        "1,1,1,2,1           | action \"1\" is not 0",
        "1,0,0,2,1           | transaction type \"0\" is out of range; write 1 to 255",
        "1,0,256,2,1         | transaction type \"256\"",
        "1,0,1,2.5,1         | lock id \"2.5\"",
        "1,0,1,9223372036854775808,1 | lock id \"9223372036854775808\" is no whole number of 64 bits",
        "1,0,1,2,3           | lock type \"3\" is neither 1 (shared) nor 2 (exclusive)",
        "1,0,1,2,            | lock type \"\" is no whole number",
        "1,0,1,2             | \"1,0,1,2\" has not five columns",
        "1,0,1,2,1,7         | \"1,0,1,2,1,7\" has not five columns",
        "''                  | \"\" has not five columns",
        "7,0,2,3,1           | transaction 7 has type 2 here and type 1"})
    void badLineIsNamedWithItsNumberAndValue(String line, String complaint) {
        assertThatThrownBy(() -> read("7,0,1,1,1\n" + line + "\n"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("trace.csv line 2: ").hasMessageContaining(complaint);
    }

    @Test
    void binaryFileIsRefusedWithoutItsControlCharacters() {
        assertThatThrownBy(() -> read("\u001b[2J\u0000ÿ".repeat(100)))
            .hasMessageContaining("line 1").hasMessageContaining("?[2J?").hasMessageContaining("...")
            .extracting(Throwable::getMessage).asString().doesNotContain("\u001b").hasSizeLessThan(300);
    }

    @Test
    void seventeenthLockIsRefusedAndRepeatedOnesDoNotCount() throws IOException {
        assertThat(read(lines(16) + lines(16)).size(0)).isEqualTo(16);
        assertThatThrownBy(() -> read(lines(17)))
            .hasMessageContaining("line 17").hasMessageContaining("lock 16 is transaction 1's lock number 17");
    }

    @Test
    void emptyAndMissingFilesAreRefused() {
        assertThatThrownBy(() -> read("")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no line").hasMessageContaining("txnId,action,txnType,lockId,lockType");
        final String missing = folder.resolve("none.csv").toString();
        assertThatThrownBy(() -> TraceCsv.read(folder.getFileSystem(), missing))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("there is no file " + missing);
        assertThatThrownBy(() -> TraceCsv.read(folder.getFileSystem(), "a\0b"))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no name of a file");
    }

    private LockTrace read(String text) throws IOException {
        final Path file = folder.resolve("trace.csv");
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
        return TraceCsv.read(folder.getFileSystem(), file.toString());
    }

    private static String lines(int locks) {
        return IntStream.range(0, locks).mapToObj(i -> "1,0,1," + i + ",2\n").collect(Collectors.joining());
    }
}
