package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.testing.Crew;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The extended atomics are atomic against each other, with few threads on cores of their own and with hundreds on two.
 */
@Timeout(60)
class AtomicityStressTest {

    private static final long BOUNDARY = 1L | 1L << 23 | 1L << 63;
    private static final AddFields FIELDS = new AddFields(BOUNDARY, 1L << 47 | 1L << 63);
    private static final CasMasks ALL = new CasMasks(-1, -1, -1, -1);
    private static final CasMasks TAIL = new CasMasks(0, 0, -1L << 24, 0);

    private static InProcessFabric fabric() {
        return new InProcessFabric(16 * 6, new WaitPolicy(0, 5));
    }

    /** By how much each test is longer than in the default suite. */
    int times() {
        return 1;
    }

    @ParameterizedTest
    @CsvSource({"4, false, 200000", "300, true, 500"})
    void addsToDifferentFieldsLoseNothing(int threads, boolean virtual, int each) {
        final int rounds = each * times();
        try (InProcessFabric fabric = fabric()) {
            Crew.run(threads, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final WordPair old = new WordPair();
                final ExtFaa verb = new ExtFaa();
                final VerbBatch batch = new VerbBatch().add(verb);
                for (int i = 0; i < rounds; i++) {
                    switch (index & 3) {
                        case 0 -> endpoint.extFaa(16, FIELDS, 2, 0, old);
                        case 1 -> {
                            verb.at(16).addLow(1L << 24, BOUNDARY);
                            endpoint.execute(batch);
                        }
                        case 2 -> {
                            verb.at(16).addHigh(1, 1L << 63);
                            endpoint.execute(batch);
                        }
                        default -> endpoint.extFaa(16, FIELDS, 1, 1L << 48, old);
                    }
                }
            });
            final Endpoint endpoint = fabric.connect();
            final long sum = (long) threads / 4 * rounds;
            final long low = endpoint.readWord(16);
            assertThat((low & 0xFF_FFFEL) >>> 1).isEqualTo(sum & 0x7F_FFFF);
            assertThat(low >>> 24).isEqualTo(sum & 0xFF_FFFF_FFFFL);
            assertThat(low & 1).isEqualTo(sum & 1);
            assertThat(endpoint.readWord(24)).isEqualTo(sum + (sum << 48));
        }
    }

    @ParameterizedTest
    @CsvSource({"4, false, 100000", "300, true, 500"})
    void compareAndSwapIncrementsLoseNothing(int threads, boolean virtual, int each) {
        final int rounds = each * times();
        try (InProcessFabric fabric = fabric()) {
            Crew.run(threads, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final WordPair old = new WordPair();
                final ExtCas verb = new ExtCas();
                final VerbBatch batch = new VerbBatch().add(verb);
                for (int i = 0; i < rounds; i++) {
                    long low = endpoint.readWord(0);
                    long high = endpoint.readWord(8);
                    boolean done = false;
                    while (!done) {
                        if ((index & 1) == 0) {
                            verb.at(0)
                                .compareLow(-1, low).compareHigh(-1, high).swapLow(-1, low + 1).swapHigh(-1, high - 1);
                            endpoint.execute(batch);
                            done = verb.succeeded();
                            old.set(verb.oldLow(), verb.oldHigh());
                        } else {
                            done = endpoint.extCas(0, ALL, low, high, low + 1, high - 1, old);
                        }
                        low = old.low();
                        high = old.high();
                        assertThat(low + high).isZero();
                    }
                }
            });
            final Endpoint endpoint = fabric.connect();
            assertThat(endpoint.readWord(0)).isEqualTo((long) threads * rounds);
            assertThat(endpoint.readWord(8)).isEqualTo(-(long) threads * rounds);
        }
    }

    @ParameterizedTest
    @CsvSource({"6, false, 100000", "300, true, 500"})
    void neighboursInALineAreIndependent(int threads, boolean virtual, int each) {
        final int rounds = each * times();
        try (InProcessFabric fabric = fabric()) {
            Crew.run(threads, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final long address = 16L * (index % 6);
                final VerbBatch batch = new VerbBatch().add(new ExtFaa().at(address).addLow(1, 0).addHigh(3, 0));
                for (int i = 0; i < rounds; i++) {
                    endpoint.execute(batch);
                }
            });
            final Endpoint endpoint = fabric.connect();
            for (int entry = 0; entry < 6; entry++) {
                assertThat(endpoint.readWord(16L * entry)).isEqualTo((long) threads / 6 * rounds);
                assertThat(endpoint.readWord(16L * entry + 8)).isEqualTo(3L * (threads / 6) * rounds);
            }
        }
    }

    /** As writers enqueue: every value swapped in is returned to exactly one other, or is the last. */
    @ParameterizedTest
    @CsvSource({"4, false, 20000", "300, true, 200"})
    void unconditionalSwapsFormAChain(int threads, boolean virtual, int each) {
        final int rounds = each * times();
        try (InProcessFabric fabric = fabric()) {
            final BitSet[] returned = new BitSet[threads];
            Crew.run(threads, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final WordPair old = new WordPair();
                final ExtCas verb = new ExtCas();
                final VerbBatch batch = new VerbBatch().add(verb);
                final BitSet seen = new BitSet();
                for (int i = 0; i < rounds; i++) {
                    final long mine = (long) (index * rounds + i + 1) << 24;
                    long low;
                    if ((i & 1) == 0) {
                        verb.at(32).swapLow(-1L << 24, mine);
                        endpoint.execute(batch);
                        low = verb.oldLow();
                    } else {
                        endpoint.extCas(32, TAIL, 0, 0, mine, 0, old);
                        low = old.low();
                    }
                    final int before = (int) (low >>> 24);
                    assertThat(seen.get(before)).isFalse();
                    seen.set(before);
                }
                returned[index] = seen;
            });
            final BitSet all = new BitSet();
            int count = 0;
            for (BitSet mine : returned) {
                count += mine.cardinality();
                all.or(mine);
            }
            all.set((int) (fabric.connect().readWord(32) >>> 24));
            assertThat(count).isEqualTo(threads * rounds);
            assertThat(all.cardinality()).isEqualTo(threads * rounds + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, false, 100000", "64, true, 2000"})
    void halvesAreNeverTorn(int threads, boolean virtual, int each) {
        final int rounds = each * times();
        try (InProcessFabric fabric = fabric()) {
            final AtomicBoolean torn = new AtomicBoolean();
            Crew.run(threads, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final WordPair pair = new WordPair();
                for (int i = 0; i < rounds; i++) {
                    if ((index & 1) == 0) {
                        endpoint.writeWord(48 + 8L * (i & 1),
                            (i & 2) == 0 ? 0x5555_5555_5555_5555L : 0xAAAA_AAAA_AAAA_AAAAL);
                    } else {
                        endpoint.read(48, pair);
                        if (isTorn(pair.low()) || isTorn(pair.high()) || isTorn(endpoint.readWord(48))) {
                            torn.set(true);
                        }
                    }
                }
            });
            assertThat(torn).isFalse();
        }
    }

    private static boolean isTorn(long word) {
        return word != 0 && word != 0x5555_5555_5555_5555L && word != 0xAAAA_AAAA_AAAA_AAAAL;
    }
}
