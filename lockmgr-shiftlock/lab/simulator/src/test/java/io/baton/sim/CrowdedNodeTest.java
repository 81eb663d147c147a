package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.ClusterModelBuilder;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients of one node cost each other: processor cores, the adapter, addresses. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class CrowdedNodeTest {

    private static final long MEMORY_BYTES = 64;
    /** A READ of a client that is alone on its node. */
    private static final long ALONE_NANOS = 1_749;
    /** By how much a message takes longer if its adapter's last one was another client's. */
    private static final long SWITCH_NANOS = 50;
    /** And if it shares its core: posting and polling take three times 30 and 40 ns. */
    private static final long SHARED_NANOS = 2 * (30 + 40);
    private static final long APART_NANOS = 100_000;

    @Test
    void aClientAloneOnItsNodeWaitsForNobody() {
        assertThat(readNanos(TestModel.crowded(), 1)).containsExactly(ALONE_NANOS);
    }

    @Test
    void clientsOfOneNodeWithACoreForEachShareTheAdapterOnly() {
        assertThat(readNanos(TestModel.crowded(), 2))
            .containsExactly(ALONE_NANOS + SWITCH_NANOS, ALONE_NANOS + SWITCH_NANOS);
    }

    @Test
    void theAdapterSwitchesToAClientOncePerMessageOfAnother() {
        final long[] nanos = new long[3];
        try (Cluster cluster = new Cluster(TestModel.crowded(), MEMORY_BYTES, 1)) {
            final Endpoint measured = cluster.fabric(1).connect();
            final Endpoint neighbour = cluster.fabric(1).connect();
            cluster.client("measured", () -> {
                nanos[0] = time(cluster, measured);
                cluster.work(APART_NANOS - cluster.clock().nanoTime());
                nanos[1] = time(cluster, measured);
                nanos[2] = time(cluster, measured);
            });
            cluster.client("neighbour", () -> {
                cluster.work(APART_NANOS + ALONE_NANOS / 2);
                neighbour.readWord(0);
            });
            cluster.run();
        }
        assertThat(nanos).as("request before and answer after the neighbour's request, then answer and request beside")
            .containsExactly(ALONE_NANOS, ALONE_NANOS + SWITCH_NANOS, ALONE_NANOS + SWITCH_NANOS);
    }

    @Test
    void aMessageDoesNotOvertakeTheOneForWhichTheAdapterSwitches() {
        final Adapter adapter = new Adapter(TestModel.crowded(), 1);
        assertThat(adapter.send(0, 1)).isEqualTo(20);
        assertThat(adapter.send(0, 2)).isEqualTo(2 * 20 + SWITCH_NANOS);
        assertThat(adapter.send(0, 2)).isEqualTo(2 * 20 + SWITCH_NANOS);
        assertThat(adapter.send(1_000, 2)).isEqualTo(1_000 + 20);
        assertThat(adapter.receive(1_000, 2)).isEqualTo(1_000 + 20);
        assertThat(adapter.receive(2_000, 1)).isEqualTo(2_000 + 20 + SWITCH_NANOS);
    }

    @Test
    void theLockServersNodeIsNeverCrowded() {
        assertThat(readNanos(TestModel.crowded(), ClusterModel.SERVER_NODE, 3))
            .containsExactly(ALONE_NANOS, ALONE_NANOS, ALONE_NANOS);
    }

    @Test
    void theClientsBeyondTheCoresShareThoseOfTheFirst() {
        final long shared = ALONE_NANOS + SWITCH_NANOS + SHARED_NANOS;
        assertThat(readNanos(TestModel.crowded(), 3)).containsExactly(shared, ALONE_NANOS + SWITCH_NANOS, shared);
    }

    @Test
    void aRestartedNodeHasItsCoresForItself() {
        final long[] nanos = new long[2];
        try (Cluster cluster = new Cluster(TestModel.crowded(), MEMORY_BYTES, 1)) {
            for (int i = 0; i < 3; i++) {
                final Endpoint endpoint = cluster.fabric(1).connect();
                cluster.client(1, "client " + i, () -> {
                    endpoint.readWord(0);
                    cluster.work(10 * APART_NANOS);
                });
            }
            cluster.client("operator", () -> {
                cluster.work(APART_NANOS);
                cluster.crash(1);
                cluster.restart(1);
                final Endpoint endpoint = cluster.fabric(1).connect();
                cluster.client(1, "successor", () -> nanos[0] = time(cluster, endpoint));
            });
            cluster.run();
        }
        assertThat(nanos[0]).isEqualTo(ALONE_NANOS + SWITCH_NANOS);
    }

    @Test
    void processesOfAMachineShareItsAdapterAndItsCoresAsClientsOfOneDo() {
        final ClusterModel model = TestModel.crowded().withNodesPerMachine(3);
        assertThat(model.nodes()).isEqualTo(15);
        final long shared = ALONE_NANOS + SWITCH_NANOS + SHARED_NANOS;
        assertThat(readNanosOfNodes(model, 1, 2, 3)).containsExactly(shared, ALONE_NANOS + SWITCH_NANOS, shared);
        assertThat(readNanosOfNodes(model, 3, 4)).as("of two machines").containsExactly(ALONE_NANOS, ALONE_NANOS);
        assertThat(readNanosOfNodes(model, 15, ClusterModel.SERVER_NODE)).containsExactly(ALONE_NANOS, ALONE_NANOS);
    }

    @Test
    void aNoticeToAnotherProcessOfTheMachineTakesAsLongAsOneWithinAProcess() {
        final ClusterModel model = TestModel.forgetful().withNodesPerMachine(2);
        assertThat(sendNanos(model, 1, 2)).isEqualTo(sendNanos(model, 1, 1));
        assertThat(sendNanos(model, 1, 3)).isNotEqualTo(sendNanos(model, 1, 1));
    }

    @Test
    void aProcessThatCrashesLeavesItsMachineToTheOthers() {
        final long[] nanos = new long[1];
        try (Cluster cluster = new Cluster(TestModel.crowded().withNodesPerMachine(3), MEMORY_BYTES, 1)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            for (int node = 2; node <= 3; node++) {
                final Endpoint other = cluster.fabric(node).connect();
                cluster.client(node, "process " + node, () -> {
                    other.readWord(0);
                    cluster.work(10 * APART_NANOS);
                });
            }
            cluster.client("survivor", () -> {
                cluster.work(APART_NANOS);
                endpoint.readWord(0);
                cluster.crash(3);
                cluster.restart(3);
                final Endpoint after = cluster.fabric(3).connect();
                cluster.client(3, "successor", () -> after.readWord(0));
                cluster.work(APART_NANOS);
                nanos[0] = time(cluster, endpoint);
            });
            cluster.run();
        }
        assertThat(nanos[0]).as("the cores of the dead are not free").isEqualTo(
            ALONE_NANOS + SWITCH_NANOS + SHARED_NANOS);
    }

    private static long[] readNanosOfNodes(ClusterModel model, int... nodes) {
        final long[] nanos = new long[nodes.length];
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            for (int i = 0; i < nodes.length; i++) {
                final int client = i;
                final Endpoint endpoint = cluster.fabric(nodes[i]).connect();
                cluster.client("client " + i, () -> {
                    endpoint.readWord(0);
                    cluster.work((client + 1) * APART_NANOS);
                    nanos[client] = time(cluster, endpoint);
                });
            }
            cluster.run();
        }
        return nanos;
    }

    private static long sendNanos(ClusterModel model, int from, int to) {
        final long[] nanos = new long[1];
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint sender = cluster.fabric(from).connect();
            final long receiver = cluster.fabric(to).connect().route();
            cluster.client("sender", () -> nanos[0] = sendNanos(cluster, sender, receiver));
            cluster.run();
        }
        return nanos[0];
    }

    /** How long a READ takes each of a node's clients, one after the other, once all have been there. */
    private static long[] readNanos(ClusterModel model, int clients) {
        return readNanos(model, 1, clients);
    }

    private static long[] readNanos(ClusterModel model, int node, int clients) {
        final long[] nanos = new long[clients];
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            for (int i = 0; i < clients; i++) {
                final int client = i;
                final Endpoint endpoint = cluster.fabric(node).connect();
                cluster.client("client " + i, () -> {
                    endpoint.readWord(0);
                    cluster.work((client + 1) * APART_NANOS);
                    nanos[client] = time(cluster, endpoint);
                });
            }
            cluster.run();
        }
        return nanos;
    }

    private static long time(Cluster cluster, Endpoint endpoint) {
        final long begin = cluster.clock().nanoTime();
        endpoint.readWord(0);
        return cluster.clock().nanoTime() - begin;
    }

    @Test
    void anAddressThatHasNotBeenUsedLatelyIsMadeAgain() {
        final ClusterModel model = TestModel.forgetful();
        final long ready = 30 + 20 + 100 + 812 + 812 + 20 + 40;
        final int[] receivers = {0, 1, 0, 1, 2, 1, 0};
        final long[] nanos = new long[receivers.length];
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final long[] routes = new long[3];
            for (int i = 0; i < routes.length; i++) {
                routes[i] = cluster.fabric(2 + i).connect().route();
            }
            final Endpoint sender = cluster.fabric(1).connect();
            cluster.client("sender", () -> {
                for (int i = 0; i < receivers.length; i++) {
                    nanos[i] = sendNanos(cluster, sender, routes[receivers[i]]) - ready;
                }
            });
            cluster.run();
        }
        final long made = model.newPeerNanos();
        assertThat(nanos).containsExactly(made, made, 0, 0, made, 0, made);
    }

    @Test
    void theServersAddressIsAlwaysReady() {
        try (Cluster cluster = new Cluster(TestModel.forgetful(), MEMORY_BYTES, 1)) {
            final long server = cluster.fabric(ClusterModel.SERVER_NODE).connect().route();
            final Endpoint sender = cluster.fabric(1).connect();
            cluster.client("sender", () -> assertThat(sendNanos(cluster, sender, server))
                .isEqualTo(30 + 20 + 812 + 812 + 20 + 40));
            cluster.run();
        }
    }

    @Test
    void whoMakesAnAddressKeepsTheAdapterFromNobody() {
        final long[] nanos = new long[1];
        try (Cluster cluster = new Cluster(TestModel.forgetful(), MEMORY_BYTES, 1)) {
            final long receiver = cluster.fabric(2).connect().route();
            final Endpoint sender = cluster.fabric(1).connect();
            final Endpoint neighbour = cluster.fabric(1).connect();
            cluster.client("sender", () -> sendNanos(cluster, sender, receiver));
            cluster.client("neighbour", () -> {
                cluster.work(1_000);
                nanos[0] = time(cluster, neighbour);
            });
            cluster.run();
        }
        assertThat(nanos[0]).isEqualTo(ALONE_NANOS);
    }

    private static long sendNanos(Cluster cluster, Endpoint sender, long receiver) {
        final long begin = cluster.clock().nanoTime();
        sender.send(receiver, new UnsafeBuffer(new byte[8]), 0, 8);
        return cluster.clock().nanoTime() - begin;
    }

    @Test
    void aModelWithoutCoresIsRefused() {
        assertThatThrownBy(() -> model(0, 1, 1, 1)).hasMessageContaining("0 cores:");
        assertThatThrownBy(() -> model(1, 0.5, 1, 1)).hasMessageContaining("0.5");
        assertThatThrownBy(() -> model(1, Double.NaN, 1, 1)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> model(1, 1, 0, 1)).hasMessageContaining("0 cores near the adapter");
        assertThatThrownBy(() -> model(1, 1, 1, 0)).hasMessageContaining("0 peers");
        assertThatThrownBy(() -> new ClusterModelBuilder().nodesPerMachine(0).build())
            .hasMessageContaining("0 client nodes on a machine");
    }

    private static ClusterModel model(int cores, double sharedCoreFactor, int nearCores, int peersReady) {
        return new ClusterModelBuilder().nodes(5).oneWayNanos(1).cores(cores).sharedCoreFactor(sharedCoreFactor)
            .nearCores(nearCores).peersReady(peersReady).build();
    }
}
