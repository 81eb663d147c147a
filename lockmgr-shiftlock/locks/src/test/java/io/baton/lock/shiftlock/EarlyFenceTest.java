package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.server.ForcedReset;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is fenced long before its session has run out is told, and so are its clients (K3.9). */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class EarlyFenceTest {

    private static final int SLOTS = 2;
    private static final long LEASE = 1_000_000;
    /** Renewed after a quarter: nobody here renews before all is over. */
    private static final long SESSION = 100 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;

    @AfterEach
    void close() {
        sessions.close();
    }

    private static void acquire(LockClient client) {
        assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    private void forceOut() {
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            final ForcedReset operator = new ForcedReset(
                cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route(), OPTIONS);
            assertThat(operator.resetFencingHolders(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.RESET);
        });
    }

    /** No verb of the process would tell: the lock is one that it keeps. */
    @Test
    void aLocalGrantOfAProcessThatIsForcedOutIsKnownToBeLost() {
        final List<LockOutcome> outcomes = new ArrayList<>();
        cluster.client(1, "keeps", () -> {
            final LockSession session = sessions.join(1);
            final ShiftLockTable table = sessions.sharing(1, session);
            final LockClient holder = table.client();
            final LockClient other = table.client();
            acquire(holder);
            holder.release(1);
            acquire(holder);
            cluster.work(3 * LEASE);
            assertThat(session.validUntilNanos()).isGreaterThan(cluster.clock().nanoTime() + SESSION / 2);
            assertThat(session.isLost()).as("the session is known to be over").isTrue();
            outcomes.add(holder.releaseAndTell(1));
            outcomes.add(other.tryAcquire(1, LockMode.SHARED));
        });
        forceOut();
        cluster.run();
        assertThat(outcomes).containsExactly(LockOutcome.LOST, LockOutcome.LOST);
    }

    @Test
    void whoWaitsBehindALocalGrantIsToldToo() {
        final List<LockOutcome> outcomes = new ArrayList<>();
        cluster.client(1, "keeps", () -> {
            final ShiftLockTable table = sessions.sharing(1, sessions.join(1));
            final LockClient holder = table.client();
            final LockClient waiting = table.client();
            acquire(holder);
            holder.release(1);
            acquire(holder);
            cluster.client(1, "waits", () -> outcomes.add(
                waiting.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)));
            cluster.work(3 * LEASE);
            assertThat(outcomes).containsExactly(LockOutcome.LOST);
        });
        forceOut();
        cluster.run();
    }
}
