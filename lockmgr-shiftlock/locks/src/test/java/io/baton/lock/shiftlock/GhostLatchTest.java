package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockNotice;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The latch between a client and the agent that looks after its ghosts. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class GhostLatchTest {

    private static final int SLOTS = 4;
    private static final long MICRO = 1_000;
    private static final long READER_LEAVES = 500 * MICRO;
    private static final long A_FEW_VERBS = 20 * MICRO;

    private final Cluster cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.memoryBytes(SLOTS), 1);

    private LockClient client(int node) {
        return new ShiftLockTable(cluster.fabric(node), SLOTS, ShiftLockOptions.product(), cluster.threads(node))
            .client();
    }

    /** A client of a node that shares a lock from one time to another. */
    private void reader(int node, long fromNanos, long toNanos) {
        final LockClient client = client(node);
        cluster.client(node, "reader", () -> {
            cluster.work(fromNanos);
            client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            cluster.work(Math.max(1, toNanos - cluster.clock().nanoTime()));
            client.release(0);
        });
    }

    /**
     * The ghost waits for a reader while another has come, so that each round of the agent issues verbs; and notices
     * come all the time, so that the agent goes from one round to the next.
     */
    @Test
    void theClientGetsTheLatchFromAnAgentThatIsRungAllTheTime() {
        final LockClient client = client(1);
        final long[] took = new long[1];
        reader(2, 0, READER_LEAVES);
        reader(3, 30 * MICRO, 0);
        cluster.client(1, "with a ghost", () -> {
            cluster.work(10 * MICRO);
            assertThat(client.acquire(0, LockMode.EXCLUSIVE, cluster.fabric(1).clock().nanoTime() + 50 * MICRO))
                .isEqualTo(LockOutcome.DEADLINE);
            assertThat(LockInspector.positions(client)).extracting(LockInspector.Position::state)
                .isEqualTo(List.of(HoldState.WAITS_FOR_READERS));
            cluster.work(50 * MICRO);
            final long begun = cluster.clock().nanoTime();
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            took[0] = cluster.clock().nanoTime() - begun;
            client.release(1);
        });
        final Endpoint nudger = cluster.fabric(4).connect();
        final LockNotice nudge = new LockNotice();
        cluster.client(4, "nudges", () -> {
            while (cluster.clock().nanoTime() < READER_LEAVES) {
                nudger.send(LockInspector.route(client), nudge.compose(LockNotice.NUDGE, 0, 0, 0).composed(), 0,
                    LockNotice.BYTES);
            }
        });
        cluster.run();
        assertThat(took[0]).isBetween(1L, A_FEW_VERBS);
        cluster.close();
    }
}
