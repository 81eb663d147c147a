package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.testing.Seeds;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client's holds, found by slot and by attempt. */
@Timeout(30)
class BookkeepingTest {

    private static final int MANY = 300_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    @Test
    void holdsBehaveLikeAMap() {
        final long seed = seeds.next();
        final Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            final Holds holds = new Holds();
            final Map<Integer, Hold> model = new HashMap<>();
            final List<Hold> ghosts = new ArrayList<>();
            final int range = 1 << random.nextInt(12);
            final int stride = random.nextBoolean() ? 1 : 1 << random.nextInt(16);
            for (int i = 0; i < 2_000; i++) {
                final int slot = random.nextInt(range) * stride;
                final Hold known = model.get(slot);
                if (random.nextInt(500) == 0) {
                    holds.endAll();
                    model.clear();
                } else if (known == null && !ghosts.isEmpty() && random.nextInt(4) == 0) {
                    final Hold ghost = ghosts.removeLast();
                    if (model.containsKey(ghost.slot)) {
                        holds.retire(ghost);
                    } else {
                        holds.attach(ghost);
                        model.put(ghost.slot, ghost);
                    }
                } else if (known == null) {
                    model.put(slot, random.nextBoolean() ? holds.begin(slot) : holds.use(slot));
                } else if (random.nextInt(8) == 0) {
                    holds.detach(known);
                    ghosts.add(known);
                    model.remove(slot);
                } else if (random.nextInt(3) > 0) {
                    holds.end(known);
                    model.remove(slot);
                }
                final Hold inUse = model.get(slot);
                if (inUse != null) {
                    assertThat(holds.use(slot)).as("seed %d", seed).isSameAs(inUse);
                }
                final int probe = random.nextInt(range) * stride;
                assertThat(holds.get(probe)).as("seed %d", seed).isSameAs(model.get(probe));
                assertThat(holds.size()).isEqualTo(model.size());
            }
            final Set<Hold> all = new HashSet<>();
            for (int i = 0; i < holds.size(); i++) {
                assertThat(holds.at(i).position).isEqualTo(i);
                all.add(holds.at(i));
            }
            assertThat(all).as("seed %d", seed).isEqualTo(new HashSet<>(model.values()));
            assertThat(Collections.disjoint(all, ghosts)).as("seed %d", seed).isTrue();
        }
    }

    /** Some hundred holds take ten times what the measurement may. */
    @Test
    void whatIsReservedNeedsNoMemory() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Holds holds = new Holds();
        holds.begin(7);
        holds.reserve(500);
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int slot = 1_000; slot < 1_500; slot++) {
            holds.begin(slot);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4_096);
        assertThat(holds.get(7)).isNotNull();
        assertThat(holds.size()).isEqualTo(501);
    }

    @Test
    void attemptsAreNamedOnce() {
        final Holds holds = new Holds();
        final Hold first = holds.begin(7);
        assertThat(first.attempt).isZero();
        holds.nameAttempt(first);
        final long attempt = first.attempt;
        assertThat(attempt).isNotZero();
        holds.end(first);
        assertThat(first.attempt).isZero();
        final Hold again = holds.begin(7);
        assertThat(again).isSameAs(first);
        holds.nameAttempt(again);
        assertThat(again.attempt).isGreaterThan(attempt);
    }

    /** As a table's locks are at most 2^28, there is no smaller limit. */
    @Test
    void manyHoldsAreFoundAndGivenBackAfterwards() {
        final Holds holds = new Holds();
        final Set<Hold> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 3; round++) {
            for (int slot = 0; slot < MANY; slot++) {
                holds.begin(slot * 3);
            }
            final Hold ghost = holds.at(MANY / 2);
            holds.detach(ghost);
            assertThat(holds.size()).isEqualTo(MANY - 1);
            for (int slot = 0; slot < MANY; slot++) {
                final Hold hold = holds.get(slot * 3);
                if (slot * 3 == ghost.slot) {
                    assertThat(hold).isNull();
                } else if (hold == null || hold.slot != slot * 3) {
                    throw new AssertionError("slot " + slot * 3 + " has " + hold);
                }
            }
            if (round == 1) {
                for (int i = holds.size() - 1; i >= 0; i--) {
                    holds.end(holds.at(i));
                }
            } else {
                holds.endAll();
            }
            assertThat(holds.describe()).as("with a ghost").hasSizeGreaterThan(MANY);
            holds.retire(ghost);
            assertThat(holds.describe()).hasSizeLessThan(8 * Holds.KEPT);
            for (int slot = 0; slot < Holds.KEPT; slot++) {
                final Hold hold = holds.use(slot);
                assertThat(holds.get(slot)).isSameAs(hold);
                assertThat(kept.add(hold)).isEqualTo(round == 0);
            }
            assertThat(kept).hasSize(Holds.KEPT);
            holds.endAll();
        }
    }

    @Test
    void anyTwoHoldsChangePlaces() {
        final Holds holds = new Holds();
        for (int slot = 0; slot < 5; slot++) {
            holds.begin(slot);
        }
        holds.move(holds.at(1), 4);
        holds.move(holds.at(2), 2);
        final List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            assertThat(holds.at(i).position).isEqualTo(i);
            slots.add(holds.at(i).slot);
        }
        assertThat(slots).containsExactly(0, 4, 2, 3, 1);
    }
}
