package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Machines that fall silent, and SENDs for which nobody waits. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class SilenceTest {

    private static final long MEMORY_BYTES = 64;
    private static final long TAG = 7;
    private static final ClusterModel MODEL = ClusterModel.paper();

    private final UnsafeBuffer notice = new UnsafeBuffer(new byte[Long.BYTES]);
    private final Cluster cluster = new Cluster(MODEL, MEMORY_BYTES, 1);
    private long receiver;

    @BeforeEach
    void connect() {
        receiver = cluster.fabric(1).connect().route();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private SendStatus send() {
        final List<SendStatus> status = new ArrayList<>();
        final Endpoint endpoint = cluster.fabric(2).connect();
        cluster.client(2, "sender", () -> status.add(endpoint.send(receiver, notice, 0, Long.BYTES)));
        cluster.run();
        return status.getFirst();
    }

    @Test
    void senderToASilentMachineWaitsUntilItsAdapterGivesUp() {
        cluster.fallSilent(1);
        assertThat(cluster.isCrashed(1)).isTrue();
        assertThat(send()).isEqualTo(SendStatus.UNKNOWN);
        assertThat(cluster.clock().nanoTime()).isGreaterThanOrEqualTo(MODEL.lossTimeoutNanos());
    }

    @Test
    void aMachineThatIsRepairedRefusesWhatIsMeantForTheDead() {
        cluster.fallSilent(1);
        cluster.restart(1);
        assertThat(send()).isEqualTo(SendStatus.NO_SUCH_PEER);
    }

    /** What a client learns of a notice that it posts to node 1, within half of what an adapter waits. */
    private long goneTag() {
        final long[] tags = new long[2];
        final Endpoint endpoint = cluster.fabric(2).connect();
        cluster.client(2, "poster", () -> {
            final long begun = cluster.clock().nanoTime();
            assertThat(endpoint.post(receiver, notice, 0, Long.BYTES, TAG)).isEqualTo(SendStatus.SENT);
            assertThat(cluster.clock().nanoTime() - begun).isEqualTo(MODEL.postNanos());
            endpoint.awaitNotice(begun + MODEL.lossTimeoutNanos() / 2);
            tags[0] = endpoint.nextGone();
            tags[1] = endpoint.nextGone();
        });
        cluster.run();
        assertThat(tags[1]).isZero();
        return tags[0];
    }

    @Test
    void whoPostsIsToldOfAProcessThatIsGone() {
        cluster.crash(1);
        assertThat(goneTag()).isEqualTo(TAG);
        assertThat(cluster.clock().nanoTime()).isLessThan(10 * MODEL.oneWayNanos());
    }

    @Test
    void whoPostsHearsNothingOfASilentMachine() {
        cluster.fallSilent(1);
        assertThat(goneTag()).isZero();
    }

    @Test
    void postedNoticesArriveInOrderWithoutAnybodyWaiting() {
        final List<Long> received = new ArrayList<>();
        final Endpoint mailbox = cluster.fabric(3).connect();
        final Endpoint endpoint = cluster.fabric(2).connect();
        cluster.client(2, "poster", () -> {
            for (long i = 1; i <= 3; i++) {
                notice.putLong(0, i);
                endpoint.post(mailbox.route(), notice, 0, Long.BYTES, TAG);
            }
            assertThat(cluster.clock().nanoTime()).isLessThan(MODEL.oneWayNanos());
        });
        cluster.client(3, "receiver", () -> {
            while (received.size() < 3) {
                mailbox.awaitNotice(Endpoint.NO_DEADLINE);
                mailbox.receive((buffer, offset, length) -> received.add(buffer.getLong(offset)));
            }
        });
        cluster.run();
        assertThat(received).containsExactly(1L, 2L, 3L);
    }
}
