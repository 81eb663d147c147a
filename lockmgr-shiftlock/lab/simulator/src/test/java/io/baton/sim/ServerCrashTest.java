package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Gate;
import io.baton.fabric.LocalWords;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock server's gate, its death and its return. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ServerCrashTest {

    private static final int SERVER = ClusterModel.SERVER_NODE;
    private static final ClusterModel MODEL = TestModel.model();
    private static final long TIMEOUT_NANOS = MODEL.lossTimeoutNanos();

    private final Cluster cluster = new Cluster(MODEL, 64, 1);
    private final Gate gate = Objects.requireNonNull(cluster.fabric(SERVER).gate());
    private final LocalWords words = VerbFaultTest.words(cluster);

    @Test
    void aRefusedNodesVerbsHaveNoEffectAndItsClientsLearnItAtOnce() {
        final Endpoint first = cluster.fabric(1).connect();
        final Endpoint other = cluster.fabric(2).connect();
        cluster.client(1, "client", () -> {
            assertThat(time(() -> lost(() -> first.writeWord(0, 1)))).as("the way there and back").isLessThan(2_000);
            assertThat(time(() -> lost(() -> first.writeWord(0, 1)))).isZero();
            assertThat(SimNoticeTest.send(first, other.route(), 1)).as("notices pass no gate")
                .isEqualTo(SendStatus.SENT);
        });
        cluster.client(2, "other", () -> other.writeWord(16, 1));
        cluster.at(800, () -> {
            gate.refuse(1);
            gate.refuse(1);
        });
        cluster.run();
        assertThat(words.get(0)).as("under way when the gate closed").isZero();
        assertThat(words.get(16)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void whoIsAdmittedAgainNeedsANewEndpoint() {
        final Endpoint before = cluster.fabric(1).connect();
        gate.refuse(1);
        final Endpoint between = cluster.fabric(1).connect();
        gate.admit(1);
        final Endpoint after = cluster.fabric(1).connect();
        gate.admit(1);
        cluster.client(1, "client", () -> {
            lost(() -> before.writeWord(0, 1));
            lost(() -> between.writeWord(0, 2));
            after.writeWord(16, 3);
        });
        cluster.run();
        assertThat(words.get(0)).isZero();
        assertThat(words.get(16)).isEqualTo(3);
        assertThat(cluster.fabric(1).gate()).isNull();
        assertThatThrownBy(() -> gate.refuse(77)).hasMessageContaining("node 77");
        cluster.close();
    }

    @Test
    void aDeadServerAnswersNobody() {
        final Endpoint early = cluster.fabric(1).connect();
        final Endpoint endpoint = cluster.fabric(2).connect();
        final Endpoint sender = cluster.fabric(3).connect();
        final Endpoint local = cluster.fabric(SERVER).connect();
        final List<String> steps = new ArrayList<>();
        cluster.threads(SERVER).newThread(() -> {
            cluster.work(50_000);
            steps.add("the server lives");
        }).start();
        cluster.client(1, "early", () -> assertThat(time(() -> lost(() -> early.faa(0, 1))))
            .as("the answer has not left").isEqualTo(30 + TIMEOUT_NANOS + 40));
        cluster.client(2, "client", () -> {
            cluster.work(1_000);
            assertThat(time(() -> lost(() -> endpoint.writeWord(0, 1)))).isEqualTo(30 + TIMEOUT_NANOS + 40);
        });
        cluster.client(3, "sender", () -> {
            cluster.work(1_000);
            assertThat(time(() -> assertThat(SimNoticeTest.send(sender, local.route(), 1))
                .isEqualTo(SendStatus.UNKNOWN))).isEqualTo(30 + TIMEOUT_NANOS);
        });
        cluster.at(30 + 20 + 812 + 1, () -> {
            assertThat(words.get(0)).isEqualTo(1);
            cluster.crashServer();
            cluster.crashServer();
        });
        cluster.run();
        assertThat(steps).isEmpty();
        assertThat(cluster.isCrashed(SERVER)).isTrue();
        assertThat(cluster.faults(FaultKind.SERVER_CRASH)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aRestartedServerHasEmptyMemoryAndAdmitsNobodyByItself() {
        final Endpoint old = cluster.fabric(1).connect();
        final Endpoint oldLocal = cluster.fabric(SERVER).connect();
        words.set(0, 7);
        cluster.client("watch", () -> {
            cluster.crashServer();
            cluster.work(1_000);
            cluster.restartServer();
            final Endpoint early = cluster.fabric(1).connect();
            cluster.threads(SERVER).newThread(() -> {
                lost(() -> oldLocal.readWord(0));
                final Endpoint local = cluster.fabric(SERVER).connect();
                assertThat(local.readWord(0)).as("its own verbs need no admission").isZero();
                words.set(8, 5);
                gate.admit(1);
            }).start();
            cluster.work(10_000);
            lost(() -> old.readWord(0));
            lost(() -> early.readWord(0));
            assertThat(cluster.fabric(1).connect().readWord(8)).isEqualTo(5);
            assertThat(SimNoticeTest.send(early, oldLocal.route(), 1)).isEqualTo(SendStatus.NO_SUCH_PEER);
        });
        cluster.run();
        assertThatThrownBy(cluster::restartServer).hasMessageContaining("has not crashed");
        assertThatThrownBy(() -> cluster.crash(SERVER)).hasMessageContaining("lock server's");
        assertThatThrownBy(() -> cluster.restart(SERVER)).hasMessageContaining("lock server's");
        cluster.close();
    }

    @Test
    void everyAccessOfTheServersProcessorCanBeItsLast() {
        cluster.atStep(SERVER, 2, cluster::crashServer);
        cluster.client(SERVER, "server", () -> {
            words.set(0, 1);
            words.set(8, 1);
        });
        cluster.run();
        assertThat(words.get(0)).isEqualTo(1);
        assertThat(words.get(8)).isZero();
        cluster.close();
    }

    private static void lost(Runnable verb) {
        assertThatThrownBy(verb::run).isInstanceOf(ConnectionLostException.class);
    }

    private long time(Runnable action) {
        return VerbTimeTest.time(cluster, action);
    }
}
