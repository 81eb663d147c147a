package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extended atomics against a reference that goes bit by bit, as the vendor's manual describes them. */
@Timeout(60)
class ExtendedAtomicsPropertyTest {

    private static final int CASES = 100_000;
    private static final int CASES_SLOW = 2_000_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    /** Full adder by bits; no carry leaves a bit that is set in the boundary. */
    private static long[] slowAdd(long[] word, long[] add, long[] boundary) {
        final long[] result = new long[2];
        int carry = 0;
        for (int bit = 0; bit < 128; bit++) {
            final int sum = bit(word, bit) + bit(add, bit) + carry;
            result[bit >>> 6] |= (long) (sum & 1) << (bit & 63);
            carry = bit(boundary, bit) == 1 ? 0 : sum >>> 1;
        }
        return result;
    }

    private static long[] slowSwap(long[] word, long[] compare, long[] compareMask, long[] swap, long[] swapMask) {
        boolean equal = true;
        final long[] result = new long[2];
        for (int bit = 0; bit < 128; bit++) {
            equal &= bit(compareMask, bit) == 0 || bit(word, bit) == bit(compare, bit);
            final int chosen = bit(swapMask, bit) == 1 ? bit(swap, bit) : bit(word, bit);
            result[bit >>> 6] |= (long) chosen << (bit & 63);
        }
        return equal ? result : word;
    }

    private static int bit(long[] word, int bit) {
        return (int) (word[bit >>> 6] >>> (bit & 63)) & 1;
    }

