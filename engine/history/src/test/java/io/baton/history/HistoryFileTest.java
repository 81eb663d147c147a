package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What recorders write is what readers read, and what is not whole is refused. */
@Timeout(60)
class HistoryFileTest {

    private static final RecordedTable ACCOUNT = new RecordedTable("account", 7, false,
        List.of(RecordedColumn.integer("branch", 8), RecordedColumn.integer("id", 16)),
        List.of(new RecordedIndex("by_name", 1,
            List.of(RecordedColumn.string("name", 160), RecordedColumn.integer("age", 64),
                new RecordedColumn("seen", RecordedColumn.Type.TIMESTAMP, true, true, 64),
                RecordedColumn.string("story", 8 * 65_535)))));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void readerReturnsWhatTheRecorderWasTold() throws IOException {
        final Path file = write(history -> {
            final HistoryRecorder recorder = history.recorder(3);
            recorder.begin(1_000);
            recorder.read(0, 5, 2, true);
            recorder.restart();
            recorder.read(0, 5, 3, true);
            recorder.read(0, 9, 0, false);
            final int scan = recorder.scan(0, 0, -1, 4, -5, 6);
            recorder.scanned(scan, 0, 7, 1);
            recorder.point(1_200);
            recorder.write(HistoryOperation.UPDATE, 0, 5, 3, 4);
            recorder.write(HistoryOperation.DELETE, 0, 6, 8, 10);
            recorder.write(HistoryOperation.REPLACE, 0, 8, 1, 2);
            recorder.change(0, 0, -1, 5);
            recorder.end(HistoryOutcome.COMMITTED, 1_500);
            recorder.begin(2_000);
            recorder.end(HistoryOutcome.ABORTED, 2_001);
        });
        assertThat(export(file)).containsExactly(
            "{'id':'3-0','client':3,'begin':0,'point':200,'end':500,'outcome':'committed','operations':["
                + "{'op':'read','table':'account','key':'5','version':3},"
                + "{'op':'readAbsent','table':'account','key':'9','version':0},"
                + "{'op':'scan','table':'account','index':'by_name','prefix':'-1','version':4,'scan':1,"
                + "'low':'-5','high':'6'},"
                + "{'op':'scanned','table':'account','key':'7','version':1,'scan':1},"
                + "{'op':'update','table':'account','key':'5','version':4},"
                + "{'op':'read','table':'account','key':'6','version':8},"
                + "{'op':'delete','table':'account','key':'6','version':10},"
                + "{'op':'replace','table':'account','key':'8','version':2},"
                + "{'op':'change','table':'account','index':'by_name','prefix':'-1','version':5}]}",
            "{'id':'3-1','client':3,'begin':1000,'point':1000,'end':1001,'outcome':'aborted','operations':[]}");
    }

    @Test
    void neighboursWithOneVersionAreOneRunAndComeBackOneByOne() throws IOException {
        final Path file = write(history -> {
            final HistoryRecorder recorder = history.recorder(0);
            recorder.begin(1_000);
            for (int key = 0; key < 1000; key++) {
                recorder.read(0, key, 2, true);
            }
            recorder.end(HistoryOutcome.COMMITTED, 1_000);
        });
        assertThat(Files.size(file)).isLessThan(400);
        try (HistoryReader history = HistoryReader.open(file)) {
            for (int pass = 0; pass < 2; pass++) {
                assertThat(history.next()).isTrue();
                for (int key = 0; key < 1000; key++) {
                    assertThat(history.nextOperation()).isTrue();
                    assertThat(history.key()).isEqualTo(key);
                    assertThat(history.version()).isEqualTo(2);
                }
                assertThat(history.nextOperation()).isFalse();
                assertThat(history.next()).isFalse();
                history.rewind();
            }
        }
    }

    @Test
    void boundsOfAScanAreNotMistakenForARun() throws IOException {
        final Path file = write(history -> {
            final HistoryRecorder recorder = history.recorder(0);
            recorder.begin(1_000);
            recorder.scan(0, 0, 0, 0, 0, 0);
            recorder.read(0, 1, 0, true);
            recorder.end(HistoryOutcome.COMMITTED, 1_000);
        });
        assertThat(export(file).getFirst()).contains("'scan':1", "'op':'read','table':'account','key':'1'");
    }

