package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.memory.Memory;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that fails ends the log for good; what was answered before is there. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogFailureTest {
    private CrashDisk disk = new CrashDisk();
    private LogBox box = new LogBox(Path.of(""));

    @BeforeEach
    void makeDisk() throws IOException {
        disk = new CrashDisk();
        final Path directory = disk.process().getPath("/log");
        Files.createDirectory(directory);
        new LogFiles(directory.resolve("/")).forceDirectory();
        box = new LogBox(directory).segmentBytes(16_384);
    }

    /** Appends until the log fails or so many are forced; returns how many were. */
    private static int appendAndAwait(Log log, int transactions) {
        for (int i = 0; i < transactions; i++) {
            try {
                log.await(LogBox.append(log, LogBox.writes(i, 1_000)), LogBox.FOREVER);
            } catch (LogFailedException e) {
                return i;
            }
        }
        return transactions;
    }

    /** The system's text follows the locale; what was half written is gone again when anybody can look. */
    @Test
    void aFullDiskIsRecognizedInAnyLanguage() throws IOException {
        final String german = "Auf dem Ger\u00e4t ist kein Speicherplatz mehr verf\u00fcgbar";
        assertThat(failure(german, 15_000).diskFull()).isTrue();
        assertThat(failure(german, 4 << 20).diskFull()).as("with room").isFalse();
        assertThat(failure(Fault.DISK_FULL, 4 << 20).diskFull()).as("a quota").isTrue();
        assertThat(failure(Fault.DEVICE_FAILED, 15_000).diskFull()).isFalse();
    }

    private LogFailedException failure(String reason, long roomBytes) throws IOException {
        makeDisk();
        // So large that no other one is made in the background.
        try (Log log = Log.open(box.segmentBytes(1 << 20).config(), LogEnd.nothing(0))) {
            appendAndAwait(log, 1);
            disk.setCapacity(1L << 40);
            disk.setCapacity((1L << 40) - Files.getFileStore(box.directory()).getUsableSpace() + roomBytes);
            disk.inject(Fault.of(DiskOperationKind.WRITE, 1, reason));
            appendAndAwait(log, 1);
            return Objects.requireNonNull(log.failure());
        }
    }

    private void checkForced(int answered) {
        final CrashDisk left = disk.forced(disk.point());
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < answered; i++) {
            expected.addAll(LogBox.hashes(List.of(LogBox.writes(i, 1_000))));
        }
        final List<String> found = LogBox.hashes(box.at(left.process().getPath("/log")).writes());
        assertThat(found).hasSizeBetween(answered, answered + 1);
        assertThat(found.subList(0, answered)).isEqualTo(expected);
    }

    @Test
    void eachOperationThatFailsEndsTheLogAndLosesNothingThatWasAnswered() throws IOException {
        int failures = 0;
        for (int number = 1; number <= 220; number++) {
            makeDisk();
            disk.inject(Fault.any(number, Fault.DEVICE_FAILED));
            int answered = 0;
            @Nullable
            LogFailedException failure = null;
            try (Log log = Log.open(box.config(), LogEnd.nothing(0))) {
                answered = appendAndAwait(log, 40);
                failure = log.failure();
            } catch (LogFailedException e) {
                failure = e;
            }
            if (failure != null) {
                failures++;
                assertThat(failure).hasMessageContaining("has failed").hasMessageContaining(Fault.DEVICE_FAILED)
                    .hasMessageContaining("open the store again");
                assertThat(failure.diskFull()).isFalse();
            }
            if (answered > 0) {
                checkForced(answered);
            }
        }
        assertThat(failures).isGreaterThan(60);
    }

    @Test
    void everybodyHearsOfAFailureAndNothingIsDoneAfterIt() throws Exception {
        for (DiskOperationKind kind : List.of(DiskOperationKind.FORCE, DiskOperationKind.WRITE)) {
            makeDisk();
            final AtomicInteger heard = new AtomicInteger();
            final int point;
            try (Log log = Log.open(box.config(), LogEnd.nothing(0))) {
                final long before = LogBox.append(log, new byte[10]);
                log.await(before, LogBox.FOREVER);
                log.onFailure(failure -> heard.incrementAndGet());
                // All that follow: the first may be one of the next segment's, which is made in the background.
                disk.inject(Fault.of(kind, 1, Fault.DEVICE_FAILED).andAllThatFollow());
                final long end = LogBox.append(log, new byte[10]);
                assertThatThrownBy(() -> log.await(end, LogBox.FOREVER)).isInstanceOf(LogFailedException.class);
                assertThat(heard.get()).as("the engine hears first").isEqualTo(1);
                point = disk.point();
                assertThatThrownBy(() -> log.await(end, LogBox.FOREVER)).isInstanceOf(LogFailedException.class);
                log.onFailure(failure -> heard.incrementAndGet());
                assertThat(heard).hasValue(2);
                assertThat(log.await(before, 0)).isTrue();
                assertThatThrownBy(() -> LogBox.append(log, new byte[10])).isInstanceOf(LogFailedException.class)
                    .hasMessageContaining(Fault.DEVICE_FAILED);
                assertThatThrownBy(log::force).isInstanceOf(LogFailedException.class);
            }
            assertThat(disk.point()).isEqualTo(point);
        }
    }

    @Test
    void aFullDiskIsNamed() {
        disk.setCapacity(40_000);
        try (Log log = Log.open(box.config(), LogEnd.nothing(0))) {
            final int answered = appendAndAwait(log, 1_000);
            assertThat(answered).isBetween(20, 40);
            final LogFailedException failure = Objects.requireNonNull(log.failure());
            assertThat(failure.diskFull()).isTrue();
            assertThat(failure).hasMessageContaining("the disk is full; make room");
            checkForced(answered);
        }
    }

    @Test
    void aWriteMayBeCutShort() {
        try (Log log = Log.open(box.config(), LogEnd.nothing(0))) {
            disk.inject(Fault.shortWrite(1, 1));
            disk.inject(Fault.shortWrite(3, 500));
            assertThat(appendAndAwait(log, 5)).isEqualTo(5);
        }
        checkForced(5);
    }

    @Test
    @Tag("thorough")
    void anAppendAtTheEndOfTheStackNeverHangsTheLog() throws Exception {
        final long address = Memory.allocate(8);
        for (int round = 0; round < 30; round++) {
            makeDisk();
            try (Log log = Log.open(box.config(), LogEnd.nothing(0))) {
                final Thread thread = new Thread(null, () -> dive(log, address), "diver", 1 << 18);
                thread.start();
                thread.join();
                try {
                    assertThat(log.await(log.append(address, 8), LogBox.FOREVER)).isTrue();
                } catch (LogFailedException e) {
                    assertThat(e).hasMessageContaining("an append was cut off");
                }
            }
        }
        Memory.free(address, 8);
    }

    /** Appends where the stack ends, with a little more of it at each attempt, until it works. */
    @SuppressWarnings("InfiniteRecursion")
    private static void dive(Log log, long address) {
        try {
            dive(log, address);
        } catch (StackOverflowError e) {
            try {
                log.append(address, 8);
            } catch (LogFailedException failed) {
                return;
            }
        }
    }
}
