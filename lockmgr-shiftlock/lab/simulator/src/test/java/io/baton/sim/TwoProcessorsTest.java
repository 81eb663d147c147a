package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes of two processors: the adapter is on the first, and messages of the second's clients cross over. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class TwoProcessorsTest {

    private static final long MEMORY_BYTES = 64;
    private static final long READ_NANOS = 1_749;
    private static final long CROSSING_NANOS = 60;
    /** From posting a SEND to another node until the waiting receiver acts on it. */
    private static final long NOTICE_NANOS = 30 + 20 + 100 + 812 + 20 + 60;
    /** The same within a node. */
    private static final long NOTICE_WITHIN_NODE_NANOS = 30 + 100 + 1_700 + 60;
    private static final long ACKNOWLEDGED_NANOS = 30 + 20 + 100 + 812 + 812 + 20 + 40;
    private static final long ACKNOWLEDGED_WITHIN_NODE_NANOS = 30 + 100 + 1_700 + 40;
    private static final long APART_NANOS = 100_000;

    /** When a notice was acted on, and when its sender had the acknowledgement, from its posting on. */
    private record Sent(long noticed, long acknowledged) {
    }

    @Test
    void aVerbOfTheFarProcessorCrossesOnItsWayAndOnItsWayBack() {
        assertThat(readNanos(1, 2)).containsExactly(READ_NANOS, READ_NANOS + 2 * CROSSING_NANOS);
    }

    @Test
    void clientsBeyondTheCoresAreAsNearAsThoseWhoseCoresTheyShare() {
        final long far = READ_NANOS + 2 * CROSSING_NANOS;
        assertThat(readNanos(1, 4)).containsExactly(READ_NANOS, far, READ_NANOS, far);
    }

    @Test
    void theLockServersClientsAreAllNear() {
        assertThat(readNanos(ClusterModel.SERVER_NODE, 2)).containsExactly(READ_NANOS, READ_NANOS);
    }

    @Test
    void aNoticeCrossesWhereItsSenderIsFarAndWhereItsReceiverIs() {
        assertThat(send(1, 0, 2, 0)).isEqualTo(new Sent(NOTICE_NANOS, ACKNOWLEDGED_NANOS));
        assertThat(send(1, 0, 2, 1)).isEqualTo(new Sent(NOTICE_NANOS + CROSSING_NANOS, ACKNOWLEDGED_NANOS));
        assertThat(send(1, 1, 2, 0))
            .isEqualTo(new Sent(NOTICE_NANOS + CROSSING_NANOS, ACKNOWLEDGED_NANOS + 2 * CROSSING_NANOS));
        assertThat(send(1, 1, 2, 1))
            .isEqualTo(new Sent(NOTICE_NANOS + 2 * CROSSING_NANOS, ACKNOWLEDGED_NANOS + 2 * CROSSING_NANOS));
    }

    @Test
    void aNoticeWithinANodeCrossesToo() {
        assertThat(send(1, 0, 1, 1))
            .isEqualTo(new Sent(NOTICE_WITHIN_NODE_NANOS + CROSSING_NANOS, ACKNOWLEDGED_WITHIN_NODE_NANOS));
        assertThat(send(1, 1, 1, 0)).isEqualTo(new Sent(NOTICE_WITHIN_NODE_NANOS + CROSSING_NANOS,
            ACKNOWLEDGED_WITHIN_NODE_NANOS + 2 * CROSSING_NANOS));
    }

    /** How long a READ takes each of a node's clients, every second of which is far from the adapter. */
    private static long[] readNanos(int node, int clients) {
        final long[] nanos = new long[clients];
        try (Cluster cluster = new Cluster(TestModel.twoProcessors(), MEMORY_BYTES, 1)) {
            for (int i = 0; i < nanos.length; i++) {
                final int client = i;
                final Endpoint endpoint = cluster.fabric(node).connect();
                cluster.client("client " + i, () -> {
                    cluster.work(client * APART_NANOS);
                    final long begin = cluster.clock().nanoTime();
                    endpoint.readWord(0);
                    nanos[client] = cluster.clock().nanoTime() - begin;
                });
            }
            cluster.run();
        }
        return nanos;
    }

    /** Lets one of a node's two clients send to another node's, or to its neighbour; the second ones are far. */
    private static Sent send(int fromNode, int from, int toNode, int to) {
        final long[] times = new long[3];
        try (Cluster cluster = new Cluster(TestModel.twoProcessors(), MEMORY_BYTES, 1)) {
            if (fromNode != toNode) {
                client(cluster, fromNode, 1 - from, neighbour -> {});
                client(cluster, toNode, 1 - to, neighbour -> {});
            }
            final Endpoint receiver = client(cluster, toNode, to, endpoint -> {
                endpoint.awaitNotice(Endpoint.NO_DEADLINE);
                times[1] = cluster.clock().nanoTime();
            });
            client(cluster, fromNode, from, endpoint -> {
                cluster.work(APART_NANOS - cluster.clock().nanoTime());
                endpoint.send(receiver.route(), new UnsafeBuffer(new byte[8]), 0, 8);
                times[2] = cluster.clock().nanoTime();
            });
            cluster.run();
        }
        return new Sent(times[1] - APART_NANOS, times[2] - APART_NANOS);
    }

    /** Adds a client that takes one of its node's cores, the second if its number is 1, and then does something. */
    private static Endpoint client(Cluster cluster, int node, int number, Consumer<Endpoint> then) {
        final Endpoint endpoint = cluster.fabric(node).connect();
        cluster.client("client " + number + " of node " + node, () -> {
            cluster.work(number * APART_NANOS / 2);
            endpoint.readWord(0);
            then.accept(endpoint);
        });
        return endpoint;
    }
}
