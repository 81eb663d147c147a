package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.ClusterModelBuilder;
import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long verbs take, alone and in crowds. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class VerbTimeTest {

    private static final long MEMORY_BYTES = 16_000;

    /** What a client of the paper's benchmark does between two verbs and two pairs. */
    private static final long CLIENT_NANOS = 200;

    private final ClusterModel model = TestModel.model();

    @Test
    void thePapersModelTakesAsLongAsThePaperSays() {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), MEMORY_BYTES, 1)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            cluster.client("client", () -> {
                final long cas = time(cluster, () -> endpoint.cas(0, 0, 1));
                assertThat(1e6 / (2 * cas + CLIENT_NANOS)).as("section 2.3, Kops/s without retries")
                    .isCloseTo(278.3, within(3.0));
                final long extFaa = time(cluster, () -> endpoint.execute(new VerbBatch().add(new ExtFaa().at(16))));
                assertThat(extFaa / 1e3).as("table 3, WI, 5 clients").isCloseTo(2.05, within(0.05));
            });
            cluster.run();
        }
    }

    @Test
    void verbsInAnIdleClusterTakeTheSumOfTheirWay() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final long[] nanos = new long[5];
            cluster.client("client", () -> {
                nanos[0] = time(cluster, () -> endpoint.readWord(0));
                nanos[1] = time(cluster, () -> endpoint.writeWord(160, 1));
                nanos[2] = time(cluster, () -> endpoint.cas(320, 0, 1));
                nanos[3] = time(cluster, () -> endpoint.execute(new VerbBatch().add(new ExtFaa().at(480))));
                nanos[4] = time(cluster, () -> endpoint.read(640, new WordPair()));
            });
            cluster.run();
            assertThat(nanos).containsExactly(1_749, 1_749, 1_797, 2_040, 1_749);
            assertThat(cluster.verbs()).isEqualTo(5);
        }
    }

    @Test
    void atomicsOnOneEntryAreServedOneAfterTheOther() {
        final double nanos = nanosPerVerb(240, client -> 8L * (client % 2), false);
        assertThat(nanos).isCloseTo((double) model.sameAddressAtomicNanos(), within(2.0));
    }

    @Test
    void extendedAtomicsOnDifferentEntriesFillThePipeline() {
        assertThat(nanosPerVerb(240, client -> 16L * client, true))
            .isCloseTo((double) model.serverAtomic16Nanos(), within(0.5));
    }

    private double nanosPerVerb(int clients, IntToLongFunction addresses, boolean extended) {
        final int verbs = 200;
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            for (int i = 0; i < clients; i++) {
                final Endpoint endpoint = cluster.fabric(1 + i % model.nodes()).connect();
                final long address = addresses.applyAsLong(i);
                final VerbBatch batch = new VerbBatch().add(new ExtCas().at(address));
                cluster.client("client " + i, () -> {
                    for (int n = 0; n < verbs; n++) {
                        if (extended) {
                            endpoint.execute(batch);
                        } else {
                            endpoint.faa(address, 1);
                        }
                    }
                });
            }
            cluster.run();
            return cluster.clock().nanoTime() / (double) (clients * verbs);
        }
    }

    @Test
    void aBusyEntryKeepsNobodyElseWaiting() {
        assertThat(faaBesideACrowd(model)).isBetween(1_797L, 1_797 + model.clientReceiveNanos());
    }

    @Test
    void aBusyEntryHoldsThePipelineUpIfVerbsCannotWaitAside() {
        assertThat(faaBesideACrowd(TestModel.model(1_000, 0)))
            .isGreaterThan(100 * model.sameAddressAtomicNanos() - 6_000);
    }

    private static long faaBesideACrowd(ClusterModel model) {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            for (int i = 0; i < 100; i++) {
                final Endpoint endpoint = cluster.fabric(1).connect();
                cluster.client("crowd " + i, () -> endpoint.faa(0, 1));
            }
            final Endpoint endpoint = cluster.fabric(1).connect();
            final long[] nanos = new long[1];
            cluster.client("elsewhere", () -> {
                cluster.work(5_000);
                nanos[0] = time(cluster, () -> endpoint.faa(16, 1));
            });
            cluster.run();
            assertThat(cluster.clock().nanoTime()).isGreaterThan(100 * model.sameAddressAtomicNanos());
            return nanos[0];
        }
    }

    @Test
    void aBatchTakesOneRoundTripAndTheQueuesForEachVerb() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final VerbBatch batch = new VerbBatch();
            final ReadPair after = new ReadPair().at(0);
            for (int i = 0; i < 10; i++) {
                batch.add(new ExtFaa().at(16L * i).addLow(7, 0));
            }
            batch.add(after);
            final long[] nanos = new long[1];
            cluster.client("client", () -> nanos[0] = time(cluster, () -> endpoint.execute(batch)));
            cluster.run();
            assertThat(nanos[0]).isBetween(2_040L, 2_040 + 11 * model.serverAtomic16Nanos());
            assertThat(after.oldLow()).as("verbs take effect in order").isEqualTo(7);
        }
    }

    @Test
    void messagesOfOneNodeQueueInItsAdapter() {
        final ClusterModel slow = new ClusterModelBuilder().nodes(2).oneWayNanos(1_000)
            .clientSendNanos(500).clientReceiveNanos(300).sameNodeNanos(1_000).build();
        try (Cluster cluster = new Cluster(slow, MEMORY_BYTES, 1)) {
            final long[] nanos = new long[3];
            for (int i = 0; i < 3; i++) {
                final int client = i;
                final Endpoint endpoint = cluster.fabric(1 + i / 2).connect();
                cluster.client("client " + i,
                    () -> nanos[client] = time(cluster, () -> endpoint.readWord(16L * client)));
            }
            cluster.run();
            assertThat(nanos).containsExactly(500 + 2_000 + 300, 2 * 500 + 2_000 + 300, 500 + 2_000 + 300);
        }
    }

    @Test
    void everyMessagePassesTheSeamForFaults() {
        final MessageFaults late = (leg, from, to, now) -> Fate.late(switch (leg) {
            case REQUEST -> 100_000;
            case ANSWER -> 20_000;
            case NOTICE -> 3_000;
        });
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1, late)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final long peer = cluster.fabric(2).connect().route();
            final UnsafeBuffer notice = new UnsafeBuffer(new byte[8]);
            final long[] nanos = new long[2];
            cluster.client("client", () -> {
                nanos[0] = time(cluster, () -> endpoint.readWord(0));
                nanos[1] = time(cluster, () -> endpoint.send(peer, notice, 0, 8));
            });
            cluster.run();
            assertThat(nanos).containsExactly(121_749, 4_834);
        }
    }

    static long time(Cluster cluster, Runnable action) {
        final long start = cluster.clock().nanoTime();
        action.run();
        return cluster.clock().nanoTime() - start;
    }
}
