package io.baton.explore.bug;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client that has passed its turn on to another one of its process, and closed, is not taken for a process that has
 * died (K4 of {@code spec/9-process.md}).
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ClosedAheadTest {

    private static final int SLOTS = 2;
    private static final int PASSES = 1;
    private static final int WAITS = 2;
    private static final long MICRO = 1_000;
    private static final long LEASE = 2_000 * MICRO;
    private static final long SESSION = 40 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    /** How often a client asks the lock server for recovery that waits behind one which has passed its turn on. */
    private static final class Suspicions implements LongSupplier {

        private final Cluster cluster = new Cluster(
            ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1);
        private final RecoveryServer server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS,
            OPTIONS, 1, cluster.threads(ClusterModel.SERVER_NODE), event -> {});
        private long suspicions = -1;

        @Override
        public long getAsLong() {
            try (cluster) {
                cluster.client(PASSES, "process that passes its turn on", () -> {
                    final ShiftLockTable table = table(PASSES);
                    final LockClient leads = table.client();
                    final LockClient follows = table.client();
                    cluster.client(PASSES, "leads", () -> {
                        acquire(leads, 300 * MICRO);
                        leads.release(1);
                        leads.close();
                    });
                    cluster.client(PASSES, "follows", () -> {
                        acquire(follows, 320 * MICRO);
                        cluster.work(LEASE / 2);
                        follows.release(1);
                    });
                    cluster.work(2 * LEASE);
                });
                cluster.client(WAITS, "process that waits", () -> {
                    final ShiftLockTable table = table(WAITS);
                    final LockClient holds = table.client();
                    final LockClient waits = table.client();
                    acquire(holds, 0);
                    cluster.client(WAITS, "waits", () -> {
                        acquire(waits, 340 * MICRO);
                        suspicions = waits.counters().get(LockCounter.SUSPICIONS);
                        waits.release(1);
                    });
                    until(400 * MICRO);
                    holds.release(1);
                    cluster.work(2 * LEASE);
                });
                cluster.run();
            }
            return suspicions;
        }

        private void until(long nanos) {
            cluster.work(Math.max(0, nanos - cluster.clock().nanoTime()));
        }

        private void acquire(LockClient client, long nanos) {
            until(nanos);
            client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        }

        private ShiftLockTable table(int node) {
            final LockSession session = LockSession.join(cluster.fabric(node), server.route(), OPTIONS, 1,
                cluster.clock().nanoTime() + SESSION, cluster.threads(node));
            return ShiftLockTable.recoverable(cluster.fabric(node), SLOTS,
                ShiftLockOptions.product().withCaching(false), session, cluster.threads(node));
        }
    }

    @Test
    void whoWaitsBehindAClientThatHasPassedItsTurnOnDoesNotTroubleTheServer() {
        assertThat(new Suspicions().getAsLong()).isZero();
        final LongSupplier planted = PlantedBug.CLOSED_TAKEN_FOR_DEAD.plant().enter(Suspicions.class);
        assertThat(planted.getAsLong()).isPositive();
    }
}
