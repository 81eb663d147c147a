package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Policy LEASE: silence is death. A client that fails stops without giving back what it has. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LeaseRecoveryTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 100_000;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.paper().withTimes(LEASE, 0);

    private final List<ResetEvent> log = new ArrayList<>();
    private Cluster cluster;
    private RecoveryServer server;
    private int clients;

    @BeforeEach
    void open() {
        cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1);
        server = new RecoveryServer(
            cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, OPTIONS, 1, cluster.threads(), log::add);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private LockClient client() {
        return ShiftLockTable.leased(cluster.fabric(1 + clients++ % 2), SLOTS, ShiftLockOptions.product().apart(),
            OPTIONS, server.route(), cluster.threads()).client();
    }

    private LockOutcome acquire(LockClient client, LockMode mode) {
        return client.acquire(1, mode, LockClient.NO_DEADLINE);
    }

    @Test
    void waitingWriterGetsTheLockOfADeadWriter() {
        final LockClient dead = client();
        final LockClient waiting = client();
        cluster.client("dead", () -> acquire(dead, LockMode.EXCLUSIVE));
        cluster.client("waiting", () -> {
            cluster.work(10_000);
            assertThat(acquire(waiting, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(waiting.token(1)).isEqualTo(new FencingToken(0, 1, 0, 1, 0));
            assertThat(cluster.clock().nanoTime()).isBetween(3 * LEASE, 4 * LEASE);
            waiting.release(1);
        });
        cluster.run();
        assertThat(log).extracting(ResetEvent::kind).containsExactly(ResetEvent.Kind.RESET);
        assertThat(busySlots()).isZero();
    }

    @Test
    void waitingReaderGetsTheLockOfADeadWriter() {
        final LockClient dead = client();
        final LockClient waiting = client();
        cluster.client("dead", () -> acquire(dead, LockMode.EXCLUSIVE));
        cluster.client("waiting", () -> {
            cluster.work(10_000);
            assertThat(acquire(waiting, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            waiting.release(1);
        });
        cluster.run();
        assertThat(log).hasSize(1);
        assertThat(busySlots()).isZero();
    }

    /** Guarantee 8: who has lost a lock is told, by an upgrade and by a release. */
    @Test
    void aReaderThatIsTakenForDeadIsToldThatItsLockWasReset() {
        final LockClient upgrades = client();
        final LockClient releases = client();
        final LockClient other = client();
        cluster.client("upgrades", () -> {
            acquire(upgrades, LockMode.SHARED);
            cluster.work(10 * LEASE);
            assertThat(upgrades.upgrade(1)).isEqualTo(LockOutcome.RESET);
            assertThat(upgrades.held(1)).isNull();
        });
        cluster.client("releases", () -> {
            acquire(releases, LockMode.SHARED);
            cluster.work(12 * LEASE);
            assertThat(releases.releaseAndTell(1)).isEqualTo(LockOutcome.RESET);
            assertThat(acquire(releases, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(releases.releaseAndTell(1)).isEqualTo(LockOutcome.GRANTED);
            assertThat(releases.releaseAllAndTell()).as("of no lock").isEqualTo(LockOutcome.GRANTED);
        });
        cluster.client("other", () -> {
            cluster.work(10_000);
            assertThat(acquire(other, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            other.release(1);
        });
        cluster.run();
        assertThat(log).extracting(ResetEvent::kind).containsExactly(ResetEvent.Kind.RESET);
    }

    /** Of two locks one is reset. */
    @Test
    void whoGivesAllBackIsToldTheWorst() {
        final LockClient releases = client();
        final LockClient other = client();
        cluster.client("releases", () -> {
            for (int slot = 0; slot < 2; slot++) {
                assertThat(releases.acquire(slot, LockMode.SHARED, LockClient.NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
            }
            cluster.work(12 * LEASE);
            assertThat(releases.releaseAllAndTell()).isEqualTo(LockOutcome.RESET);
            assertThat(releases.heldCount()).isZero();
            assertThat(acquire(releases, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(releases.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.client("other", () -> {
            cluster.work(10_000);
            assertThat(acquire(other, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            other.release(1);
        });
        cluster.run();
        assertThat(log).hasSize(1);
    }

    @Test
    void writersBehindADeadReaderGetTheLockOneByOne() {
        final LockClient dead = client();
        cluster.client("dead", () -> acquire(dead, LockMode.SHARED));
        final int[] inside = new int[1];
        for (int i = 0; i < 10; i++) {
            final LockClient waiting = client();
            cluster.client("waiting " + i, () -> {
                cluster.work(10_000);
                assertThat(acquire(waiting, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
                assertThat(++inside[0]).isOne();
                cluster.work(3_000);
                inside[0]--;
                waiting.release(1);
            });
        }
        cluster.run();
        assertThat(log).hasSize(1);
        assertThat(busySlots()).isZero();
    }

    @Test
    void aHolderThatComesBackLateHasLostTheLockAndDoesNoHarm() {
        final LockClient slow = client();
        final LockClient other = client();
        cluster.client("slow", () -> {
            acquire(slow, LockMode.SHARED);
            cluster.work(20 * LEASE);
            slow.release(1);
            assertThat(slow.counters().get(LockCounter.LOST)).isOne();
        });
        cluster.client("other", () -> {
            cluster.work(10_000);
            acquire(other, LockMode.EXCLUSIVE);
            cluster.work(40 * LEASE);
            other.release(1);
            assertThat(other.counters().get(LockCounter.LOST)).isZero();
        });
        cluster.run();
        assertThat(busySlots()).isZero();
    }

    @Test
    void aLockThatMovesIsNotReset() {
        for (int i = 0; i < 8; i++) {
            final LockClient busy = client();
            cluster.client("busy " + i, () -> {
                for (int n = 0; n < 100; n++) {
                    acquire(busy, n % 4 == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE);
                    cluster.work(LEASE / 20);
                    busy.release(1);
                }
            });
        }
        cluster.run();
        assertThat(log).isEmpty();
        assertThat(busySlots()).isZero();
    }

    private long busySlots() {
        final long[] busy = new long[1];
        cluster.client("inspector", () -> busy[0] = ShiftLockTable.leased(cluster.fabric(1), SLOTS,
            ShiftLockOptions.product().apart(), OPTIONS, server.route(), cluster.threads()).busySlots());
        cluster.run();
        return busy[0];
    }
}
