package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Partitions, one way at a time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class PartitionTest {

    private static final int SERVER = ClusterModel.SERVER_NODE;
    private static final ClusterModel MODEL = TestModel.model();
    private static final long TIMEOUT_NANOS = MODEL.lossTimeoutNanos();
    /** When a WRITE reaches the server: it is posted at 0. */
    private static final long SENT = 30 + 20;
    private static final long WRITE_NANOS = 1_749;

    private final Cluster cluster = new Cluster(MODEL, 64, 1);
    private final Endpoint endpoint = cluster.fabric(1).connect();
    private final Endpoint peer = cluster.fabric(2).connect();

    @Test
    void aShortPartitionToTheServerHoldsRequestsUp() {
        cluster.partition(1, SERVER, 0, 10_000);
        cluster.at(9_999, () -> assertThat(VerbFaultTest.words(cluster).get(0)).isZero());
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            assertThat(cluster.clock().nanoTime()).isEqualTo(10_000 - SENT + WRITE_NANOS);
        });
        cluster.client(2, "other", () -> assertThat(time(() -> peer.writeWord(16, 1))).isEqualTo(WRITE_NANOS));
        runAndClose();
        assertThat(cluster.faults(FaultKind.PARTITION_TO_SERVER)).isEqualTo(1);
    }

    @Test
    void aShortPartitionFromTheServerHoldsAnswersUp() {
        cluster.partition(SERVER, 1, 0, 10_000);
        cluster.at(9_999, () -> assertThat(VerbFaultTest.words(cluster).get(0)).isEqualTo(1));
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            assertThat(cluster.clock().nanoTime()).isEqualTo(10_000 + 812 + 20 + 40);
        });
        runAndClose();
        assertThat(cluster.faults(FaultKind.PARTITION_FROM_SERVER)).isEqualTo(1);
        assertThat(cluster.faults(FaultKind.PARTITION_TO_SERVER)).isZero();
    }

    @Test
    void aLongPartitionBreaksConnectionsBeforeOrAfterTheEffect() {
        cluster.partition(1, SERVER, 0, 2 * TIMEOUT_NANOS);
        cluster.partition(SERVER, 2, 0, 2 * TIMEOUT_NANOS);
        cluster.client(1, "client", () -> assertThat(time(() -> assertThatThrownBy(() -> endpoint.writeWord(0, 1))
            .isInstanceOf(ConnectionLostException.class))).isEqualTo(30 + TIMEOUT_NANOS + 40));
        cluster.client(2, "other", () -> assertThatThrownBy(() -> peer.writeWord(16, 1))
            .isInstanceOf(ConnectionLostException.class));
        runAndClose();
        assertThat(VerbFaultTest.words(cluster).get(0)).isZero();
        assertThat(VerbFaultTest.words(cluster).get(16)).isEqualTo(1);
    }

    @Test
    void aShortPartitionBetweenNodesHoldsNoticesUpAndALongOneLosesThem() {
        cluster.partition(1, 2, 0, 10_000);
        cluster.partition(1, 2, 20_000, 30_000 + TIMEOUT_NANOS);
        cluster.client(1, "client", () -> {
            assertThat(SimNoticeTest.send(endpoint, peer.route(), 1)).isEqualTo(SendStatus.SENT);
            assertThat(cluster.clock().nanoTime()).isEqualTo(10_000 + 2 * 812 + 20 + 40);
            cluster.work(20_000 - cluster.clock().nanoTime());
            assertThat(SimNoticeTest.send(endpoint, peer.route(), 2)).isEqualTo(SendStatus.UNKNOWN);
            assertThat(SimNoticeTest.values(peer)).containsExactly(1L);
        });
        runAndClose();
        assertThat(cluster.faults(FaultKind.PARTITION_BETWEEN)).isEqualTo(2);
    }

    @Test
    void aPartitionOfTheWayBackKeepsAcknowledgementsFromSenders() {
        cluster.partition(2, 1, 0, 2 * TIMEOUT_NANOS);
        cluster.client(1, "client", () -> {
            assertThat(SimNoticeTest.send(endpoint, peer.route(), 1)).isEqualTo(SendStatus.UNKNOWN);
            assertThat(SimNoticeTest.values(peer)).containsExactly(1L);
        });
        runAndClose();
    }

    @Test
    void partitionsInARowHoldUpTogether() {
        cluster.partition(1, SERVER, 8_000, 20_000);
        cluster.partition(1, SERVER, 0, 9_000);
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            assertThat(cluster.clock().nanoTime()).isEqualTo(20_000 - SENT + WRITE_NANOS);
            assertThat(time(() -> endpoint.writeWord(0, 1))).as("mended").isEqualTo(WRITE_NANOS);
        });
        runAndClose();
    }

    @Test
    void aNodeIsNotPartedFromItself() {
        assertThatThrownBy(() -> cluster.partition(1, 1, 0, 1)).hasMessageContaining("node 1 and itself");
        assertThatThrownBy(() -> cluster.partition(1, 99, 0, 1)).hasMessageContaining("node 99");
        cluster.close();
    }

    private void runAndClose() {
        cluster.run();
        cluster.close();
    }

    private long time(Runnable action) {
        return VerbTimeTest.time(cluster, action);
    }
}
