package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogTest {
    @TempDir
    private Path directory;

    @Test
    void whatIsAwaitedIsReadAgainInOrder() {
        final LogBox box = new LogBox(directory);
        final List<byte[]> expected = new ArrayList<>();
        long end = 0;
        try (Log log = box.open()) {
            for (int i = 0; i < 200; i++) {
                final byte[] writes = LogBox.writes(i, 1 + i * 7);
                final long next = LogBox.append(log, writes);
                assertThat(next).isGreaterThan(end);
                assertThat(log.await(next, LogBox.FOREVER)).isTrue();
                assertThat(log.forced()).isGreaterThanOrEqualTo(next);
                end = next;
                expected.add(writes);
            }
        }
        assertThat(LogBox.hashes(box.writes())).isEqualTo(LogBox.hashes(expected));
        assertThat(box.end().closed()).isTrue();
        assertThat(box.end().torn()).isFalse();
    }

    @Test
    @Tag("thorough")
    void transactionsOfAllSizesAreWholeAgainOverManySegments() {
        final LogBox box = new LogBox(directory).segmentBytes(1 << 16);
        final List<byte[]> expected = new ArrayList<>();
        for (int opening = 0; opening < 3; opening++) {
            try (Log log = box.open()) {
                for (int size : new int[] {1, 2, 7, 8, 9, 4_000, 30_000, 70_000, 300_000, 1_500_000, 1}) {
                    final byte[] writes = LogBox.writes(size, size);
                    LogBox.append(log, writes);
                    expected.add(writes);
                }
            }
        }
        assertThat(LogBox.hashes(box.writes())).isEqualTo(LogBox.hashes(expected));
        assertThat(box.end().segment()).isGreaterThan(80);
    }

    @Test
    void fragmentsOfSeveralTransactionsMayAlternate() throws Exception {
        final LogBox box = new LogBox(directory);
        final List<String> expected = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        try (Log log = box.open()) {
            for (int i = 0; i < 4; i++) {
                final List<byte[]> own = new ArrayList<>();
                for (int j = 0; j < 5; j++) {
                    own.add(LogBox.writes(i * 10L + j, 200_000 + i));
                }
                expected.addAll(LogBox.hashes(own));
                threads.add(Thread.ofPlatform().start(() -> own.forEach(writes -> LogBox.append(log, writes))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(LogBox.hashes(box.writes())).containsExactlyInAnyOrderElementsOf(expected);
        final List<LogBox.Read> read = box.read();
        boolean alternate = false;
        for (int i = 1; i < read.size(); i++) {
            assertThat(read.get(i).endLsn()).isGreaterThan(read.get(i - 1).endLsn());
            alternate |= read.get(i).firstLsn() < read.get(i - 1).endLsn();
        }
        assertThat(alternate).as("fragments alternate").isTrue();
    }

    @Test
    void aLogThatWasOpenedAgainIsNotClosedUntilItIs() throws IOException {
        final CrashDisk disk = new CrashDisk();
        final LogBox box = new LogBox(disk.process().getPath("/log")).makeDirectory();
        try (Log log = box.open()) {
            LogBox.append(log, new byte[10]);
        }
        assertThat(box.end().closed()).isTrue();
        try (Log log = box.open()) {
            final LogBox killed = box.at(disk.written(disk.point()).process().getPath("/log"));
            assertThat(killed.end().closed()).isFalse();
            assertThat(killed.end().lsn()).isEqualTo(log.appended());
            assertThat(killed.writes()).hasSize(1);
            killed.open().close();
            assertThat(killed.end().closed()).isTrue();
        }
        assertThat(box.end().closed()).isTrue();
    }

    @Test
    void nothingIsAppendedToAClosedLog() {
        final LogBox box = new LogBox(directory);
        final Log log = box.open();
        final long end = LogBox.append(log, new byte[10]);
        log.close();
        log.close();
        assertThat(log.await(end, 0)).isTrue();
        assertThat(log.failure()).isNull();
        assertThatThrownBy(() -> LogBox.append(log, new byte[10])).isInstanceOf(LogFailedException.class)
            .hasMessageContaining("is closed");
    }
}
