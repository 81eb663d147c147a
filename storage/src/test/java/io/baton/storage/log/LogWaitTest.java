package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.WaitKeeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for the log, and appending to one that is full. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogWaitTest {
    @TempDir
    private Path directory;
    private final HeldClock clock = new HeldClock();

    private LogBox box() {
        return new LogBox(directory).wallClock(clock);
    }

    @Test
    void aWaitThatTakesTooLongEndsAndCanBeTriedAgain() {
        try (Log log = box().open()) {
            clock.hold();
            final long end = LogBox.append(log, new byte[20]);
            assertThat(log.await(end, 0)).isFalse();
            assertThat(log.await(end, 5_000_000)).isFalse();
            assertThat(log.forced()).isLessThan(end);
            clock.letGo();
            assertThat(log.await(end, LogBox.FOREVER)).isTrue();
        }
    }

    @Test
    void anInterruptNeitherEndsAWaitNorIsLost() throws Exception {
        try (Log log = box().open()) {
            for (int round = 0; round < 20; round++) {
                clock.hold();
                final AtomicBoolean reached = new AtomicBoolean();
                final AtomicBoolean interrupted = new AtomicBoolean();
                final Thread thread = Thread.ofVirtual().start(() -> {
                    Thread.currentThread().interrupt();
                    reached.set(log.await(LogBox.append(log, new byte[20]), LogBox.FOREVER));
                    interrupted.set(Thread.currentThread().isInterrupted());
                });
                while (log.appended() == log.forced()) {
                    Thread.onSpinWait();
                }
                thread.interrupt();
                assertThat(thread.join(java.time.Duration.ofMillis(2))).isFalse();
                clock.letGo();
                thread.join();
                assertThat(reached).isTrue();
                assertThat(interrupted).isTrue();
            }
            assertThat(log.failure()).isNull();
        }
    }

    @Test
    void whoFindsTheBufferFullWaitsForTheDisk() throws Exception {
        final LogBox box = box();
        final List<Thread> threads = new ArrayList<>();
        try (Log log = box.open()) {
            clock.hold();
            for (int i = 0; i < 4; i++) {
                final int first = i * 100;
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int j = first; j < first + 100; j++) {
                        LogBox.append(log, LogBox.writes(j, 1_000));
                    }
                }));
            }
            while (log.statistics().waitsForRoom() < 4) {
                Thread.onSpinWait();
            }
            clock.letGo();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(LogBox.hashes(box.writes())).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    void aLongWaitEndsInTimeWithoutATimerOfItsOwn() throws Exception {
        final List<Thread> threads = new ArrayList<>();
        final AtomicInteger tooLate = new AtomicInteger();
        try (Log log = box().open()) {
            clock.hold();
            final long end = LogBox.append(log, new byte[20]);
            for (int i = 0; i < 20; i++) {
                final long timeout = WaitKeeper.FAR_NANOS + i * 5_000_000L;
                final Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(builder.start(() -> {
                    final long begin = System.nanoTime();
                    if (!log.await(end, timeout) && System.nanoTime() - begin >= timeout) {
                        tooLate.incrementAndGet();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(tooLate).hasValue(20);
            clock.letGo();
            assertThat(log.await(end, LogBox.FOREVER)).isTrue();
        }
    }

    @Test
    void everybodyIsToldAlsoWhenSomeLeaveAtThatMoment() throws Exception {
        try (Log log = box().open()) {
            for (int round = 0; round < 50; round++) {
                clock.hold();
                final long end = LogBox.append(log, new byte[20]);
                final List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    // Some give up while the others are woken.
                    final long timeout = i % 3 == 0 ? 1 + i * 20_000L : LogBox.FOREVER;
                    threads.add(Thread.ofVirtual().start(() -> log.await(end, timeout)));
                }
                clock.letGo();
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }
    }

    @Test
    void nobodyWaitsForWhatIsNotThere() {
        try (Log log = box().open()) {
            final long beyond = log.appended() + 8;
            assertThatThrownBy(() -> log.await(beyond, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LSN " + beyond + " is behind the end of the log");
            assertThatThrownBy(() -> log.append(0, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 byte");
        }
    }

    @Test
    void whatWasAppendedBeforeTheCloseIsThere() throws Exception {
        for (int round = 0; round < 20; round++) {
            final LogBox box = new LogBox(directory.resolve("round" + round)).wallClock(clock).makeDirectory();
            final AtomicInteger appended = new AtomicInteger();
            final List<Thread> threads = new ArrayList<>();
            final Queue<String> refusals = new ConcurrentLinkedQueue<>();
            final AtomicBoolean forced = new AtomicBoolean();
            final Thread last;
            try (Log log = box.open()) {
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofPlatform().start(() -> {
                        try {
                            while (true) {
                                LogBox.append(log, new byte[300]);
                                appended.incrementAndGet();
                            }
                        } catch (LogFailedException e) {
                            refusals.add(String.valueOf(e.getMessage()));
                        }
                    }));
                }
                while (appended.get() < 10 * round) {
                    Thread.onSpinWait();
                }
                final long end = LogBox.append(log, new byte[1]);
                last = Thread.ofVirtual().start(() -> forced.set(log.await(end, LogBox.FOREVER)));
            }
            last.join();
            assertThat(forced).isTrue();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(refusals).hasSize(threads.size()).allMatch(message -> message.contains("is closed"));
            assertThat(box.read()).hasSize(appended.get() + 1);
            assertThat(box.end().closed()).isTrue();
        }
    }

    @Test
    void manyThreadsShareForces() throws Exception {
        final LogBox box = box().bufferBytes(1 << 20);
        final List<Thread> threads = new ArrayList<>();
        final AtomicInteger wrong = new AtomicInteger();
        try (Log log = box.open()) {
            for (int i = 0; i < 64; i++) {
                final int first = i * 20;
                final Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(builder.start(() -> {
                    long before = 0;
                    for (int j = first; j < first + 20; j++) {
                        final long end = LogBox.append(log, LogBox.writes(j, 8 + j));
                        if (end <= before || !log.await(end, LogBox.FOREVER) || log.forced() < end) {
                            wrong.incrementAndGet();
                        }
                        before = end;
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).hasValue(0);
            assertThat(log.statistics().transactions()).isEqualTo(64 * 20);
            assertThat(log.statistics().transactionsPerForce()).isGreaterThan(1);
        }
        assertThat(box.read()).hasSize(64 * 20).allMatch(read -> {
            final int id = (read.writes()[0] & 0xff) + ((read.writes()[1] & 0xff) << 8);
            return java.util.Arrays.equals(read.writes(), LogBox.writes(id, 8 + id));
        });
    }

    @Test
    void anAsynchronousLogIsForcedInTimeOrWhenAsked() {
        final LogBox box = box().mode(LogMode.ASYNC).asyncNanos(3_600_000_000_000L);
        try (Log log = box.open()) {
            final long end = LogBox.append(log, new byte[100]);
            assertThat(log.await(end, 20_000_000)).isFalse();
            log.force();
            assertThat(log.forced()).isGreaterThanOrEqualTo(end);
            for (int i = 0; i < 1_000; i++) {
                LogBox.append(log, new byte[1_000]);
            }
            assertThat(log.statistics().forces()).isEqualTo(1);
        }
        assertThat(box.read()).hasSize(1_001);
        try (Log log = box.asyncNanos(1_000_000).open()) {
            assertThat(log.await(LogBox.append(log, new byte[100]), LogBox.FOREVER)).isTrue();
        }
    }
}
