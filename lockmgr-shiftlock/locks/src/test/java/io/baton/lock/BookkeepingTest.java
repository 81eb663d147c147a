package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.fabric.Route;
import io.baton.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Layouts and containers: entry, notice, names, holds. */
@Timeout(30)
class BookkeepingTest {

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

    @Test
    void attemptsAreNamedOnce() {
        final Holds holds = new Holds();
        final Hold first = holds.begin(7);
        assertThat(first.attempt).isZero();
        assertThat(holds.ofAttempt(1)).isNull();
        holds.nameAttempt(first);
        final long attempt = first.attempt;
        assertThat(holds.ofAttempt(attempt)).isSameAs(first);
        holds.end(first);
        assertThat(holds.ofAttempt(attempt)).isNull();
        final Hold again = holds.begin(7);
        assertThat(again).isSameAs(first);
        holds.nameAttempt(again);
        assertThat(again.attempt).isNotEqualTo(attempt);
        assertThat(holds.ofAttempt(attempt)).isNull();
        assertThat(holds.ofAttempt(again.attempt + 1)).isNull();
        for (int i = 1; i < Holds.HOLDS_MAX; i++) {
            holds.begin(100 + i);
        }
        assertThatIllegalStateException().isThrownBy(() -> holds.begin(0)).withMessageContaining("65536");
    }

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

    @Test
    void entryFieldsAreWhereThePaperPutsThem() {
        final long route = Route.of(0xABCD, 0x123456);
        final long low = LockEntry.tailBits(route) | 0x55_5555L << 1 | 1;
        assertThat(low).isEqualTo(0x123456_ABCD_AAAAABL);
        assertThat(LockEntry.epoch(low)).isEqualTo(1);
        assertThat(LockEntry.readers(low)).isEqualTo(0x55_5555);
        assertThat(LockEntry.tail(low)).isEqualTo(route);
        assertThat(LockEntry.EPOCH_MASK | LockEntry.READERS_MASK | LockEntry.TAIL_MASK).isEqualTo(-1L);
        assertThat(LockEntry.EPOCH_MASK + LockEntry.READERS_MASK + LockEntry.TAIL_MASK).isEqualTo(-1L);
        assertThat(LockEntry.hasTail(LockEntry.READERS_MASK | 1)).isFalse();
        assertThat(LockEntry.hasTail(1L << 24)).isTrue();
        assertThat(LockEntry.isFree(1)).isTrue();
        assertThat(LockEntry.isFree(2)).isFalse();
        assertThat(LockEntry.readers(-1)).isEqualTo(LockEntry.READERS_MAX);
        assertThat(LockEntry.address(Integer.MAX_VALUE)).isEqualTo(16L * Integer.MAX_VALUE);
    }

    @Test
    void releaseCountStaysInItsGeneration() {
        final long last = 0x7FFF_FFFF_FFFF_FFFFL;
        assertThat(LockEntry.generation(last)).isEqualTo(0x7FFF);
        assertThat(LockEntry.advance(last, 1)).isEqualTo(0x7FFF_0000_0000_0000L);
        assertThat(LockEntry.advance(0xFFFF_0000_0000_0005L, 3)).isEqualTo(0xFFFF_0000_0000_0008L);
        assertThat(LockEntry.sameGeneration(last, LockEntry.advance(last, 1))).isTrue();
        assertThat(LockEntry.sameGeneration(last, last + 1)).isFalse();
        assertThat(LockEntry.toString(1 | 4, last))
            .isEqualTo("epoch=1 readers=2 tail=- relCnt=32767/" + ((1L << 48) - 1));
    }

    @Test
    void noticeComesBackAsItWasWritten() {
        final UnsafeBuffer wire = new UnsafeBuffer(new byte[100]);
        final LockNotice sent = new LockNotice()
            .compose(LockNotice.HANDOVER, 1 << 30, Long.MAX_VALUE, -2).turn(1, Integer.MAX_VALUE).from(Route.of(9, 8));
        wire.putBytes(13, sent.composed(), 0, LockNotice.BYTES);
        final LockNotice read = new LockNotice().wrap(wire, 13);
        assertThat(read.kind()).isEqualTo(LockNotice.HANDOVER);
        assertThat(read.slot()).isEqualTo(1 << 30);
        assertThat(read.attempt()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.relCnt()).isEqualTo(-2);
        assertThat(read.epoch()).isEqualTo(1);
        assertThat(read.consWrt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(read.route()).isEqualTo(Route.of(9, 8));
        sent.compose(LockNotice.SUCCESSOR, 0, 0, 0);
        assertThat(sent.consWrt() + sent.epoch() + sent.route()).isZero();
    }
}
