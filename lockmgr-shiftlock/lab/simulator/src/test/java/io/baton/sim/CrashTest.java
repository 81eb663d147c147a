package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that crash, pause and restart. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class CrashTest {

    private static final long MEMORY_BYTES = 64;

    private final List<String> steps = new ArrayList<>();
    private final Cluster cluster = new Cluster(TestModel.model(), MEMORY_BYTES, 1);

    private void step(String what) {
        steps.add(what + " at " + cluster.clock().nanoTime());
    }

    @Test
    void aCrashAtATimeStopsAllThreadsOfTheNodeAndNoOthers() {
        cluster.client(1, "client", () -> {
            step("client");
            cluster.threads(1).newThread(() -> {
                cluster.work(90);
                step("early thread");
                cluster.work(20);
                step("late thread");
            }).start();
            cluster.work(110);
            step("late client");
        });
        cluster.client(2, "other", () -> {
            cluster.work(200);
            step("other");
        });
        cluster.at(100, () -> cluster.crash(1));
        cluster.run();
        assertThat(steps).containsExactly("client at 0", "early thread at 90", "other at 200");
        assertThat(cluster.isCrashed(1)).isTrue();
        assertThat(cluster.faults(FaultKind.CRASH)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aRunEndsWhenAllClientsHaveCrashed() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        cluster.client(1, "client", () -> endpoint.awaitNotice(Endpoint.NO_DEADLINE));
        cluster.at(100, () -> cluster.crash(1));
        cluster.run();
        assertThat(cluster.clock().nanoTime()).isEqualTo(100);
        cluster.crash(1);
        assertThat(cluster.faults(FaultKind.CRASH)).as("once is enough").isEqualTo(1);
        cluster.close();
    }

    @Test
    void aThreadThatLetsItsOwnNodeCrashDoesNotComeBack() {
        cluster.client(1, "suicide", () -> {
            step("before");
            cluster.crash(1);
            step("after");
        });
        cluster.client(2, "killer", () -> {
            cluster.work(5);
            cluster.crash(3);
            step("killer");
        });
        cluster.client(3, "victim", () -> {
            cluster.work(10);
            step("victim");
        });
        cluster.run();
        cluster.close();
        assertThat(steps).containsExactly("before at 0", "killer at 5");
    }

    @Test
    void whatIsPostedTakesEffectAndIsAnsweredToNobody() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        final Endpoint sender = cluster.fabric(1).connect();
        final Endpoint peer = cluster.fabric(2).connect();
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            step("client");
        });
        cluster.client(1, "sender", () -> {
            SimNoticeTest.send(sender, peer.route(), 5);
            step("sender");
        });
        cluster.client(2, "peer", () -> {
            peer.awaitNotice(Endpoint.NO_DEADLINE);
            assertThat(SimNoticeTest.values(peer)).containsExactly(5L);
            assertThat(peer.readWord(0)).isEqualTo(1);
            assertThat(SimNoticeTest.send(peer, endpoint.route(), 1)).isEqualTo(SendStatus.NO_SUCH_PEER);
        });
        cluster.at(60, () -> cluster.crash(1));
        cluster.run();
        cluster.close();
        assertThat(steps).isEmpty();
    }

    @Test
    void everyStepOfANodeCanBeItsLast() {
        final List<Long> words = new ArrayList<>();
        for (int last = 1; last <= 5; last++) {
            try (Cluster mortal = new Cluster(TestModel.model(), MEMORY_BYTES, 1)) {
                final Endpoint endpoint = mortal.fabric(1).connect();
                mortal.client(1, "client", () -> {
                    endpoint.faa(0, 1);
                    SimNoticeTest.send(endpoint, endpoint.route(), 1);
                    endpoint.faa(0, 1);
                    endpoint.awaitNotice(Endpoint.NO_DEADLINE);
                    endpoint.faa(0, 1);
                });
                mortal.atStep(1, last, () -> mortal.crash(1));
                mortal.run();
                assertThat(mortal.steps(1)).isEqualTo(last);
                words.add(VerbFaultTest.words(mortal).get(0));
            }
        }
        assertThat(words).containsExactly(0L, 1L, 1L, 2L, 2L);
        cluster.close();
    }

    @Test
    void aStepThatHasPassedIsRefused() {
        assertThatThrownBy(() -> cluster.atStep(1, 0, () -> {})).hasMessageContaining("step 0 of node 1");
        cluster.close();
    }

    @Test
    void aRestartedNodeHasNewClientsAndItsOldEndpointsStayDead() {
        final Endpoint old = cluster.fabric(1).connect();
        cluster.client("watch", () -> {
            cluster.crash(1);
            assertThatThrownBy(() -> cluster.client(1, "early", () -> {})).hasMessageContaining("restart");
            assertThatThrownBy(() -> cluster.fabric(1).connect()).hasMessageContaining("restart");
            cluster.restart(1);
            final Endpoint endpoint = cluster.fabric(1).connect();
            assertThat(endpoint.route()).isNotEqualTo(old.route());
            cluster.client(1, "new", () -> {
                endpoint.writeWord(0, 3);
                assertThatThrownBy(() -> old.writeWord(0, 4)).isInstanceOf(ConnectionLostException.class);
                assertThatThrownBy(() -> SimNoticeTest.send(old, endpoint.route(), 1))
                    .isInstanceOf(ConnectionLostException.class);
                step("new");
            });
            cluster.work(100_000);
        });
        cluster.run();
        assertThat(VerbFaultTest.words(cluster).get(0)).isEqualTo(3);
        assertThat(steps).hasSize(1);
        assertThat(cluster.faults(FaultKind.ROUTE_REUSED)).isZero();
        assertThatThrownBy(() -> cluster.restart(1)).hasMessageContaining("has not crashed");
        cluster.close();
    }

    @Test
    void aNewClientOnAnOldRouteGetsTheNoticesOfTheOldOne() {
        final Endpoint old = cluster.fabric(1).connect();
        final Endpoint sender = cluster.fabric(2).connect();
        cluster.client("watch", () -> {
            cluster.crash(1);
            cluster.restartOnOldRoutes(1);
            final Endpoint endpoint = cluster.fabric(1).connect();
            assertThat(endpoint.route()).isEqualTo(old.route());
            old.close();
            assertThat(SimNoticeTest.send(sender, old.route(), 9)).isEqualTo(SendStatus.SENT);
            assertThat(SimNoticeTest.values(endpoint)).containsExactly(9L);
        });
        cluster.run();
        assertThat(cluster.faults(FaultKind.ROUTE_REUSED)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aPauseStopsThreadsButNeitherVerbsNorMailboxes() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        final Endpoint sender = cluster.fabric(2).connect();
        cluster.mailboxCapacity(1, 2);
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            step("client");
            assertThat(SimNoticeTest.values(endpoint)).containsExactly(1L, 2L);
        });
        cluster.client(1, "second", () -> {
            cluster.work(500);
            step("second");
        });
        cluster.client(2, "sender", () -> {
            assertThat(SimNoticeTest.send(sender, endpoint.route(), 1)).isEqualTo(SendStatus.SENT);
            assertThat(SimNoticeTest.send(sender, endpoint.route(), 2)).isEqualTo(SendStatus.SENT);
            assertThat(SimNoticeTest.send(sender, endpoint.route(), 3)).isEqualTo(SendStatus.MAILBOX_FULL);
            assertThat(sender.readWord(0)).isEqualTo(1);
        });
        cluster.at(100, () -> cluster.pause(1, 50_000));
        cluster.run();
        assertThat(steps).as("in the order in which they would have been awake")
            .containsExactly("second at 50100", "client at 50100");
        assertThat(cluster.faults(FaultKind.PAUSE)).isEqualTo(1);
        assertThat(cluster.faults(FaultKind.MAILBOX_FULL)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aThreadThatPausesItsOwnNodeStandsStillAtOnce() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        cluster.atStep(1, 1, () -> cluster.pause(1, 7_000));
        cluster.at(6_999, () -> assertThat(VerbFaultTest.words(cluster).get(0)).isZero());
        cluster.client(1, "client", () -> {
            endpoint.writeWord(0, 1);
            step("client");
        });
        cluster.run();
        assertThat(steps).containsExactly("client at " + (7_000 + 1_749));
        cluster.close();
    }

    @Test
    void whatHappensAtATimeMustNotWait() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        cluster.at(5, () -> endpoint.readWord(0));
        cluster.client("client", () -> cluster.work(10));
        assertThatThrownBy(cluster::run).hasMessageContaining("planned for 5 ns").hasMessageContaining("must not wait");
        cluster.close();
    }
}
