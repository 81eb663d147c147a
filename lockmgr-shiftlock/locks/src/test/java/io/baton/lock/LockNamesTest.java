package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names are spread over the slots of a table. */
@Timeout(30)
class LockNamesTest {

    @Test
    void namesSpreadOverSlots() {
        final int slots = 1_000;
        for (long stride : new long[] {1, 1_000, 1L << 20, 1L << 32, 1L << 48}) {
            final int[] counts = new int[slots];
            for (long i = 0; i < 100_000; i++) {
                counts[LockNames.slot(i * stride, slots)]++;
            }
            for (int count : counts) {
                assertThat(count).as("names %d apart", stride).isBetween(40, 170);
            }
        }
        for (int some : new int[] {1, 2, 3, 1 << 20, Integer.MAX_VALUE}) {
            for (long name : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 42}) {
                assertThat(LockNames.slot(name, some)).isBetween(0, some - 1);
            }
        }
    }
}
