package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.LocalWords;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.MessageFaults;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verbs that are late or lost, and connections that break. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class VerbFaultTest {

    private static final long MEMORY_BYTES = 64;
    private static final long TIMEOUT_NANOS = TestModel.model().lossTimeoutNanos();
    /** What a READ takes of itself. */
    private static final long READ_NANOS = 1_749;

    @Test
    void aLateRequestTakesEffectLateAndALateAnswerDoesNot() {
        final Script script = new Script();
        try (Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1, script)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final LocalWords words = words(cluster);
            cluster.at(50_000, () -> assertThat(words.get(0)).as("the request is late").isZero());
            cluster.at(250_000, () -> assertThat(words.get(0)).as("the answer is late").isEqualTo(2));
            cluster.client("client", () -> {
                script.next(MessageFaults.Leg.REQUEST, Fate.late(100_000));
                assertThat(time(cluster, () -> endpoint.writeWord(0, 1))).isEqualTo(READ_NANOS + 100_000);
                cluster.work(200_000 - cluster.clock().nanoTime());
                script.next(MessageFaults.Leg.ANSWER, Fate.late(100_000));
                assertThat(time(cluster, () -> endpoint.writeWord(0, 2))).isEqualTo(READ_NANOS + 100_000);
            });
            cluster.run();
            assertThat(cluster.faults(FaultKind.REQUEST_DELAYED)).isEqualTo(1);
            assertThat(cluster.faults(FaultKind.ANSWER_DELAYED)).isEqualTo(1);
        }
    }

    @Test
    void aLostRequestHasNoEffectAndBreaksTheConnection() {
        losesConnection(MessageFaults.Leg.REQUEST, 0);
    }

    @Test
    void aLostAnswerBreaksTheConnectionAfterTheEffect() {
        losesConnection(MessageFaults.Leg.ANSWER, 7);
    }

    private static void losesConnection(MessageFaults.Leg leg, long effect) {
        final Script script = new Script();
        try (Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1, script)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final Endpoint other = cluster.fabric(1).connect();
            cluster.client(1, "client", () -> {
                script.next(leg, Fate.LOST);
                assertThat(time(cluster, () -> assertThatThrownBy(() -> endpoint.cas(0, 0, 7))
                    .isInstanceOf(ConnectionLostException.class).hasMessageContaining("1:0")
                    .hasMessageContaining("address 0"))).isEqualTo(30 + TIMEOUT_NANOS + 40);
                assertThat(time(cluster, () -> assertThatThrownBy(() -> endpoint.readWord(0))
                    .isInstanceOf(ConnectionLostException.class))).isZero();
                assertThat(other.readWord(0)).isEqualTo(effect);
            });
            cluster.run();
            assertThat(cluster.faults(FaultKind.REQUEST_LOST)).isEqualTo(leg == MessageFaults.Leg.REQUEST ? 1 : 0);
            assertThat(cluster.faults(FaultKind.COMPLETION_LOST)).isEqualTo(leg == MessageFaults.Leg.ANSWER ? 1 : 0);
        }
    }

    @Test
    void verbsOfABatchKeepTheirOrderIfOneIsLate() {
        final Script script = new Script();
        try (Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1, script)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final ReadPair before = new ReadPair().at(0);
            final ReadPair after = new ReadPair().at(0);
            final VerbBatch batch =
                new VerbBatch().add(before).add(new ExtFaa().at(0).addLow(5, 0)).add(after);
            cluster.client(1, "client", () -> {
                script.next(MessageFaults.Leg.REQUEST, Fate.ON_TIME, Fate.late(70_000), Fate.ON_TIME);
                endpoint.execute(batch);
            });
            cluster.run();
            assertThat(before.oldLow()).isZero();
            assertThat(after.oldLow()).isEqualTo(5);
            assertThat(cluster.clock().nanoTime()).isGreaterThan(70_000);
        }
    }

    @Test
    void whatFollowsALostRequestIsLostToo() {
        final Script script = new Script();
        try (Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1, script)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final VerbBatch batch = new VerbBatch().add(new ExtFaa().at(0).addLow(1, 0))
                .add(new ExtFaa().at(16).addLow(1, 0)).add(new ExtFaa().at(32).addLow(1, 0));
            cluster.client(1, "client", () -> {
                script.next(MessageFaults.Leg.REQUEST, Fate.ON_TIME, Fate.LOST, Fate.ON_TIME);
                assertThatThrownBy(() -> endpoint.execute(batch)).isInstanceOf(ConnectionLostException.class);
            });
            cluster.run();
            assertThat(words(cluster).get(0)).isEqualTo(1);
            assertThat(words(cluster).get(16)).isZero();
            assertThat(words(cluster).get(32)).isZero();
        }
    }

    @Test
    void aVerbThatWasGivenUpTakesEffectLaterAsItWasPosted() {
        final Script script = new Script();
        try (Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1, script)) {
            final Endpoint endpoint = cluster.fabric(1).connect();
            final Endpoint other = cluster.fabric(1).connect();
            final ExtCas cas = new ExtCas();
            final VerbBatch batch = new VerbBatch().add(cas);
            cluster.client(1, "client", () -> {
                script.next(MessageFaults.Leg.REQUEST, Fate.late(2 * TIMEOUT_NANOS));
                cas.at(0).swapLow(-1, 7);
                assertThat(time(cluster, () -> assertThatThrownBy(() -> endpoint.execute(batch))
                    .isInstanceOf(ConnectionLostException.class))).isEqualTo(30 + TIMEOUT_NANOS + 40);
                cas.at(16).swapLow(-1, 8);
                other.execute(batch);
                assertThat(other.readWord(0)).isZero();
                cluster.work(2 * TIMEOUT_NANOS);
                assertThat(other.readWord(0)).isEqualTo(7);
                assertThat(other.readWord(16)).isEqualTo(8);
            });
            cluster.run();
        }
    }

    @Test
    void aTimeThatIsOutOfRangeIsRefused() {
        assertThatThrownBy(() -> Fate.late(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Fate.twice(0)).hasMessageContaining("0 ns");
    }

    static LocalWords words(Cluster cluster) {
        return Objects.requireNonNull(cluster.fabric(ClusterModel.SERVER_NODE).localWords());
    }

    private static long time(Cluster cluster, Runnable action) {
        return VerbTimeTest.time(cluster, action);
    }
}
