package io.baton.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class IndexMemoryTest {
    private static final long LIMIT_BYTES = 8 << 20;

    private final MemoryAccount account = new MemoryAccount(LIMIT_BYTES);
    private final IndexMemory memory = new IndexMemory(account);

    @AfterEach
    void closeGivesAllBack() {
        memory.close();
        memory.close();
        assertThat(account.bytes()).isZero();
    }

    /** Fills each block with its own number and finds it whole when the block goes: no two overlap. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(longs = {1, 2, 3, 4})
    void blocksAreAlignedAndNeverOverlap(long seed) {
        var random = new Random(seed);
        Map<Long, Integer> taken = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(100) < 52) {
                int sizeClass = random.nextInt(random.nextInt(12) + 1);
                long block = memory.take(sizeClass);
                assertThat(block % IndexMemory.BLOCK_BYTES_MIN).isZero();
                assertThat(taken.put(block, sizeClass)).as("seed %d", seed).isNull();
                for (long i = 0; i < IndexMemory.bytes(sizeClass); i += 8) {
                    Memory.putLong(block + i, ~block);
                }
            } else if (!taken.isEmpty()) {
                var some = taken.entrySet().iterator().next();
                long block = some.getKey();
                int sizeClass = some.getValue();
                taken.remove(block);
                for (long i = 0; i < IndexMemory.bytes(sizeClass); i += 8) {
                    assertThat(Memory.getLong(block + i)).as("seed %d", seed).isEqualTo(~block);
                }
                memory.give(block, sizeClass);
            }
        }
        long used = taken.values().stream().mapToLong(IndexMemory::bytes).sum();
        assertThat(account.bytes()).isGreaterThanOrEqualTo(used);
    }

    @Test
    void whatWasGivenBackIsUsedAgainWholeOrInParts() {
        long large = memory.take(14);
        long before = account.bytes();
        memory.give(large, 14);
        for (int i = 0; i < 1 << 14; i++) {
            assertThat(memory.take(0)).isBetween(large, large + IndexMemory.bytes(14) - 1);
        }
        assertThat(account.bytes()).isEqualTo(before);
        memory.take(0);
        assertThat(account.bytes()).isGreaterThan(before);
    }

    @Test
    void limitIsKeptByWhoAsksAndExceededByWhoMust() {
        long left = 1 << 20;
        account.take(LIMIT_BYTES - left);
        assertThat(account.admits(0)).isTrue();
        long before = account.bytes();
        assertThat(memory.tryTake(15)).isZero();
        assertThat(account.bytes()).isEqualTo(before);
        assertThat(memory.tryTake(0)).isNotZero();
        assertThat(memory.take(15)).isNotZero();
        assertThat(account.bytes()).isGreaterThan(LIMIT_BYTES);
        assertThat(account.admits(0)).isFalse();
        account.give(LIMIT_BYTES - left);
    }

    @Test
    void memoryThatTheSystemDoesNotHaveIsNotCounted() {
        memory.take(0);
        long before = account.bytes();
        try {
            memory.take(40);
            throw new AssertionError("this machine has 64 TB");
        } catch (OutOfMemoryError expected) {
            assertThat(account.bytes()).isEqualTo(before);
        }
        assertThat(memory.take(0)).isNotZero();
    }
}
