package io.baton.lock.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.process.SessionCluster;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operator resets locks, under policy SESSION. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ForcedResetTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 100_000;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, 10 * LEASE);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;

    @AfterEach
    void close() {
        sessions.close();
    }

    private ForcedReset operator() {
        return new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route(), OPTIONS);
    }

    private long resets() {
        return sessions.log.stream().filter(event -> event.kind() == ResetEvent.Kind.RESET).count();
    }

    @Test
    void aLockThatIsHeldStaysAsItIs() {
        cluster.client(1, "holder", () -> {
            final LockClient holder = sessions.client(1);
            holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(3 * LEASE);
            holder.release(1);
            assertThat(holder.counters().get(LockCounter.LOST)).isZero();
        });
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            assertThat(operator().reset(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.ALIVE);
        });
        cluster.run();
        assertThat(resets()).isZero();
    }

    @Test
    void aLockThatNobodyHoldsIsReset() {
        cluster.client(1, "other", () -> {
            final LockClient other = sessions.client(1);
            cluster.work(3 * LEASE);
            assertThat(other.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(other.token(1).generation()).isOne();
            other.release(1);
        });
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            assertThat(operator().reset(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.RESET);
        });
        cluster.run();
        assertThat(resets()).isOne();
    }

    @Test
    void aHolderIsFencedFirstIfTheOperatorInsists() {
        cluster.client(1, "holder", () -> {
            final LockClient holder = sessions.client(1);
            holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(5 * LEASE);
            holder.release(1);
            assertThat(holder.counters().get(LockCounter.LOST)).isOne();
            assertThat(holder.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
        });
        cluster.client(2, "waiting", () -> {
            final LockClient waiting = sessions.client(2);
            cluster.work(LEASE / 2);
            assertThat(waiting.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(waiting.token(1).generation()).isOne();
            waiting.release(1);
        });
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            assertThat(operator().resetFencingHolders(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.RESET);
            assertThat(sessions.log).extracting(ResetEvent::kind)
                .endsWith(ResetEvent.Kind.FENCED, ResetEvent.Kind.RESET);
        });
        cluster.run();
        assertThat(resets()).isOne();
    }

    @Test
    void whoGetsNoAnswerIsTold() {
        cluster.client("operator", () -> {
            final ForcedReset nobodyThere =
                new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route() + 1, OPTIONS);
            assertThatThrownBy(() -> nobodyThere.reset(1, LEASE)).isInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(() -> nobodyThere.reset(SLOTS, LEASE)).isInstanceOf(IllegalArgumentException.class);
        });
        cluster.run();
    }
}
