package io.baton.explore.bug;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.ForcedReset;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a process grants or takes back without a verb is no success once its session is over (K3.7, K3.9, K8.9 of {@code
 * spec/9-process.md}); what forgets that is found.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UnconfirmedTest {

    private static final int SLOTS = 2;
    private static final long LEASE = 1_000_000;
    private static final long SESSION = 40 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    /** What happens to a process that keeps lock 1. */
    private abstract static class Run implements Supplier<String> {

        /** What a client is told whose process has lost its session, and the lock. */
        abstract LockOutcome asked(Cluster cluster, LockClient client);

        @Override
        public String get() {
            final LockOutcome[] told = new LockOutcome[1];
            try (Cluster cluster =
                new Cluster(ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1)) {
                final RecoveryServer server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS,
                    OPTIONS, 1, cluster.threads(ClusterModel.SERVER_NODE), event -> {});
                cluster.client(1, "keeps", () -> {
                    final LockClient client = client(cluster, server, 1);
                    acquire(client);
                    client.release(1);
                    told[0] = asked(cluster, client);
                });
                cluster.client(2, "takes", () -> {
                    cluster.work(LEASE);
                    takes(cluster, server);
                });
                cluster.run();
            }
            return String.valueOf(told[0]);
        }

        /** Gets the lock when the first process is fenced. */
        void takes(Cluster cluster, RecoveryServer server) {
            acquire(client(cluster, server, 2));
        }

        static LockOutcome acquire(LockClient client) {
            return client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        }

        private static LockClient client(Cluster cluster, RecoveryServer server, int node) {
            final LockSession session = LockSession.join(cluster.fabric(node), server.route(), OPTIONS, 1,
                cluster.clock().nanoTime() + SESSION, cluster.threads(node));
            return ShiftLockTable
                .recoverable(cluster.fabric(node), SLOTS, ShiftLockOptions.product().withBatches(true), 0,
                    session, cluster.threads(node))
                .client();
        }
    }

    private static final class StaleGrant extends Run {
        @Override
        LockOutcome asked(Cluster cluster, LockClient client) {
            cluster.pause(1, 3 * SESSION);
            return acquire(client);
        }
    }

    /** Both locks are kept. */
    private static final class StaleChain extends Run {
        @Override
        LockOutcome asked(Cluster cluster, LockClient client) {
            client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            client.release(0);
            cluster.pause(1, 3 * SESSION);
            final LockList both = new LockList();
            both.add(0, LockMode.EXCLUSIVE);
            both.add(1, LockMode.EXCLUSIVE);
            return client.acquireAll(both, LockClient.NO_DEADLINE);
        }
    }

    private static final class StaleRelease extends Run {
        @Override
        LockOutcome asked(Cluster cluster, LockClient client) {
            acquire(client);
            cluster.pause(1, 3 * SESSION);
            return client.releaseAndTell(1);
        }
    }

    /** An operator takes the lock away, long before the session has run out or is renewed. */
    private static final class ForcedOut extends Run {
        @Override
        LockOutcome asked(Cluster cluster, LockClient client) {
            acquire(client);
            cluster.work(4 * LEASE);
            return client.releaseAndTell(1);
        }

        @Override
        void takes(Cluster cluster, RecoveryServer server) {
            new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, server.route(), OPTIONS)
                .resetFencingHolders(1, SESSION);
        }
    }

    /** What the client is told where the bug is planted. */
    private static String with(PlantedBug bug, Class<? extends Supplier<String>> run) {
        final Supplier<String> planted = bug.plant().enter(run);
        return planted.get();
    }

    @Test
    void aLocalGrantAfterTheEndOfTheSessionIsNone() {
        assertThat(new StaleGrant().get()).isEqualTo("LOST");
        assertThat(with(PlantedBug.LOCAL_GRANT_UNCONFIRMED, StaleGrant.class)).isEqualTo("GRANTED");
    }

    @Test
    void whatIsGotTogetherWithoutAVerbAfterTheEndOfTheSessionIsNothing() {
        assertThat(new StaleChain().get()).isEqualTo("LOST");
        assertThat(with(PlantedBug.LOCAL_CHAIN_UNCONFIRMED, StaleChain.class)).isEqualTo("GRANTED");
    }

    @Test
    void aLocalReleaseAfterTheEndOfTheSessionTellsOfTheLoss() {
        assertThat(new StaleRelease().get()).isEqualTo("LOST");
        assertThat(with(PlantedBug.LOCAL_RELEASE_UNCONFIRMED, StaleRelease.class)).isEqualTo("GRANTED");
    }

    @Test
    void aProcessThatIsForcedOutIsTold() {
        assertThat(new ForcedOut().get()).isEqualTo("LOST");
        assertThat(with(PlantedBug.FENCE_UNTOLD, ForcedOut.class)).isEqualTo("GRANTED");
    }
}
