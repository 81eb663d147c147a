package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.SegmentInfo;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Segments tell how many bases there were before them. */
@Timeout(30)
class LogBaseTest {
    private static final byte[] WRITES = new byte[100];

    private final CrashDisk disk = new CrashDisk();
    private final Path directory = disk.process().getPath("/log");

    private LogBox box() throws IOException {
        return new LogBox(directory).makeDirectory();
    }

    private static List<Integer> bases(LogBox box) {
        return SegmentInfo.list(box.directory()).stream().map(SegmentInfo::base).toList();
    }

    @Test
    void aBaseBeginsASegmentAtOnce() throws IOException {
        LogBox box = box();
        long before;
        try (Log log = Log.open(box.config(), LogEnd.nothing(0).withBase(1))) {
            before = LogBox.append(log, WRITES);
            log.force();
            before = log.appended();
            log.base(1);
            assertThat(bases(box)).containsExactly(1);
            log.base(2);
            assertThat(bases(box)).containsExactly(1, 2);
            LogBox.append(log, WRITES);
            log.base(2);
            log.base(3);
            assertThat(bases(box)).containsExactly(1, 2, 3);
        }
        try (LogReader reader = new LogReader(directory, LogBox.STORE, 0)) {
            SegmentInfo behind = Objects.requireNonNull(reader.firstAfterBase(1));
            assertThat(behind.firstLsn()).isEqualTo(before);
            assertThat(behind.path()).isEqualTo(box.segment(2));
            assertThat(reader.firstAfterBase(3)).isNull();
        }
        assertThat(box.end().base()).isEqualTo(3);
        assertThat(box.writes()).hasSize(2);
        try (Log log = box.open()) {
            LogBox.append(log, WRITES);
        }
        assertThat(bases(box)).containsExactly(1, 2, 3, 3);
    }

    @Test
    void whatWasWrittenBeforeABaseIsCopiedToASegmentOfItsOwn() throws IOException {
        LogBox box = box();
        try (Log log = Log.open(box.config(), LogEnd.nothing(0).withBase(1))) {
            CrashDisk empty = disk.written(disk.point());
            LogBox.append(log, WRITES);
            log.force();
            // The process dies between the base and the segment behind it.
            LogBox left = box.at(disk.written(disk.point()).process().getPath("/log"));
            try (Log next = Log.open(left.config(), left.end().withBase(2))) {
                LogBox.append(next, WRITES);
            }
            assertThat(bases(left)).containsExactly(1, 1, 2);
            assertThat(left.writes()).hasSize(2);
            LogBox unused = box.at(empty.process().getPath("/log"));
            Log.open(unused.config(), unused.end().withBase(2)).close();
            assertThat(bases(unused)).containsExactly(1, 2);
        }
    }

    @Test
    void aLogThatHasEndedLetsNobodyWait() throws IOException {
        LogBox box = box();
        Log log = Log.open(box.config(), LogEnd.nothing(0));
        disk.inject(Fault.any(1, Fault.DEVICE_FAILED).andAllThatFollow());
        log.base(1);
        assertThat(log.failure()).isNotNull();
        log.base(2);
        log.close();
        disk.clearFaults();
        Log other = Log.open(box.config(), box.end());
        other.close();
        other.base(7);
        assertThat(bases(box)).containsExactly(0, 0);
    }
}
