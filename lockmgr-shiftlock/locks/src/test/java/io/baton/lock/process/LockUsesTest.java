package io.baton.lock.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses in a row, in tables with room for all locks and in larger ones. */
final class LockUsesTest {

    private static final int LARGE = 10_000_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 16, (1 << 16) + 1, LARGE})
    void usesInARowCountUntilSomebodyElseReleases(int tableSlots) {
        final LockUses uses = new LockUses(tableSlots);
        final int slot = tableSlots - 1;
        assertThat(uses.streak(slot, 0)).isZero();
        uses.used(slot, 0, 1);
        uses.used(slot, 1, 2);
        assertThat(uses.streak(slot, 2)).isEqualTo(2);
        assertThat(uses.streak(slot, 3)).as("somebody else has released it").isZero();
        uses.used(slot, 3, 4);
        assertThat(uses.streak(slot, 4)).isEqualTo(1);
        uses.forget(slot);
        assertThat(uses.streak(slot, 4)).isZero();
    }

    @Test
    void allLocksOfATableAreRemembered() {
        final int slots = 1 << 16;
        final LockUses uses = new LockUses(slots);
        IntStream.range(0, slots).forEach(slot -> uses.used(slot, 0, 1));
        assertThat(IntStream.range(0, slots)).allMatch(slot -> uses.streak(slot, 1) == 1);
    }

    /** There must be one: more locks than places. */
    @Test
    void aLockThatIsPushedOutIsForgotten() {
        final LockUses uses = new LockUses(LARGE);
        uses.used(0, 0, 1);
        for (int slot = 1; slot <= 1 << 20; slot++) {
            uses.used(slot, 0, 1);
        }
        assertThat(uses.streak(0, 1)).isZero();
        uses.forget(0);
        assertThat(uses.streak(1 << 20, 1)).as("another lock's place is left alone").isEqualTo(1);
    }
}
