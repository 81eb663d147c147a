package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.LocalWords;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Route;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.VerbKind;
import io.baton.fabric.WordPair;
import io.baton.fabric.WordVerb;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything about the in-process fabric that needs one thread only. */
@Timeout(30)
class InProcessFabricTest {

    private final InProcessFabric fabric = new InProcessFabric(80, new WaitPolicy(0, 0));
    private final Endpoint endpoint = fabric.connect();

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void batchTakesEffectInOrder() {
        final ExtCas first = new ExtCas().at(16).compareLow(-1, 0).swapLow(-1, 5);
        final ExtFaa second = new ExtFaa().at(16).addLow(2, 0);
        final ReadPair third = new ReadPair().at(16);
        final ExtCas fourth = new ExtCas().at(16).compareLow(-1, 0).swapLow(-1, 9);
        final VerbBatch batch = new VerbBatch().add(first).add(second).add(third).add(fourth);
        endpoint.execute(batch);
        assertThat(first.oldLow()).isZero();
        assertThat(second.oldLow()).isEqualTo(5);
        assertThat(third.oldLow()).isEqualTo(7);
        assertThat(fourth.succeeded()).isFalse();
        assertThat(endpoint.readWord(16)).isEqualTo(7);
        batch.clear();
        assertThat(batch.size()).isZero();
    }

    @Test
    void wordsVerbsOfABatchDoWhatTheirCallsDo() {
        final WordVerb write = new WordVerb().write(8, 5);
        final WordVerb add = new WordVerb().faa(8, 2);
        final WordVerb swap = new WordVerb().cas(8, 7, 9);
        final WordVerb late = new WordVerb().cas(8, 7, 1);
        final WordVerb read = new WordVerb().read(8);
        endpoint.execute(new VerbBatch().add(write).add(add).add(swap).add(late).add(read));
        assertThat(new long[] {add.oldLow(), swap.oldLow(), late.oldLow(), read.oldLow()})
            .containsExactly(5, 7, 9, 9);
        assertThat(endpoint.readWord(8)).isEqualTo(9);
    }

    @Test
    void batchHasALimit() {
        final VerbBatch batch = new VerbBatch();
        for (int i = 0; i < VerbBatch.VERBS_MAX; i++) {
            batch.add(new ReadPair().at(0));
        }
        assertThatThrownBy(() -> batch.add(new ReadPair())).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("128");
        endpoint.execute(batch);
        assertThat(endpoint.counters().get(VerbKind.READ)).isEqualTo(128);
    }

    @Test
    void verbsAreCountedByKind() {
        endpoint.execute(new VerbBatch().add(new ExtCas().at(0)).add(new ExtFaa().at(0)).add(new ExtFaa().at(0))
            .add(new ReadPair().at(0)).add(new WordVerb().cas(0, 0, 1)).add(new WordVerb().faa(0, 1))
            .add(new WordVerb().faa(8, 1)).add(new WordVerb().faa(8, 1)));
        endpoint.readWord(0);
        endpoint.readWord(8);
        endpoint.writeWord(0, 0);
        endpoint.send(endpoint.route(), new UnsafeBuffer(new byte[8]), 0, 8);
        final VerbCounters counters = endpoint.counters();
        assertThat(counters.get(VerbKind.EXT_CAS)).isEqualTo(1);
        assertThat(counters.get(VerbKind.EXT_FAA)).isEqualTo(2);
        assertThat(counters.get(VerbKind.CAS)).isEqualTo(1);
        assertThat(counters.get(VerbKind.FAA)).isEqualTo(3);
        assertThat(counters.get(VerbKind.READ)).isEqualTo(3);
        assertThat(counters.get(VerbKind.WRITE)).isEqualTo(1);
        assertThat(counters.get(VerbKind.SEND)).isEqualTo(1);
    }

