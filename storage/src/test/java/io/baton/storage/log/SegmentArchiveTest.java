package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.park.Parking;
import io.baton.storage.log.file.ArchiveDirectory;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.SegmentScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How an archive ends. */
@Timeout(60)
class SegmentArchiveTest {
    @TempDir
    Path temporary;
    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<Path> removed = new ArrayList<>();

    /** Makes an archive for a log of many finished segments. */
    private SegmentArchive archive(Path copies) throws IOException {
        LogBox box = new LogBox(temporary.resolve("log")).segmentBytes(16_384).makeDirectory();
        try (Log log = box.open()) {
            for (int i = 0; i < 200; i++) {
                log.await(LogBox.append(log, LogBox.writes(i, 1_000)), LogBox.FOREVER);
            }
        }
        var files = new LogFiles(box.directory());
        var archive = new SegmentArchive(new ArchiveDirectory(files, copies, LogBox.STORE), files, removed::addAll,
            () -> nanos.getAndAdd(TimeUnit.SECONDS.toNanos(4)), Parking.onMachine());
        new SegmentScan(files).firstLsns(files.segments()).forEach(archive::begun);
        archive.ended(box.end().lsn());
        return archive;
    }

    @Test
    void closingWaitsThirtySecondsForCopies() throws IOException {
        Path copies = Files.createDirectory(temporary.resolve("copies"));
        SegmentArchive archive = archive(copies);
        int all = archive.statistics().waiting();
        archive.close(false);
        archive.run();
        assertThat(archive.statistics().copied()).isBetween(2L, 8L);
        assertThat(archive.statistics().waiting()).isEqualTo(all - (int) archive.statistics().copied());
        assertThat(new LogFiles(copies).segments()).hasSize((int) archive.statistics().copied());
        try (Stream<Path> files = Files.list(copies)) {
            assertThat(files).as("nothing half").hasSize((int) archive.statistics().copied());
        }
    }

    @Test
    void afterAFailureNothingIsCopied() throws IOException {
        Path copies = Files.createDirectory(temporary.resolve("copies"));
        SegmentArchive archive = archive(copies);
        archive.close(true);
        archive.run();
        assertThat(archive.statistics().copied()).isZero();
    }
}
