package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policy SESSION: a client with ghosts whose session ends. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class GhostsAndSessionsTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 20_000_000;
    private static final long SESSION = 2 * LEASE;
    private static final long LOSS_TIMEOUT = LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    /**
     * A client wants the place of its own ghost, whose successor it does not know. It looks after two ghosts, and finds
     * at the other one that its connection is gone: then that place is gone too, and nobody tells it so, because the
     * session has ended before.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 2_750, 3_000})
    void whoWaitsBesideItsGhostFindsOutThatTheSessionIsOver(long micros) {
        final MessageFaults successorLost =
            (leg, from, to, now) -> leg == MessageFaults.Leg.NOTICE && Route.node(from) == 3 && Route.node(to) == 1
                ? Fate.LOST
                : Fate.ON_TIME;
        final ClusterModel model = ClusterModel.paper().withLossTimeout(LOSS_TIMEOUT);
        try (SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS, model, successorLost)) {
            final Cluster cluster = sessions.cluster;
            final LockOutcome[] outcome = new LockOutcome[1];
            cluster.client(1, "with ghosts", () -> {
                final LockSession session = sessions.join(1);
                final LockClient client = sessions.client(1, session);
                cluster.work(100_000);
                assertThat(client.acquire(0, LockMode.EXCLUSIVE, cluster.fabric(1).clock().nanoTime() + 1))
                    .isEqualTo(LockOutcome.DEADLINE);
                cluster.work(1_000_000);
                assertThat(client.acquire(2, LockMode.EXCLUSIVE, cluster.fabric(1).clock().nanoTime() + 1))
                    .isEqualTo(LockOutcome.DEADLINE);
                cluster.work(2_000_000);
                assertThat(LockInspector.positions(client)).extracting(LockInspector.Position::state)
                    .isEqualTo(List.of(HoldState.WAITS_FOR_TURN, HoldState.RELEASES_TO_SUCCESSOR));
                // As when another client of the process has lost its connection.
                cluster.at(8_000_000, session::lose);
                final long cut = TimeUnit.MICROSECONDS.toNanos(11_000 + micros);
                cluster.at(cut, () -> cluster.partition(1, ClusterModel.SERVER_NODE, cut, cut + SESSION));
                outcome[0] = client.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            });
            cluster.client(2, "holder", () -> {
                final LockClient holder = sessions.client(2);
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                holder.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(2_000_000);
                holder.release(2);
                cluster.work(4 * LOSS_TIMEOUT);
                holder.release(0);
            });
            cluster.client(3, "behind", () -> {
                final LockClient behind = sessions.client(3);
                cluster.work(1_500_000);
                behind.acquire(2, LockMode.EXCLUSIVE, cluster.fabric(3).clock().nanoTime() + 1);
            });
            cluster.client("watch", () -> {
                cluster.work(3 * LOSS_TIMEOUT);
                assertThat(outcome[0]).isEqualTo(LockOutcome.LOST);
            });
            cluster.run();
        }
    }
}
