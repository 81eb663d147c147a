package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbKind;
import io.baton.fabric.WordPair;
import io.baton.fabric.WordVerb;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.sim.model.ClusterModel;
import io.baton.testing.Seeds;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What verbs do: the same as in process. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class VerbMeaningTest {

    private static final int ENTRIES = 8;
    private static final int VERBS = 20_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    @Test
    void verbsReturnAndLeaveWhatTheyDoInProcess() {
        final long seed = seeds.next();
        try (Cluster cluster = new Cluster(TestModel.model(), 16L * ENTRIES, seed);
            Fabric inProcess = new InProcessFabric(16L * ENTRIES, WaitPolicy.forClients(1, 1));
            Endpoint peer = inProcess.connect();
            Endpoint endpoint = cluster.fabric(1).connect()) {
            cluster.client("client", () -> {
                final RandomGenerator random = cluster.random();
                for (int i = 0; i < VERBS; i++) {
                    final long verb = random.nextLong();
                    final String name = "verb " + i + " of seed " + seed;
                    assertThat(digest(endpoint, verb)).as(name).isEqualTo(digest(peer, verb));
                }
            });
            cluster.run();
            for (VerbKind kind : VerbKind.values()) {
                assertThat(endpoint.counters().get(kind)).as(kind.name()).isEqualTo(peer.counters().get(kind));
            }
            assertThat(endpoint.counters().get(VerbKind.EXT_CAS)).isPositive();
        }
    }

    /** Issues a verb that the number decides, then reads its entry. */
    private static String digest(Endpoint endpoint, long verb) {
        final RandomGenerator random = new java.util.SplittableRandom(verb);
        final long entry = 16L * random.nextInt(ENTRIES);
        final long word = entry + 8L * random.nextInt(2);
        final WordPair after = new WordPair();
        final String old = switch (random.nextInt(7)) {
            case 0 -> endpoint.readWord(word) + "";
            case 1 -> {
                endpoint.writeWord(word, random.nextLong());
                yield "";
            }
            case 2 -> endpoint.cas(word, random.nextBoolean() ? endpoint.readWord(word) : 0, random.nextLong()) + "";
            case 3 -> endpoint.faa(word, random.nextLong()) + "";
            case 4 -> {
                final ExtCas cas = cas(random, entry);
                endpoint.execute(new VerbBatch().add(cas));
                yield cas.oldLow() + " " + cas.oldHigh() + " " + cas.succeeded();
            }
            case 5 -> {
                final ExtFaa faa = faa(random, entry);
                endpoint.execute(new VerbBatch().add(faa));
                yield faa.oldLow() + " " + faa.oldHigh();
            }
            default -> {
                final ExtCas cas = cas(random, entry);
                final ReadPair read = new ReadPair().at(entry);
                final WordVerb swap = new WordVerb().cas(word, 0, random.nextLong());
                final WordVerb add = new WordVerb().faa(word, random.nextLong());
                endpoint.execute(new VerbBatch().add(cas).add(faa(random, entry)).add(read).add(swap).add(add)
                    .add(new WordVerb().write(word, 3)).add(new WordVerb().read(word)));
                yield cas.oldLow() + " " + read.oldLow() + " " + read.oldHigh() + " " + swap.oldLow() + " "
                    + add.oldLow();
            }
        };
        endpoint.read(entry, after);
        return old + " then " + after.low() + " " + after.high();
    }

    private static ExtCas cas(RandomGenerator random, long entry) {
        final long mask = random.nextBoolean() ? 0 : 1L << random.nextInt(64);
        return new ExtCas().at(entry).compareLow(mask, random.nextLong()).compareHigh(mask, random.nextLong())
            .swapLow(random.nextLong(), random.nextLong()).swapHigh(random.nextLong(), random.nextLong());
    }

    private static ExtFaa faa(RandomGenerator random, long entry) {
        return new ExtFaa().at(entry).addLow(random.nextLong(), random.nextLong())
            .addHigh(random.nextLong(), random.nextLong());
    }

    @Test
    void addressesOutsideTheMemoryOrAskewAreRefused() {
        try (Cluster cluster = new Cluster(TestModel.model(), 64, 1)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            assertThatThrownBy(() -> endpoint.readWord(64)).hasMessageContaining("64").hasMessageContaining("56");
            assertThatThrownBy(() -> endpoint.cas(-8, 0, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> endpoint.faa(4, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(new ExtFaa().at(8))))
                .hasMessageContaining("multiple of 16");
        }
        assertThatThrownBy(() -> new Cluster(TestModel.model(), 24, 1)).hasMessageContaining("24");
    }

    @Test
    void theServersNodeReachesItsMemoryWithAndWithoutVerbs() {
        final ClusterModel model = TestModel.model();
        try (Cluster cluster = new Cluster(model, 64, 1)) {
            final Fabric fabric = cluster.fabric(ClusterModel.SERVER_NODE);
            final var words = java.util.Objects.requireNonNull(fabric.localWords());
            assertThat(cluster.fabric(1).localWords()).isNull();
            words.set(0, 5);
            assertThat(words.get(0)).isEqualTo(5);
            assertThat(cluster.localAccesses()).as("prepared while the cluster stands still").isZero();
            final Endpoint endpoint = fabric.connect();
            cluster.client("local", () -> {
                assertThat(words.getAndSet(0, 6)).isEqualTo(5);
                assertThat(words.compareAndExchange(0, 5, 9)).isEqualTo(6);
                assertThat(words.compareAndExchange(0, 6, 7)).isEqualTo(6);
                assertThat(cluster.clock().nanoTime()).isEqualTo(3 * model.localAccessNanos());
                assertThat(endpoint.readWord(0)).isEqualTo(7);
                assertThat(cluster.clock().nanoTime()).isEqualTo(3 * model.localAccessNanos() + 1_749);
            });
            cluster.run();
            assertThat(cluster.localAccesses()).isEqualTo(3);
        }
    }

    @Test
    void waitingForAWordPassesTimeBetweenReadsOfItOnly() {
        final ClusterModel model = TestModel.model(0, 1_000_000);
        try (Cluster cluster = new Cluster(model, 64, 3)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            cluster.client("client", () -> {
                assertThat(wait(cluster, endpoint, 8)).as("nothing read").isZero();
                endpoint.readWord(8);
                assertThat(wait(cluster, endpoint, 0)).as("another word read").isZero();
                assertThat(wait(cluster, endpoint, 8)).isEqualTo(model.remoteWaitNanos());
                endpoint.read(0, new WordPair());
                assertThat(wait(cluster, endpoint, 0)).isEqualTo(model.remoteWaitNanos());
                assertThat(wait(cluster, endpoint, 8)).isEqualTo(model.remoteWaitNanos());
                final long deadline = cluster.fabric(1).clock().nanoTime() + 300;
                assertThat(VerbTimeTest.time(cluster, () -> endpoint.awaitWord(0, -1, 1, deadline))).isEqualTo(300);
                endpoint.cas(0, 0, 1);
                assertThat(wait(cluster, endpoint, 0)).as("the READ is not the previous verb").isZero();
                assertThat(endpoint.counters().get(VerbKind.READ)).isEqualTo(2);
            });
            cluster.run();
        }
    }

    private static long wait(Cluster cluster, Endpoint endpoint, long address) {
        return VerbTimeTest.time(cluster, () -> endpoint.awaitWord(address, -1, 1, Endpoint.NO_DEADLINE));
    }
}