    @Test
    void badAddressesAreRefused() {
        for (long address : new long[] {-16, 80, 8, 24, 1, Long.MIN_VALUE, Long.MAX_VALUE - 15, 1L << 36}) {
            assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(new ExtCas().at(address))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("multiple of 16 below 80");
            assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(new ExtFaa().at(address))))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(new ReadPair().at(address))))
                .isInstanceOf(IllegalArgumentException.class);
        }
        for (long address : new long[] {-8, 80, 4, 1L << 36}) {
            assertThatThrownBy(() -> endpoint.readWord(address)).hasMessageContaining("multiple of 8 below 80");
            assertThatThrownBy(() -> endpoint.writeWord(address, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> endpoint.awaitWord(address, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        }
        for (long address = 0; address < 80; address += 8) {
            assertThat(endpoint.readWord(address)).isZero();
        }
    }

    @Test
    void wordsLieSideBySide() {
        for (int i = 0; i < 10; i++) {
            endpoint.writeWord(8L * i, 100 + i);
        }
        for (int i = 0; i < 5; i++) {
            final WordPair pair = new WordPair();
            endpoint.read(16L * i, pair);
            assertThat(pair.low()).isEqualTo(100 + 2 * i);
            assertThat(pair.high()).isEqualTo(101 + 2 * i);
        }
    }

    @Test
    void memoryHasLimits() {
        assertThatThrownBy(() -> new InProcessFabric(0, new WaitPolicy(0, 0)))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InProcessFabric(24, new WaitPolicy(0, 0))).hasMessageContaining("24 bytes");
        assertThatThrownBy(() -> new InProcessFabric(1L << 40, new WaitPolicy(0, 0)))
            .hasMessageContaining("multiple of 16");
        assertThat(fabric.memoryBytes()).isEqualTo(80);
    }

    @Test
    void closedFabricConnectsNobody() {
        fabric.close();
        fabric.close();
        assertThatThrownBy(fabric::connect).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    @Tag("thorough")
    @Timeout(120)
    void routesAreUniqueAndComeBack() {
        final Set<Long> routes = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(routes.add(fabric.connect().route())).isTrue();
        }
        for (int i = 0; i < InProcessFabric.ENDPOINTS_MAX; i++) {
            try (Endpoint passing = fabric.connect()) {
                assertThat(routes.contains(passing.route())).isFalse();
            }
        }
    }

    @Test
    void routePacksNodeAndQueuePair() {
        for (int node : new int[] {1, 2, 255, 256, Route.NODE_MAX}) {
            for (int queuePair : new int[] {0, 1, 65_535, 65_536, Route.QUEUE_PAIR_MAX}) {
                final long route = Route.of(node, queuePair);
                assertThat(route >>> 40).isZero();
                assertThat(Route.node(route)).isEqualTo(node);
                assertThat(Route.queuePair(route)).isEqualTo(queuePair);
                assertThat(Route.toString(route)).isEqualTo(node + ":" + queuePair);
            }
        }
        assertThat(Route.toString(Route.NONE)).isEqualTo("-");
        assertThatThrownBy(() -> Route.of(0, 1)).hasMessageContaining("node id 0");
        assertThatThrownBy(() -> Route.of(65_536, 1)).hasMessageContaining("65536");
        assertThatThrownBy(() -> Route.of(1, -1)).hasMessageContaining("queue-pair number -1");
        assertThatThrownBy(() -> Route.of(1, 1 << 24)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void waitPolicyFollowsTheNumberOfCores() {
        assertThat(WaitPolicy.forClients(2, 2).spins(1, 3)).isPositive();
        assertThat(WaitPolicy.forClients(3, 2).spins(1, 3)).isZero();
        assertThatThrownBy(() -> new WaitPolicy(-1, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new WaitPolicy(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void standardAtomicsChangeOneWordAndReturnTheOldOne() {
        try (InProcessFabric fabric = new InProcessFabric(32, new WaitPolicy(0, 0));
            Endpoint endpoint = fabric.connect()) {
            assertThat(endpoint.cas(8, 0, 7)).isZero();
            assertThat(endpoint.cas(8, 0, 9)).isEqualTo(7);
            assertThat(endpoint.faa(8, -9)).isEqualTo(7);
            assertThat(endpoint.readWord(8)).isEqualTo(-2);
            assertThat(endpoint.readWord(0) | endpoint.readWord(16) | endpoint.readWord(24)).isZero();
            assertThat(endpoint.counters().get(VerbKind.CAS)).isEqualTo(2);
            assertThat(endpoint.counters().get(VerbKind.FAA)).isEqualTo(1);
        }
    }

    @Test
    void processorSeesTheSameWordsWithoutVerbs() {
        try (InProcessFabric fabric = new InProcessFabric(16, new WaitPolicy(0, 0));
            Endpoint endpoint = fabric.connect()) {
            final LocalWords words = fabric.localWords();
            words.set(8, 5);
            assertThat(endpoint.readWord(8)).isEqualTo(5);
            assertThat(words.compareAndExchange(8, 5, 6)).isEqualTo(5);
            assertThat(words.compareAndExchange(8, 5, 7)).isEqualTo(6);
            assertThat(words.getAndSet(8, 8)).isEqualTo(6);
            assertThat(words.get(8)).isEqualTo(8);
            assertThat(endpoint.counters().get(VerbKind.READ)).isEqualTo(1);
        }
    }
}