    /** A word that likes its edges: few bits, all bits, runs of bits, neighbours of these. */
    private static long word(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> 1L << random.nextInt(64);
            case 3 -> -1L << random.nextInt(64);
            case 4 -> -1L >>> random.nextInt(64);
            case 5 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
            case 6 -> 1L << 63 | 1L << random.nextInt(64) | 1L;
            default -> random.nextLong();
        };
    }

    private static long[] pair(Random random) {
        return new long[] {word(random), word(random)};
    }

    @Test
    void fetchAndAddEqualsReference() {
        fetchAndAdd(CASES);
    }

    @Tag("slow")
    @Test
    void fetchAndAddEqualsReferenceInMillionsOfCases() {
        fetchAndAdd(CASES_SLOW);
    }

    private void fetchAndAdd(int cases) {
        final long seed = seeds.next();
        final Random random = new Random(seed);
        try (Rig rig = new Rig()) {
            final ExtFaa verb = new ExtFaa();
            for (int i = 0; i < cases; i++) {
                final long[] word = pair(random);
                final long[] add = pair(random);
                final long[] boundary = pair(random);
                rig.write(word);
                verb.at(Rig.ADDRESS).addLow(add[0], boundary[0]).addHigh(add[1], boundary[1]);
                rig.execute(verb);
                final long[] expected = slowAdd(word, add, boundary);
                rig.check(verb, word, expected, seed, i);
                assertThat(verb.newLow(word[0]) == expected[0] && verb.newHigh(word[0], word[1]) == expected[1])
                    .isTrue();
                rig.write(word);
                rig.endpoint.extFaa(Rig.ADDRESS, new AddFields(boundary[0], boundary[1]), add[0], add[1], rig.old);
                rig.check(rig.old, word, expected, seed, i);
            }
        }
    }

    @Test
    void compareAndSwapEqualsReference() {
        compareAndSwap(CASES);
    }

    @Tag("slow")
    @Test
    void compareAndSwapEqualsReferenceInMillionsOfCases() {
        compareAndSwap(CASES_SLOW);
    }

    private void compareAndSwap(int cases) {
        final long seed = seeds.next();
        final Random random = new Random(seed);
        int swapped = 0;
        try (Rig rig = new Rig()) {
            final ExtCas verb = new ExtCas();
            for (int i = 0; i < cases; i++) {
                final long[] word = pair(random);
                final long[] mask = pair(random);
                final long[] compare = pair(random);
                if (random.nextBoolean()) {
                    // Equal under the mask, or but for one bit.
                    final long flaw = random.nextInt(4) == 0 ? 1L << random.nextInt(64) : 0;
                    compare[0] = (word[0] & mask[0]) | (compare[0] & ~mask[0]);
                    compare[1] = ((word[1] & mask[1]) | (compare[1] & ~mask[1])) ^ flaw;
                }
                final long[] swap = pair(random);
                final long[] swapMask = pair(random);
                rig.write(word);
                verb.at(Rig.ADDRESS).compareLow(mask[0], compare[0]).compareHigh(mask[1], compare[1])
                    .swapLow(swapMask[0], swap[0]).swapHigh(swapMask[1], swap[1]);
                rig.execute(verb);
                final long[] expected = slowSwap(word, compare, mask, swap, swapMask);
                rig.check(verb, word, expected, seed, i);
                final boolean equal = ((word[0] ^ compare[0]) & mask[0]) == 0
                    && ((word[1] ^ compare[1]) & mask[1]) == 0;
                assertThat(verb.succeeded()).isEqualTo(equal);
                rig.write(word);
                final CasMasks masks = new CasMasks(mask[0], mask[1], swapMask[0], swapMask[1]);
                assertThat(rig.endpoint.extCas(Rig.ADDRESS, masks, compare[0], compare[1], swap[0], swap[1], rig.old))
                    .isEqualTo(equal);
                rig.check(rig.old, word, expected, seed, i);
                swapped += equal ? 1 : 0;
            }
        }
        assertThat(swapped).isBetween(cases / 5, cases * 4 / 5);
    }

    @Test
    void readerCountNeitherBorrowsNorCarries() {
        final long boundary = 1L | 1L << 23 | 1L << 63;
        try (Rig rig = new Rig()) {
            final ExtFaa verb = new ExtFaa();
            for (long epoch = 0; epoch <= 1; epoch++) {
                for (long tail : new long[] {0, 0xFFFF_FFFF_FFL << 24, 1L << 24, 1L << 63}) {
                    rig.write(new long[] {epoch | tail, -1});
                    rig.execute(verb.at(Rig.ADDRESS).addLow(0xFF_FFFEL, boundary)
                        .addHigh(1, 1L << 47 | 1L << 63));
                    assertThat(rig.endpoint.readWord(Rig.ADDRESS)).isEqualTo(epoch | tail | 0xFF_FFFEL);
                    assertThat(rig.endpoint.readWord(Rig.ADDRESS + 8)).isEqualTo(0xFFFF_0000_0000_0000L);
                    rig.execute(verb.at(Rig.ADDRESS).addLow(2, boundary));
                    assertThat(rig.endpoint.readWord(Rig.ADDRESS)).isEqualTo(epoch | tail);
                    rig.execute(verb.at(Rig.ADDRESS).addLow(1, boundary));
                    assertThat(rig.endpoint.readWord(Rig.ADDRESS)).isEqualTo((1 - epoch) | tail);
                }
            }
        }
    }

    @Test
    void withoutBoundaryItIsA128BitAddition() {
        try (Rig rig = new Rig()) {
            rig.write(new long[] {-1, 41});
            rig.execute(new ExtFaa().at(Rig.ADDRESS).addLow(1, 0));
            assertThat(rig.endpoint.readWord(Rig.ADDRESS)).isZero();
            assertThat(rig.endpoint.readWord(Rig.ADDRESS + 8)).isEqualTo(42);
        }
    }

    @Test
    void operandsCanBeReadBack() {
        final ExtCas cas = new ExtCas().at(16).compareLow(1, 2).compareHigh(3, 4).swapLow(5, 6).swapHigh(7, 8);
        assertThat(new long[] {cas.compareMaskLow(), cas.compareLow(), cas.compareMaskHigh(), cas.compareHigh(),
            cas.swapMaskLow(), cas.swapLow(), cas.swapMaskHigh(), cas.swapHigh(), cas.address()})
            .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 16);
        cas.at(32);
        assertThat(cas.compareMaskLow() | cas.compareMaskHigh() | cas.swapMaskLow() | cas.swapMaskHigh()).isZero();
        final ExtFaa faa = new ExtFaa().at(16).addLow(1, 2).addHigh(3, 4);
        assertThat(new long[] {faa.addLow(), faa.boundaryLow(), faa.addHigh(), faa.boundaryHigh()})
            .containsExactly(1, 2, 3, 4);
    }

    /** One entry in the middle of others, which must never change. */
    private static final class Rig implements AutoCloseable {

        private static final long ADDRESS = 16;
        private final InProcessFabric fabric = new InProcessFabric(48, new WaitPolicy(0, 0));
        private final Endpoint endpoint = fabric.connect();
        private final WordPair old = new WordPair();

        private void execute(Verb verb) {
            endpoint.execute(new VerbBatch().add(verb));
        }

        private void write(long[] word) {
            endpoint.writeWord(ADDRESS, word[0]);
            endpoint.writeWord(ADDRESS + 8, word[1]);
        }

        private void check(Verb verb, long[] before, long[] after, long seed, int round) {
            old.set(verb.oldLow(), verb.oldHigh());
            check(old, before, after, seed, round);
        }

        private void check(WordPair returned, long[] before, long[] after, long seed, int round) {
            final boolean right = returned.low() == before[0] && returned.high() == before[1]
                && endpoint.readWord(ADDRESS) == after[0] && endpoint.readWord(ADDRESS + 8) == after[1]
                && endpoint.readWord(ADDRESS - 8) == 0 && endpoint.readWord(ADDRESS + 16) == 0;
            if (!right) {
                assertThat(right).as("case %d of seed %d: %s -> %s", round, seed, hex(before), hex(after)).isTrue();
            }
        }

        private static String hex(long[] word) {
            return Long.toHexString(word[0]) + ":" + Long.toHexString(word[1]);
        }

        @Override
        public void close() {
            fabric.close();
        }
    }
}
