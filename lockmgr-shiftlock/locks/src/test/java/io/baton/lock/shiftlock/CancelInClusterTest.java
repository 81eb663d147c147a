package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits that are cancelled, and sessions that are lost, where verbs are round trips. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class CancelInClusterTest {

    private static final int SLOTS = 4;
    private static final long MILLI = 1_000_000;
    private static final long LEASE = MILLI;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, 10 * LEASE);

    /** The holder is in the waiter's own process, or in another; the waiter waits there, or at the lock server. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void waitBehindAClientOfTheSameProcessOrOfAnother(int holdersNode) {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.memoryBytes(SLOTS), 1)) {
            final ShiftLockTable[] tables = {table(cluster, 1), table(cluster, 2)};
            final LockClient holder = tables[holdersNode - 1].client();
            final LockClient waiter = tables[0].client();
            final LockClient last = tables[1].client();
            final AtomicBoolean cancelled = new AtomicBoolean();
            waiter.cancelWhen(cancelled::get);
            cluster.client(holdersNode, "holder", () -> {
                for (int i = 0; i <= ShiftLockTable.KEEP_AFTER; i++) {
                    holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                    holder.release(1);
                }
                holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(9 * MILLI);
                holder.release(1);
            });
            cluster.client(1, "waiter", () -> {
                cluster.work(MILLI);
                assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, in(cluster.fabric(1), 1_000 * MILLI)))
                    .isEqualTo(LockOutcome.CANCELLED);
                assertThat(cluster.clock().nanoTime()).isBetween(2 * MILLI, 3 * MILLI);
                cancelled.set(false);
                assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
                waiter.release(1);
            });
            cluster.client(2, "last", () -> {
                cluster.work(4 * MILLI);
                assertThat(last.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
                last.release(1);
            });
            cluster.at(2 * MILLI, () -> {
                cancelled.set(true);
                waiter.wake();
            });
            cluster.run();
        }
    }

    private static ShiftLockTable table(Cluster cluster, int node) {
        return new ShiftLockTable(cluster.fabric(node), SLOTS, ShiftLockOptions.product(), cluster.threads(node));
    }

    private static long in(Fabric fabric, long nanos) {
        return fabric.clock().nanoTime() + nanos;
    }

    /** Locks that can be recovered are waited for in loops of their own. */
    @ParameterizedTest
    @EnumSource(LockMode.class)
    void waitForALockThatCanBeRecovered(LockMode mode) {
        try (SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS)) {
            final Cluster cluster = sessions.cluster;
            final AtomicBoolean cancelled = new AtomicBoolean();
            cluster.client(1, "holder", () -> {
                final LockClient holder = sessions.client(1);
                holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(5 * MILLI);
                holder.release(1);
            });
            cluster.client(2, "waiter", () -> {
                final LockClient waiter = sessions.client(2);
                waiter.cancelWhen(cancelled::get);
                cluster.at(3 * MILLI, () -> {
                    cancelled.set(true);
                    waiter.wake();
                });
                cluster.work(MILLI);
                assertThat(waiter.acquire(1, mode, in(cluster.fabric(2), 1_000 * MILLI)))
                    .isEqualTo(LockOutcome.CANCELLED);
                assertThat(cluster.clock().nanoTime()).isLessThan(4 * MILLI);
                cancelled.set(false);
                assertThat(waiter.acquire(1, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
                waiter.release(1);
            });
            cluster.run();
        }
    }

    /** A process whose session is over learns so from every kind of request, whatever deadline it gives. */
    @Test
    void lostIsNeitherADeadlineNorACancellation() {
        try (SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS)) {
            final Cluster cluster = sessions.cluster;
            cluster.client(1, "holder", () -> {
                final LockSession session = sessions.join(1);
                final LockClient client = sessions.client(1, session);
                client.cancelWhen(() -> true);
                client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
                session.lose();
                final LockList locks = new LockList();
                locks.add(1, LockMode.SHARED);
                locks.add(2, LockMode.EXCLUSIVE);
                assertThat(client.upgrade(0)).isEqualTo(LockOutcome.LOST);
                assertThat(client.acquireAll(locks, 0)).isEqualTo(LockOutcome.LOST);
                assertThat(client.acquire(0, LockMode.SHARED, 0)).isEqualTo(LockOutcome.LOST);
                assertThat(client.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.LOST);
                assertThat(client.heldCount()).isZero();
                client.releaseAll();
            });
            cluster.run();
        }
    }
}
