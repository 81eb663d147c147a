package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.MemoryAccount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HashIndexTest {
    private final MemoryAccount account = new MemoryAccount(Long.MAX_VALUE);
    private final IndexMemory memory = new IndexMemory(account);

    @AfterEach
    void close() {
        memory.close();
        assertThat(account.bytes()).isZero();
    }

    @Test
    void keepsAnyKeyIncludingZeroAndMinusOne() {
        var index = new HashIndex(memory, 0);
        long[] keys = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long key : keys) {
            assertThat(index.find(key)).isZero();
            assertThat(index.putIfAbsent(key, key ^ 5)).isZero();
        }
        for (long key : keys) {
            assertThat(index.find(key)).isEqualTo(key ^ 5);
            assertThat(index.putIfAbsent(key, 9)).isEqualTo(key ^ 5);
            assertThat(index.remove(key)).isEqualTo(key ^ 5);
            assertThat(index.remove(key)).isZero();
        }
    }

    @Test
    void replacesAndRemovesOnlyWhatIsExpected() {
        var index = new HashIndex(memory, 0);
        assertThat(index.replace(3, 8, 9)).isFalse();
        assertThat(index.remove(3, 8)).isFalse();
        index.putIfAbsent(3, 8);
        assertThat(index.replace(3, 9, 10)).isFalse();
        assertThat(index.replace(3, 8, 9)).isTrue();
        assertThat(index.remove(3, 8)).isFalse();
        assertThat(index.find(3)).isEqualTo(9);
        assertThat(index.remove(3, 9)).isTrue();
        assertThat(index.find(3)).isZero();
    }

    @Test
    void agreesWithAModelThroughGrowthAndRemovals() {
        for (int round = 0; round < 40; round++) {
            long seed = 1000L + round;
            var random = new Random(seed);
            var index = new HashIndex(memory, round % 3 == 0 ? 5000 : 0);
            Map<Long, Long> model = new HashMap<>();
            int keys = 1 + random.nextInt(4000);
            for (int i = 0; i < 10_000; i++) {
                long key = (random.nextInt(keys) - keys / 2) * (round % 2 == 0 ? 1L : 1L << 40);
                if (random.nextInt(5) < 3) {
                    Long before = model.putIfAbsent(key, (long) i + 1);
                    same(index.putIfAbsent(key, i + 1), before == null ? 0 : before, seed, key);
                } else {
                    Long before = model.remove(key);
                    same(index.remove(key), before == null ? 0 : before, seed, key);
                }
            }
            for (long k = -keys; k <= keys; k++) {
                long key = k * (round % 2 == 0 ? 1L : 1L << 40);
                same(index.find(key), model.getOrDefault(key, 0L), seed, key);
            }
        }
    }

    /** An assertion for each of so many steps would take longer than they do. */
    private static void same(long actual, long expected, long seed, long key) {
        if (actual != expected) {
            assertThat(actual).as("seed %d key %d", seed, key).isEqualTo(expected);
        }
    }

    @Test
    void readersSeeStableKeysBesideWritersThatShiftAndGrow() throws InterruptedException {
        var index = new HashIndex(memory, 0);
        int stable = 2000;
        for (long key = 0; key < stable; key++) {
            index.putIfAbsent(2 * key, key + 1);
        }
        var writer = Thread.ofPlatform().start(() -> {
            for (int round = 0; round < 60; round++) {
                for (long key = 0; key < 4000; key++) {
                    index.putIfAbsent(2 * key + 1, -(key + 1));
                }
                for (long key = 0; key < 4000; key++) {
                    index.remove(2 * key + 1);
                }
            }
        });
        do {
            for (long key = 0; key < stable; key++) {
                assertThat(index.find(2 * key) == key + 1).isTrue();
                long other = index.find(2 * key + 1);
                assertThat(other == 0 || other == -(key + 1)).isTrue();
            }
        } while (writer.isAlive());
        assertThat(writer.join(Duration.ofSeconds(10))).isTrue();
        for (long key = 0; key < 4000; key++) {
            assertThat(index.find(2 * key)).isEqualTo(key < stable ? key + 1 : 0);
            assertThat(index.find(2 * key + 1)).isZero();
        }
    }

    /** Blocks go from one index to the other, so a reader of a table that was replaced meets foreign entries. */
    @Test
    void readersAreNotMisledByTablesThatBecameOtherTables() throws InterruptedException {
        var index = new HashIndex(memory, 0);
        for (long key = 0; key < 200; key++) {
            index.putIfAbsent(key, key + 1);
        }
        var writer = Thread.ofPlatform().start(() -> {
            long next = 200;
            for (int round = 0; round < 60; round++) {
                var other = new HashIndex(memory, 0);
                for (long key = 0; key < 3000; key++) {
                    other.putIfAbsent(((key / 200) << 32) | (key % 200), -7);
                    if (key % 16 == 0) {
                        index.putIfAbsent(next, next + 1);
                        next++;
                    }
                }
            }
        });
        long known = 200;
        do {
            for (long key = 0; key < known; key++) {
                assertThat(index.find(key) == key + 1).isTrue();
                assertThat(index.find(~key) == 0).isTrue();
                index.touch(key);
            }
            while (index.find(known) != 0) {
                known++;
            }
        } while (writer.isAlive());
        assertThat(writer.join(Duration.ofSeconds(10))).isTrue();
        // Of 60 rounds each adds one key in 16 of its 3000.
        long last = 200 + 60 * 188;
        for (long key = 0; key <= last; key++) {
            assertThat(index.find(key)).isEqualTo(key < last ? key + 1 : 0);
            assertThat(index.find(~key)).isZero();
        }
    }

    /** Who has waited for the latch finds that another thread has made room. */
    @Test
    void tableGrowsOnceForAllWhoWaitForIt() throws InterruptedException {
        var growths = new AtomicInteger();
        try (var counting = new IndexMemory(account) {
            @Override
            public long tryTake(int sizeClass) {
                growths.incrementAndGet();
                return super.tryTake(sizeClass);
            }
        }) {
            for (int round = 1; round <= 100; round++) {
                var segment = segmentWithoutRoom(counting);
                var threads = new ArrayList<Thread>();
                var started = new CountDownLatch(4);
                segment.latch();
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofPlatform().start(() -> {
                        started.countDown();
                        segment.reserve();
                    }));
                }
                started.await();
                segment.unlatchUnchanged();
                for (Thread thread : threads) {
                    assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
                }
                assertThat(growths.get()).isEqualTo(round);
                assertThat(segment.find(3, HashIndex.mix(3))).isEqualTo(4);
            }
        }
    }

    @Test
    void growthThatIsRefusedIsNoChangeForReaders() {
        try (var refusing = new IndexMemory(account) {
            @Override
            public long tryTake(int sizeClass) {
                return 0;
            }
        }) {
            var segment = segmentWithoutRoom(refusing);
            long before = segment.readStamp();
            assertThat(segment.reserve()).as("one more fits").isTrue();
            assertThat(segment.unchangedSince(before)).isTrue();
            segment.putIfAbsent(4, HashIndex.mix(4), 5);
            long full = segment.readStamp();
            assertThat(segment.reserve()).isFalse();
            assertThat(segment.unchangedSince(full)).isTrue();
        }
    }

    /** Returns a segment that is to grow before the next entry, with the values key + 1. */
    private static HashSegment segmentWithoutRoom(IndexMemory memory) {
        var segment = new HashSegment(memory, 0);
        for (long key = 0; key < 4; key++) {
            segment.putIfAbsent(key, HashIndex.mix(key), key + 1);
        }
        return segment;
    }

    @Test
    void reserveIsRefusedOnlyWhenTheLimitLeavesNoRoomAndChangesNothing() {
        long limitBytes = 256 << 10;
        var bounded = new MemoryAccount(limitBytes);
        try (var small = new IndexMemory(bounded)) {
            var index = new HashIndex(small, 0);
            long key = 0;
            while (index.reserve(key)) {
                assertThat(bounded.bytes()).isLessThanOrEqualTo(limitBytes);
                long before = bounded.bytes();
                assertThat(index.putIfAbsent(key, key + 1)).isZero();
                assertThat(bounded.bytes()).as("an insert that was reserved takes no memory").isEqualTo(before);
                key++;
            }
            assertThat(key).isGreaterThan(limitBytes / 100);
            assertThat(index.find(key)).isZero();
            assertThat(index.putIfAbsent(key, key + 1)).as("who does not ask is not refused").isZero();
            assertThat(bounded.bytes()).isGreaterThan(limitBytes);
            for (long k = 0; k <= key; k++) {
                assertThat(index.find(k)).isEqualTo(k + 1);
            }
        }
    }
}
