package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbKind;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notices between clients, and doorbells. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SimNoticeTest {

    private static final long MEMORY_BYTES = 64;

    private final ClusterModel model = TestModel.model();

    @Test
    void aNoticeIsReceivedAsItWasSentAndTheSenderWaitsForTheAcknowledgement() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint sender = cluster.fabric(1).connect();
            final Endpoint receiver = cluster.fabric(2).connect();
            cluster.client("sender", () -> {
                assertThat(time(cluster, () -> assertThat(send(sender, receiver.route(), 42))
                    .isEqualTo(SendStatus.SENT))).isEqualTo(30 + 20 + 100 + 812 + 812 + 20 + 40);
                assertThat(time(cluster, () -> send(sender, receiver.route(), 43))).as("the same target again")
                    .isEqualTo(30 + 20 + 812 + 812 + 20 + 40);
            });
            cluster.client("receiver", () -> {
                receiver.awaitNotice(Endpoint.NO_DEADLINE);
                assertThat(cluster.clock().nanoTime()).isEqualTo(30 + 20 + 100 + 812 + 20 + 60);
                assertThat(values(receiver)).containsExactly(42L);
                receiver.awaitNotice(Endpoint.NO_DEADLINE);
                assertThat(values(receiver)).containsExactly(43L);
            });
            cluster.run();
            assertThat(sender.counters().get(VerbKind.SEND)).isEqualTo(2);
            assertThat(cluster.verbs()).isEqualTo(2);
        }
    }

    @Test
    void withinANodeANoticeTakesItsOwnTime() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint sender = cluster.fabric(1).connect();
            final Endpoint neighbour = cluster.fabric(1).connect();
            cluster.client("sender", () -> {
                assertThat(time(cluster, () -> send(sender, neighbour.route(), 1)))
                    .isEqualTo(30 + 100 + model.sameNodeNanos() + 40);
                assertThat(values(neighbour)).containsExactly(1L);
                assertThat(send(sender, sender.route(), 2)).as("to oneself").isEqualTo(SendStatus.SENT);
                assertThat(values(sender)).containsExactly(2L);
            });
            cluster.run();
        }
    }

    @Test
    void theSenderLearnsThatThereIsNobodyOrNoPlace() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Endpoint sender = cluster.fabric(1).connect();
            final Endpoint full = cluster.fabric(2).connect();
            final Endpoint leaving = cluster.fabric(3).connect();
            final Endpoint neighbour = cluster.fabric(1).connect();
            cluster.client("sender", () -> {
                assertThat(send(sender, Route.of(9, 3), 1)).isEqualTo(SendStatus.NO_SUCH_PEER);
                for (int i = 0; i < SimNode.NOTICES_MAX; i++) {
                    assertThat(send(sender, full.route(), i)).isEqualTo(SendStatus.SENT);
                }
                assertThat(send(sender, full.route(), 0)).isEqualTo(SendStatus.MAILBOX_FULL);
                assertThat(values(full)).hasSize(SimNode.NOTICES_MAX);
                assertThat(send(sender, full.route(), 0)).isEqualTo(SendStatus.SENT);
                cluster.client("leaver", () -> {
                    cluster.work(500);
                    leaving.close();
                    cluster.work(2_600);
                    neighbour.close();
                });
                assertThat(send(sender, leaving.route(), 0)).as("it left meanwhile")
                    .isEqualTo(SendStatus.NO_SUCH_PEER);
                assertThat(send(sender, neighbour.route(), 0)).as("it left meanwhile")
                    .isEqualTo(SendStatus.NO_SUCH_PEER);
            });
            cluster.run();
        }
    }

    @Test
    void aDeadlineIsOneOfTheNodesOwnClock() {
        try (Cluster cluster = new Cluster(TestModel.model(0, 50_000), MEMORY_BYTES, 5)) {
            final Fabric fabric = cluster.fabric(1);
            final Endpoint endpoint = fabric.connect();
            final Doorbell doorbell = fabric.doorbell();
            assertThat(fabric.clock().nanoTime()).isBetween(-50_000L, 50_000L)
                .isNotEqualTo(cluster.fabric(2).clock().nanoTime());
            cluster.client("client", () -> {
                assertThat(time(cluster, () -> endpoint.awaitNotice(fabric.clock().nanoTime() + 700))).isEqualTo(700);
                assertThat(time(cluster, () -> endpoint.awaitNotice(fabric.clock().nanoTime() - 1))).isZero();
                assertThat(time(cluster, () -> doorbell.await(fabric.clock().nanoTime() + 900))).isEqualTo(900);
            });
            cluster.run();
        }
    }

    @Test
    void aDoorbellRemembersARingAndRingsForNotices() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Doorbell doorbell = cluster.fabric(1).doorbell();
            final Endpoint receiver = cluster.fabric(1).connect();
            final Endpoint sender = cluster.fabric(2).connect();
            receiver.listener(doorbell);
            final List<Long> seen = new ArrayList<>();
            doorbell.ring();
            cluster.threads().newThread(() -> {
                while (true) {
                    assertThat(doorbell.await(Endpoint.NO_DEADLINE)).isTrue();
                    seen.add(cluster.clock().nanoTime());
                    values(receiver).forEach(seen::add);
                }
            }).start();
            cluster.client("sender", () -> {
                cluster.work(10_000);
                send(sender, receiver.route(), 42);
                doorbell.ring();
                cluster.work(1_000);
            });
            cluster.run();
            assertThat(seen).containsExactly(0L, 10_000L + 30 + 20 + 100 + 812 + 20 + 60 + 40, 42L,
                10_000L + 30 + 20 + 100 + 812 + 812 + 20 + 40 + 40);
        }
    }

    @Test
    void aDoorbellSaysWhetherItRang() {
        try (Cluster cluster = new Cluster(model, MEMORY_BYTES, 1)) {
            final Fabric fabric = cluster.fabric(1);
            final Doorbell doorbell = fabric.doorbell();
            cluster.client("client", () -> {
                assertThat(doorbell.await(fabric.clock().nanoTime() + 10)).isFalse();
                doorbell.ring();
                doorbell.ring();
                assertThat(doorbell.await(fabric.clock().nanoTime() + 10)).isTrue();
                assertThat(doorbell.await(fabric.clock().nanoTime() + 10)).as("rings do not add up").isFalse();
            });
            cluster.run();
        }
    }

    static SendStatus send(Endpoint sender, long route, long value) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        buffer.putLong(8, value);
        return sender.send(route, buffer, 8, Long.BYTES);
    }

    static List<Long> values(Endpoint receiver) {
        final List<Long> values = new ArrayList<>();
        receiver.receive((buffer, offset, length) -> {
            assertThat(length).isEqualTo(Long.BYTES);
            values.add(buffer.getLong(offset));
        });
        return values;
    }

    private static long time(Cluster cluster, Runnable action) {
        return VerbTimeTest.time(cluster, action);
    }
}
