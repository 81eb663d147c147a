package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordLayout;
import io.baton.storage.log.file.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was forced and is not as it was is refused; what may be the torn end is cut. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogDamageTest {
    private static final int TRANSACTIONS = 12;
    private static final int SEGMENT_BYTES = 16_384;

    @TempDir
    private Path directory;
    private LogBox box;
    private List<String> written;

    @BeforeEach
    void write() {
        box = new LogBox(directory).segmentBytes(SEGMENT_BYTES);
        try (Log log = box.open()) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                log.await(LogBox.append(log, LogBox.writes(i, 10 + i)), LogBox.FOREVER);
            }
        }
        written = LogBox.hashes(box.writes());
        assertThat(written).hasSize(TRANSACTIONS);
    }

    @Test
    @Tag("thorough")
    void everyByteThatChangesIsFoundOrDoesNotMatter() throws IOException {
        final byte[] whole = Files.readAllBytes(box.segment(1));
        final long end = box.end().lsn();
        final int closed = (int) (SegmentHeader.BYTES + end - RecordLayout.MARK_BYTES);
        int refused = 0;
        for (int at = 0; at < SegmentHeader.BYTES + end; at += at >= 72 && at < SegmentHeader.BYTES - 97 ? 97 : 1) {
            final byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(box.segment(1), damaged);
            try {
                final List<String> read = LogBox.hashes(box.writes());
                // The record CLOSED proves what is before it; nothing proves CLOSED.
                assertThat(read).as("byte %d", at).isEqualTo(written);
                assertThat(box.end().lsn()).as("byte %d", at).isEqualTo(at < closed ? end : box.end().lsn());
            } catch (DamagedException e) {
                assertThat(e).hasMessageContaining(box.segment(1).toString()).hasMessageContaining("offset ");
                refused++;
            }
        }
        // All but the rest of the header and the padding of records.
        assertThat(refused).isGreaterThan(closed - SegmentHeader.BYTES - TRANSACTIONS * 8);
    }

    @Test
    void zerosWithinWhatWasForcedAreRefusedWithTheirPlace() throws IOException {
        final long lsn = box.read().get(4).firstLsn();
        change((int) (SegmentHeader.BYTES + lsn), new byte[512]);
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining(box.segment(1).toString())
            .hasMessageContaining("offset " + (SegmentHeader.BYTES + lsn))
            .hasMessageContaining("was forced up to LSN");
        assertThat(Files.size(box.segment(1))).isEqualTo(SEGMENT_BYTES);
    }

    @Test
    void aLastRecordThatNothingProvesIsCut() throws IOException {
        final LogBox.Read last = box.read().get(TRANSACTIONS - 1);
        final int place = (int) (SegmentHeader.BYTES + last.firstLsn());
        // As if the machine had stopped in the middle of the last write: neither its mark nor CLOSED are there.
        change((int) (SegmentHeader.BYTES + last.endLsn()), new byte[200]);
        change(place + 24, new byte[] {77});
        assertThat(LogBox.hashes(box.writes())).isEqualTo(written.subList(0, TRANSACTIONS - 1));
        final LogEnd end = box.end();
        assertThat(end.torn()).isTrue();
        assertThat(end.closed()).isFalse();
        assertThat(end.lsn()).isEqualTo(last.firstLsn());
        assertThat(end.tornBytes()).isEqualTo(20 + 10 + TRANSACTIONS - 1);
        goesOn(TRANSACTIONS - 1);
    }

    private void goesOn(int kept) {
        try (Log log = box.open()) {
            LogBox.append(log, new byte[] {1, 2, 3});
        }
        final List<String> now = LogBox.hashes(box.writes());
        assertThat(now.subList(0, kept)).isEqualTo(written.subList(0, kept));
        assertThat(now.subList(kept, now.size())).isEqualTo(LogBox.hashes(List.of(new byte[] {1, 2, 3})));
    }

    @Test
    void laterSegmentsProveEarlierOnes() throws IOException {
        box.open().close();
        final long end = box.readFrom(0).getLast().endLsn();
        // The first segment loses its last marks, and with them what they prove; the second one's header says more.
        change((int) (SegmentHeader.BYTES + end), new byte[200]);
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining(box.segment(1).toString()).hasMessageContaining("segment 2 begins at LSN");
    }

    @Test
    void aSegmentThatIsMissingOrInAnothersPlaceIsRefused() throws IOException {
        box.open().close();
        box.open().close();
        final Path saved = directory.resolve("saved");
        Files.move(box.segment(2), saved);
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining("segment 2 is missing");
        Files.copy(box.segment(3), box.segment(2));
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining("has the name of segment 2, and says that it is segment 3");
        Files.move(saved, box.segment(2), StandardCopyOption.REPLACE_EXISTING);
        assertThat(LogBox.hashes(box.writes())).isEqualTo(written);
        Files.delete(box.segment(1));
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining("the log from LSN 0 is needed");
    }

    @Test
    void aSegmentOfAnotherStoreIsRefused() {
        assertThatThrownBy(() -> new LogReader(directory, new UUID(1, 2), 0)).isInstanceOf(DamagedException.class)
            .hasMessageContaining("is of store " + LogBox.STORE);
    }

    @Test
    void aSegmentThatIsTooShortIsRefused() throws IOException {
        final byte[] whole = Files.readAllBytes(box.segment(1));
        for (int bytes : new int[] {0, 1, 71, 72, 4095}) {
            Files.write(box.segment(1), java.util.Arrays.copyOf(whole, bytes));
            assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class).hasMessageContaining("offset 0");
        }
        // Cut behind its header, it has no mark that proves anything: recovery asks the checkpoint.
        Files.write(box.segment(1), java.util.Arrays.copyOf(whole, SegmentHeader.BYTES + 50));
        assertThat(box.end().lsn()).isLessThan(50);
        assertThatThrownBy(() -> box.readFrom(200)).isInstanceOf(DamagedException.class)
            .hasMessageContaining("was to be read from LSN 200 on");
    }

    @Test
    void aMarkThatSaysMoreOnlyCountsAtItsOwnPlace() throws IOException {
        final LogBox.Read last = box.read().get(TRANSACTIONS - 1);
        final int behind = (int) (SegmentHeader.BYTES + last.endLsn());
        change(behind, new byte[300]);
        change(behind - 16, new byte[] {1, 1, 1, 1});
        final long place = last.endLsn() + 80;
        change((int) (SegmentHeader.BYTES + place), mark(place + 8, last.endLsn()));
        assertThat(LogBox.hashes(box.writes())).isEqualTo(written.subList(0, TRANSACTIONS - 1));
        change((int) (SegmentHeader.BYTES + place), mark(place, last.firstLsn()));
        assertThat(LogBox.hashes(box.writes())).isEqualTo(written.subList(0, TRANSACTIONS - 1));
        change((int) (SegmentHeader.BYTES + place), mark(place, last.firstLsn() + 1));
        assertThatThrownBy(box::writes).isInstanceOf(DamagedException.class)
            .hasMessageContaining("the mark at offset " + (SegmentHeader.BYTES + place));
    }

    private static byte[] mark(long lsn, long forced) {
        final ByteBuffer mark = ByteBuffer.allocate(RecordLayout.MARK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        mark.putInt(0, RecordLayout.MARK_BYTES).putLong(RecordLayout.LSN, lsn);
        mark.put(RecordLayout.TYPE, (byte) RecordLayout.MARK).putLong(RecordLayout.MARK_FORCED, forced);
        mark.putInt(RecordLayout.MARK_CRC, RecordLayout.markCheck(lsn, RecordLayout.MARK, forced, 0));
        return mark.array();
    }

    @Test
    void whatARecycledSegmentHadBeforeIsNotRead() throws Exception {
        final LogBox small = new LogBox(Files.createDirectory(directory.resolve("recycled")))
            .segmentBytes(SEGMENT_BYTES);
        final long kept;
        try (Log log = small.open()) {
            while (log.statistics().segmentsRecycled() < 3) {
                log.await(LogBox.append(log, LogBox.writes(1, 500)), LogBox.FOREVER);
                log.removeBefore(log.forced());
            }
            kept = log.forced();
            log.await(LogBox.append(log, new byte[] {5}), LogBox.FOREVER);
        }
        final List<LogBox.Read> read = small.readFrom(kept);
        assertThat(LogBox.hashes(read.stream().map(LogBox.Read::writes).toList()))
            .isEqualTo(LogBox.hashes(List.of(new byte[] {5})));
        try (LogReader reader = new LogReader(small.directory(), LogBox.STORE, kept)) {
            while (reader.next()) {
                // On to the end.
            }
            assertThat(reader.end().torn()).isFalse();
            final byte[] last = Files.readAllBytes(small.segment(reader.end().segment()));
            int rest = 0;
            for (byte one : last) {
                rest += one == 0 ? 0 : 1;
            }
            assertThat(rest).as("bytes of its earlier life").isGreaterThan(SEGMENT_BYTES / 4);
        }
    }

    private void change(int offset, byte[] bytes) throws IOException {
        final byte[] whole = Files.readAllBytes(box.segment(1));
        System.arraycopy(bytes, 0, whole, offset, bytes.length);
        Files.write(box.segment(1), whole);
    }
}