    @Test
    void transactionsOfAllSizesComeBackInTheOrderOfTheirClient() throws IOException {
        final Path file = write(history -> {
            final HistoryRecorder recorder = history.recorder(1);
            for (int i = 0; i < 300; i++) {
                recorder.begin(1_000 + i);
                for (int key = 0; key < i * i; key++) {
                    recorder.read(0, 2L * key, key, true);
                }
                recorder.end(HistoryOutcome.COMMITTED, 1_001 + i);
            }
        });
        try (HistoryReader history = HistoryReader.open(file)) {
            for (int i = 0; i < 300; i++) {
                assertThat(history.next()).isTrue();
                assertThat(history.sequence()).isEqualTo(i);
                assertThat(history.beginNanos()).isEqualTo(i);
                long operations = 0;
                long mistakes = 0;
                while (history.nextOperation()) {
                    mistakes += history.key() == 2 * operations ? 0 : 1;
                    operations++;
                }
                assertThat(operations).isEqualTo((long) i * i);
                assertThat(mistakes).isZero();
            }
            assertThat(history.next()).isFalse();
        }
    }

    @Test
    void everyTornTailIsRecognised() throws IOException {
        final byte[] whole = Files.readAllBytes(smallHistory());
        for (int length = 0; length < whole.length; length++) {
            final Path torn = Files.write(folder.resolve("torn"), Arrays.copyOf(whole, length));
            assertThatExceptionOfType(DamagedHistoryException.class).as("%d bytes", length)
                .isThrownBy(() -> readAll(torn)).withMessageContaining("torn");
        }
    }

    @Test
    void flippedBitOfAnyByteIsRecognised() throws IOException {
        final byte[] whole = Files.readAllBytes(smallHistory());
        for (int at = 0; at < whole.length; at++) {
            final byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            final Path damaged = Files.write(folder.resolve("damaged"), flipped);
            assertThatExceptionOfType(DamagedHistoryException.class).as("byte %d", at)
                .isThrownBy(() -> readAll(damaged));
        }
    }

    @Test
    void tablesComeBackWithTheColumnsOfTheirKeysAndIndexes() {
        final Path file = write(history -> {});
        try (HistoryReader history = HistoryReader.open(file)) {
            assertThat(history.tables()).containsExactly(ACCOUNT);
        }
    }

    @Test
    void rowIsNamedByItsColumns() {
        assertThat(ACCOUNT.row(3 << 16 | 9)).isEqualTo("account(branch=3, id=9)");
        assertThat(new RecordedTable("tide", 0, false, List.of(
            new RecordedColumn("level", RecordedColumn.Type.INTEGER, false, true, 8)), List.of()).row(126))
            .isEqualTo("tide(level=-2)");
    }

    private Path smallHistory() throws IOException {
        return write(history -> {
            final HistoryRecorder recorder = history.recorder(0);
            for (int i = 0; i < 3; i++) {
                recorder.begin(1_000 + i);
                recorder.read(0, i, i, true);
                recorder.end(HistoryOutcome.COMMITTED, 1_001 + i);
            }
        });
    }

    private Path write(java.util.function.Consumer<HistoryWriter> work) {
        final Path file = folder.resolve("history");
        try (HistoryWriter writer =
            new HistoryWriter(file, List.of(ACCOUNT), 4, 1_000, Thread.ofVirtual().factory())) {
            work.accept(writer);
        }
        return file;
    }

    private static List<String> export(Path file) throws IOException {
        final StringBuilder text = new StringBuilder();
        try (HistoryReader history = HistoryReader.open(file)) {
            new HistoryExport(history).write(text);
        }
        return text.toString().replace('"', '\'').lines().toList();
    }

    private static List<Long> readAll(Path file) {
        final List<Long> keys = new ArrayList<>();
        try (HistoryReader history = HistoryReader.open(file)) {
            while (history.next()) {
                while (history.nextOperation()) {
                    keys.add(history.key());
                }
            }
        }
        return keys;
    }
}
