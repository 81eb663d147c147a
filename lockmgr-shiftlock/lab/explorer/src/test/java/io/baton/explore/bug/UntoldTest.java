package io.baton.explore.bug;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process that keeps a lock gives it back even if nobody who waits for it can tell it so: the lock server's question
 * tells it (K2.1 of {@code spec/9-process.md}).
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UntoldTest {

    private static final int SLOTS = 2;
    private static final int KEEPS = 1;
    private static final int WAITS = 2;
    private static final long LEASE = 1_000_000;
    private static final long SESSION = 40 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    /** What a client is told that wants a lock of a process which none of its notices reaches. */
    private static final class OutOfReach implements Supplier<String> {

        @Override
        public String get() {
            final LockOutcome[] told = new LockOutcome[1];
            try (Cluster cluster = new Cluster(
                ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1, OutOfReach::fate)) {
                final RecoveryServer server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS,
                    OPTIONS, 1, cluster.threads(ClusterModel.SERVER_NODE), event -> {});
                cluster.client(KEEPS, "keeps", () -> {
                    final LockClient client = client(cluster, server, KEEPS);
                    client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                    client.release(1);
                    // It lives, and its session with it, until the other one has been answered.
                    cluster.work(10 * SESSION);
                });
                cluster.client(WAITS, "waits", () -> {
                    cluster.work(LEASE);
                    told[0] = client(cluster, server, WAITS)
                        .acquire(1, LockMode.EXCLUSIVE, cluster.clock().nanoTime() + 5 * SESSION);
                });
                cluster.run();
            }
            return String.valueOf(told[0]);
        }

        private static Fate fate(MessageFaults.Leg leg, long from, long to, long now) {
            return leg == MessageFaults.Leg.NOTICE && Route.node(from) == WAITS && Route.node(to) == KEEPS
                ? Fate.LOST : Fate.ON_TIME;
        }

        private static LockClient client(Cluster cluster, RecoveryServer server, int node) {
            final LockSession session = LockSession.join(cluster.fabric(node), server.route(), OPTIONS, 1,
                cluster.clock().nanoTime() + SESSION, cluster.threads(node));
            return ShiftLockTable.recoverable(cluster.fabric(node), SLOTS, ShiftLockOptions.product(), 0, session,
                cluster.threads(node)).client();
        }
    }

    @Test
    void aProcessThatNobodyCanTellIsToldByTheLockServer() {
        assertThat(new OutOfReach().get()).isEqualTo("GRANTED");
        final Supplier<String> planted = PlantedBug.KEPT_NOT_RECALLED.plant().enter(OutOfReach.class);
        assertThat(planted.get()).isEqualTo("DEADLINE");
    }
}
