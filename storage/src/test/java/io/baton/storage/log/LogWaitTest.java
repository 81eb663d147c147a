package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for the log, and appending to one that is full. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogWaitTest {
    private static class Heard implements LogListener {
        private final AtomicInteger forced = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final CountDownLatch told = new CountDownLatch(1);

        @Override
        public void forced() {
            forced.incrementAndGet();
            told.countDown();
        }

        @Override
        public void failed(LogFailedException failure) {
            failed.incrementAndGet();
            told.countDown();
        }
    }

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
    void aListenerIsCalledOnceWhenItsRecordIsForced() throws Exception {
        final List<Heard> all = new ArrayList<>();
        final AtomicInteger thrown = new AtomicInteger();
        final ThreadFactory threads = Thread.ofPlatform().daemon()
            .uncaughtExceptionHandler((thread, e) -> thrown.incrementAndGet()).factory();
        try (Log log = box().threads(threads).open()) {
            clock.hold();
            final List<Long> order = new CopyOnWriteArrayList<>();
            long end = 0;
            for (int i = 0; i < 100; i++) {
                end = LogBox.append(log, new byte[50]);
                final Heard heard = new Heard();
                final long own = end;
                log.whenForced(end, heard);
                log.whenForced(end, new Heard() {
                    @Override
                    public void forced() {
                        order.add(own);
                        throw new IllegalStateException("a listener that must not throw");
                    }
                });
                all.add(heard);
            }
            assertThat(all).allMatch(heard -> heard.forced.get() == 0);
            clock.letGo();
            log.await(end, LogBox.FOREVER);
            for (Heard heard : all) {
                heard.told.await();
            }
            final Heard late = new Heard();
            log.whenForced(end, late);
            assertThat(late.forced).hasValue(1);
            assertThat(log.await(LogBox.append(log, new byte[50]), LogBox.FOREVER)).isTrue();
            assertThat(order).hasSize(100).isSorted();
        }
        assertThat(thrown).hasValue(100);
        assertThat(all).allMatch(heard -> heard.forced.get() == 1 && heard.failed.get() == 0);
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
            final Heard last = new Heard();
            try (Log log = box.open()) {
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofPlatform().start(() -> {
                        try {
                            while (true) {
                                LogBox.append(log, new byte[300]);
                                appended.incrementAndGet();
                            }
                        } catch (LogFailedException e) {
                            assertThat(e).hasMessageContaining("is closed");
                        }
                    }));
                }
                while (appended.get() < 10 * round) {
                    Thread.onSpinWait();
                }
                log.whenForced(LogBox.append(log, new byte[1]), last);
            }
            assertThat(last.forced).hasValue(1);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(box.read()).hasSize(appended.get() + 1);
            assertThat(box.end().closed()).isTrue();
        }
    }

    @Test
    void aListenerMayCloseTheLog() throws Exception {
        final LogBox box = box();
        final Log log = box.open();
        final CountDownLatch called = new CountDownLatch(1);
        log.whenForced(LogBox.append(log, new byte[9]), new LogListener() {
            @Override
            public void forced() {
                log.close();
                Thread.currentThread().interrupt();
                called.countDown();
            }

            @Override
            public void failed(LogFailedException failure) {
                throw failure;
            }
        });
        // If the record was forced already, it was this thread that the listener has interrupted.
        Thread.interrupted();
        called.await();
        log.close();
        assertThat(log.failure()).isNull();
        assertThat(box.end().closed()).isTrue();
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
