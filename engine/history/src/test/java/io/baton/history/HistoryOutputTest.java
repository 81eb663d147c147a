package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.engine.history.UnwritableHistoryException;
import io.baton.park.Parking;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A history is written to a new file only; and when it cannot be written any further, nobody waits. */
@Timeout(30)
class HistoryOutputTest {

    private static final RecordedTable ACCOUNT =
        new RecordedTable("account", 7, false, List.of(RecordedColumn.integer("id", 64)), List.of());
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void fileThatIsThereIsRefusedAndLeftAlone() throws IOException {
        final Path file = Files.writeString(folder.resolve("taxes"), "of 2025");
        assertRefused(file, "there is a file already; give a name that is not taken");
        assertThat(file).hasContent("of 2025");
    }

    @Test
    void historyThatIsThereIsRefusedAndLeftAlone() throws IOException {
        final Path file = folder.resolve("history");
        new HistoryWriter(file, List.of(ACCOUNT), 1, 0, THREADS).close();
        final byte[] before = Files.readAllBytes(file);
        assertRefused(file, "there is a file already; give a name that is not taken");
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void symbolicLinkIsRefusedAndLeftAlone() throws IOException {
        final Path file = Files.writeString(folder.resolve("taxes"), "of 2025");
        final Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertRefused(link, "there is a symbolic link already; give a name that is not taken");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("of 2025");
    }

    @Test
    void symbolicLinkToNothingIsRefusedAndLeftAlone() throws IOException {
        final Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        assertRefused(link, "there is a symbolic link already; give a name that is not taken");
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void directoryIsRefusedAndLeftAlone() throws IOException {
        final Path directory = Files.createDirectory(folder.resolve("empty"));
        assertRefused(directory, "there is a directory already; give a name that is not taken");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void pipeIsRefusedAndLeftAlone() throws IOException, InterruptedException {
        final Path pipe = folder.resolve("pipe");
        assumeThat(mkfifo(pipe)).as("mkfifo is there").isTrue();
        assertRefused(pipe, "there is a device or pipe already; give a name that is not taken");
        assertThat(Files.exists(pipe, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(Files.isRegularFile(pipe, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void missingDirectoryIsNamed() {
        assertRefused(folder.resolve("nowhere").resolve("history"),
            "there is no such directory; create it or give another name");
    }

    @Test
    void nobodyWaitsForAFullDiskAndEverybodyIsTold() throws IOException, InterruptedException {
        final Path path = folder.resolve("history");
        final HistoryWriter writer =
            new HistoryWriter(path, FullDisk.after(3 * Block.BYTES), List.of(ACCOUNT), 2, 0, THREADS,
                Parking.onMachine());
        final HistoryRecorder recorder = writer.recorder(0);
        long transactions = 0;
        UnwritableHistoryException told = null;
        while (told == null) {
            try {
                recorder.begin(transactions);
                // 2 KiB each; far more than all blocks together can be waiting.
                for (int key = 0; key < 125; key++) {
                    recorder.read(0, 2L * key, 0, true);
                }
                recorder.end(HistoryOutcome.COMMITTED, transactions);
                transactions++;
            } catch (UnwritableHistoryException e) {
                told = e;
            }
        }
        assertThat(told).hasMessage("the history cannot be written to " + path + " any further (No space left on "
            + "device), and no call is taken without it; make room or record elsewhere");
        assertThat(transactions).isGreaterThan(3 * Block.BYTES / 2048);
        final HistoryRecorder other = writer.recorder(1);
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(() -> other.begin(0));
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close)
            .withMessage(told.getMessage());
        writer.close();
        assertRefusedByReader(path, "is cut off at byte");
    }

    @Test
    void transactionsUnderWayEndAlthoughTheDiskIsFull() {
        final Path path = folder.resolve("history");
        final HistoryWriter writer = new HistoryWriter(path, FullDisk.after(0), List.of(ACCOUNT), 2, 0, THREADS,
            Parking.onMachine());
        final HistoryRecorder recorder = writer.recorder(0);
        recorder.begin(0);
        // Too large for a block, so it is written at once when the next one comes.
        for (int key = 0; key < Block.BYTES; key++) {
            recorder.read(0, 2L * key, 0, true);
        }
        recorder.end(HistoryOutcome.COMMITTED, 1);
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close);
    }

    @Test
    void diskThatIsFullAtTheVeryEndIsTold() {
        final HistoryWriter writer = new HistoryWriter(
            folder.resolve("history"), FullDisk.after(0), List.of(ACCOUNT), 2, 0, THREADS, Parking.onMachine());
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close)
            .withMessageContaining("No space left on device");
    }

    @Test
    void whateverTheOutputThrowsEndsTheHistoryAndNotItsThread() {
        final HistoryWriter writer = new HistoryWriter(folder.resolve("history"), FullDisk.failingWith(() -> {
            throw new StackOverflowError("deep");
        }), List.of(ACCOUNT), 2, 0, THREADS, Parking.onMachine());
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close)
            .withMessageContaining("StackOverflowError: deep");
    }

    @Test
    void outputIsClosedIfItsThreadCannotBeMade() {
        final List<String> closed = new ArrayList<>();
        final HistoryOutput output = new HistoryOutput() {
            @Override
            public void append(ByteBuffer bytes) {
                bytes.position(bytes.limit());
            }

            @Override
            public void finish() {
                closed.add("finished");
            }

            @Override
            public void close() {
                closed.add("closed");
            }
        };
        assertThatIllegalStateException()
            .isThrownBy(() -> new HistoryWriter(folder.resolve("h"), path -> output, List.of(ACCOUNT), 1, 0, task -> {
                throw new IllegalStateException("planted");
            }, Parking.onMachine())).withMessage("planted");
        assertThat(closed).containsExactly("closed");
    }

    @Test
    void nothingFollowsTheLastVersion() {
        final HistoryWriter writer =
            new HistoryWriter(folder.resolve("history"), List.of(ACCOUNT), 2, 0, THREADS);
        final HistoryRecorder recorder = writer.recorder(0);
        recorder.begin(0);
        recorder.write(HistoryOperation.UPDATE, 0, 1, -2, -1);
        recorder.end(HistoryOutcome.COMMITTED, 1);
        recorder.begin(2);
        recorder.write(HistoryOperation.UPDATE, 0, 1, -1, 0);
        recorder.end(HistoryOutcome.COMMITTED, 3);
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(() -> recorder.begin(4))
            .withMessageContaining("(a row or prefix was written 2^32 times)");
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close);
    }

    @Test
    void transactionOfTooManyRowsEndsTheHistoryButNotTheTransaction() {
        final HistoryWriter writer =
            new HistoryWriter(folder.resolve("history"), List.of(ACCOUNT), 2, 0, THREADS);
        final HistoryRecorder recorder = writer.recorder(0);
        recorder.begin(0);
        for (int key = 0; key <= HistoryRecorder.WORDS_MAX / 2; key++) {
            recorder.write(HistoryOperation.UPDATE, 0, 2L * key, 0, 1);
        }
        recorder.end(HistoryOutcome.COMMITTED, 1);
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(() -> recorder.begin(2))
            .withMessageContaining("a transaction touched more than 4194304 rows");
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(writer::close);
    }

    private void assertRefused(Path path, String why) {
        assertThatExceptionOfType(UnwritableHistoryException.class)
            .isThrownBy(() -> new HistoryWriter(path, List.of(ACCOUNT), 1, 0, THREADS))
            .withMessage("the history cannot be written to " + path + ": " + why);
    }

    private static void assertRefusedByReader(Path path, String why) {
        assertThatExceptionOfType(DamagedHistoryException.class).isThrownBy(() -> {
            try (HistoryReader history = HistoryReader.open(path)) {
                boolean more = true;
                while (more) {
                    more = history.next();
                }
            }
        }).withMessageContaining(why);
    }

    private static boolean mkfifo(Path path) throws InterruptedException {
        try {
            final Process process = new ProcessBuilder("mkfifo", path.toString()).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
