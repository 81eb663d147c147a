package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Memory;
import io.baton.storage.memory.MemoryAccount;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copying the row that a directory leads to, while others put and remove in the same segment. */
@Timeout(40)
class LoneRowCopyTest {
    private static final int ROW_BYTES = 1 << 20;
    private static final int COPIES = 200;
    /** Copies that come to their end only then have waited for a quiet moment. */
    private static final long BUSY_NANOS = 15_000_000_000L;
    private static final long KEY = 1;
    /** The directory's segment comes from the hash's top bits. */
    private static final long NEIGHBOUR = LongStream.iterate(2, key -> key + 1)
        .filter(key -> HashIndex.mix(key) >>> 60 == HashIndex.mix(KEY) >>> 60).findFirst().orElseThrow();

    private final IndexMemory memory = new IndexMemory(new MemoryAccount(Long.MAX_VALUE));
    private final HashIndex directory = new HashIndex(memory, 0);
    private final long row = Memory.allocate(ROW_BYTES);
    private final long copy = Memory.allocate(ROW_BYTES);

    @AfterEach
    void close() {
        Memory.free(row, ROW_BYTES);
        Memory.free(copy, ROW_BYTES);
        memory.close();
    }

    @Test
    @Tag("thorough")
    void copyComesToItsEndHoweverBusyItsSegmentIs() {
        Memory.zero(row, ROW_BYTES);
        directory.putIfAbsent(KEY, row);
        var done = new AtomicBoolean();
        var changes = new AtomicLong();
        long begin = System.nanoTime();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            while (!done.get() && System.nanoTime() - begin < BUSY_NANOS) {
                directory.putIfAbsent(NEIGHBOUR, row);
                directory.remove(NEIGHBOUR);
                changes.lazySet(changes.getPlain() + 1);
            }
        });
        try {
            for (int i = 0; i < COPIES; i++) {
                long before = changes.get();
                while (changes.get() < before + 10 && !writer.isDone()) {
                    Thread.onSpinWait();
                }
                Memory.putLong(row + ROW_BYTES - 8, i);
                assertThat(directory.copyLoneRow(KEY, 0, ROW_BYTES, copy)).isEqualTo(row);
                assertThat(Memory.getLong(copy + ROW_BYTES - 8)).isEqualTo(i);
            }
            assertThat(writer).as("what keeps the segment busy").isNotDone();
        } finally {
            done.set(true);
        }
        writer.join();
    }

    @Test
    void onlyThatPartOfARowIsCopiedThatIsWanted() {
        Memory.zero(copy, ROW_BYTES);
        LongStream.range(0, 4).forEach(i -> Memory.putLong(row + 8 * i, i + 1));
        directory.putIfAbsent(KEY, row);
        assertThat(directory.copyLoneRow(KEY, 8, 24, copy)).isEqualTo(row);
        assertThat(LongStream.range(0, 4).map(i -> Memory.getLong(copy + 8 * i))).containsExactly(0L, 2L, 3L, 0L);
        assertThat(directory.copyLoneRow(KEY + 1, 0, ROW_BYTES, copy)).isZero();
        directory.replace(KEY, row, row | 1);
        assertThat(directory.copyLoneRow(KEY, 0, ROW_BYTES, copy)).as("a partition").isEqualTo(row | 1);
        assertThat(Memory.getLong(copy)).isZero();
    }
}
