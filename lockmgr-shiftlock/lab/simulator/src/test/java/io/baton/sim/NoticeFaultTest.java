package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.MessageFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notices that are late, lost or come twice. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class NoticeFaultTest {

    private static final ClusterModel MODEL = TestModel.model();
    private static final long TIMEOUT_NANOS = MODEL.lossTimeoutNanos();

    private final Script script = new Script();
    private final Cluster cluster = new Cluster(MODEL, 64, 1, script);
    private final Endpoint sender = cluster.fabric(1).connect();
    private final Endpoint receiver = cluster.fabric(2).connect();
    private final List<Long> seen = new ArrayList<>();

    private void receives(int notices) {
        cluster.client(2, "receiver", () -> {
            while (seen.size() < notices) {
                receiver.awaitNotice(Endpoint.NO_DEADLINE);
                seen.addAll(SimNoticeTest.values(receiver));
            }
        });
    }

    private void runAndClose() {
        cluster.run();
        cluster.close();
    }

    @Test
    void aWireWithFaultsTakesAsLongAsOneWithout() {
        receives(1);
        cluster.client(1, "sender", () -> assertThat(VerbTimeTest.time(cluster, () -> send(1, SendStatus.SENT)))
            .isEqualTo(30 + 20 + 100 + 812 + 812 + 20 + 40));
        runAndClose();
    }

    @Test
    void aLateNoticeIsOvertaken() {
        final Endpoint second = cluster.fabric(3).connect();
        script.next(MessageFaults.Leg.NOTICE, Fate.late(40_000));
        receives(2);
        cluster.client(1, "sender", () -> send(1, SendStatus.SENT));
        cluster.client(3, "second", () -> {
            cluster.work(1_000);
            assertThat(SimNoticeTest.send(second, receiver.route(), 2)).isEqualTo(SendStatus.SENT);
        });
        runAndClose();
        assertThat(seen).containsExactly(2L, 1L);
        assertThat(cluster.faults(FaultKind.NOTICE_DELAYED)).isEqualTo(1);
        assertThat(cluster.faults(FaultKind.NOTICE_REORDERED)).isEqualTo(1);
    }

    @Test
    void theSenderOfALostNoticeDoesNotKnow() {
        script.next(MessageFaults.Leg.NOTICE, Fate.LOST);
        receives(1);
        cluster.client(1, "sender", () -> {
            assertThat(VerbTimeTest.time(cluster, () -> send(1, SendStatus.UNKNOWN))).isEqualTo(30 + TIMEOUT_NANOS);
            send(2, SendStatus.SENT);
        });
        runAndClose();
        assertThat(seen).containsExactly(2L);
        assertThat(cluster.faults(FaultKind.NOTICE_LOST)).isEqualTo(1);
    }

    @Test
    void theSenderOfANoticeWithoutAcknowledgementDoesNotKnowEither() {
        script.next(MessageFaults.Leg.NOTICE, Fate.ACKNOWLEDGEMENT_LOST);
        receives(1);
        cluster.client(1, "sender", () -> assertThat(VerbTimeTest.time(cluster, () -> send(1, SendStatus.UNKNOWN)))
            .isEqualTo(30 + TIMEOUT_NANOS));
        runAndClose();
        assertThat(seen).containsExactly(1L);
        assertThat(cluster.faults(FaultKind.NOTICE_ACK_LOST)).isEqualTo(1);
    }

    @Test
    void aNoticeThatWasGivenUpArrivesAllTheSameAndItsAcknowledgementIsNotThatOfTheNext() {
        script.next(MessageFaults.Leg.NOTICE, Fate.late(TIMEOUT_NANOS + 10_000), Fate.LOST);
        receives(1);
        cluster.client(1, "sender", () -> {
            send(1, SendStatus.UNKNOWN);
            assertThat(VerbTimeTest.time(cluster, () -> send(2, SendStatus.UNKNOWN))).isEqualTo(30 + TIMEOUT_NANOS);
        });
        runAndClose();
        assertThat(seen).containsExactly(1L);
    }

    @Test
    void aNoticeMayComeTwice() {
        script.next(MessageFaults.Leg.NOTICE, Fate.twice(9_000), Fate.ON_TIME);
        receives(3);
        cluster.client(1, "sender", () -> {
            send(1, SendStatus.SENT);
            send(2, SendStatus.SENT);
        });
        runAndClose();
        assertThat(seen).containsExactly(1L, 2L, 1L);
        assertThat(cluster.faults(FaultKind.NOTICE_DUPLICATED)).isEqualTo(1);
    }

    @Test
    void noticesWithinANodeGoAstrayToo() {
        final Endpoint neighbour = cluster.fabric(1).connect();
        script.next(MessageFaults.Leg.NOTICE, Fate.LOST, Fate.ON_TIME, Fate.twice(10));
        cluster.client(1, "sender", () -> {
            assertThat(SimNoticeTest.send(sender, neighbour.route(), 1)).isEqualTo(SendStatus.UNKNOWN);
            assertThat(VerbTimeTest.time(cluster, () -> SimNoticeTest.send(sender, neighbour.route(), 2)))
                .isEqualTo(30 + MODEL.sameNodeNanos() + 40);
            assertThat(SimNoticeTest.send(sender, neighbour.route(), 3)).isEqualTo(SendStatus.SENT);
            assertThat(SimNoticeTest.values(neighbour)).containsExactly(2L, 3L, 3L);
        });
        runAndClose();
    }

    private void send(long value, SendStatus status) {
        assertThat(SimNoticeTest.send(sender, receiver.route(), value)).isEqualTo(status);
    }
}
