package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.sim.Cluster;
import io.baton.sim.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operator resets locks, under policy SESSION. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ForcedResetTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 100_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    private final List<ResetEvent> log = new ArrayList<>();
    private Cluster cluster;
    private RecoveryServer server;

    @BeforeEach
    void open() {
        cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1);
        server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, OPTIONS, 1,
            cluster.threads(ClusterModel.SERVER_NODE), log::add);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private LockClient client(int node) {
        final LockSession session = LockSession.join(
            cluster.fabric(node), server.route(), OPTIONS, 1, 100 * SESSION, cluster.threads(node));
        return ShiftLockTable.recoverable(
            cluster.fabric(node), SLOTS, ShiftLockOptions.product(), session, cluster.threads(node)).client();
    }

    private ForcedReset operator() {
        return new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, server.route(), OPTIONS);
    }

    private long resets() {
        return log.stream().filter(event -> event.kind() == ResetEvent.Kind.RESET).count();
    }

    @Test
    void aLockThatIsHeldStaysAsItIs() {
        cluster.client(1, "holder", () -> {
            final LockClient holder = client(1);
            holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(3 * LEASE);
            holder.release(1);
            assertThat(holder.counters().lost()).isZero();
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
            final LockClient other = client(1);
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
            final LockClient holder = client(1);
            holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(5 * LEASE);
            holder.release(1);
            assertThat(holder.counters().lost()).isOne();
            assertThat(holder.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
        });
        cluster.client(2, "waiting", () -> {
            final LockClient waiting = client(2);
            cluster.work(LEASE / 2);
            assertThat(waiting.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(waiting.token(1).generation()).isOne();
            waiting.release(1);
        });
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            assertThat(operator().resetFencingHolders(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.RESET);
            assertThat(log).extracting(ResetEvent::kind).endsWith(ResetEvent.Kind.FENCED, ResetEvent.Kind.RESET);
        });
        cluster.run();
        assertThat(resets()).isOne();
    }

    @Test
    void whoGetsNoAnswerIsTold() {
        cluster.client("operator", () -> {
            final ForcedReset nobodyThere =
                new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, server.route() + 1, OPTIONS);
            assertThatThrownBy(() -> nobodyThere.reset(1, LEASE)).isInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(() -> nobodyThere.reset(SLOTS, LEASE)).isInstanceOf(IllegalArgumentException.class);
        });
        cluster.run();
    }
}
