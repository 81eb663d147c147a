package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A waiting reader looks often where the server has time, and rarely where it is busy. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ReadPaceTest {

    private static final int SLOTS = 2;
    private static final long HELD_NANOS = 200_000;
    private static final ShiftLockOptions PACED = ShiftLockOptions.paper().withPacedReaders(true);

    private static final int BUSY_CLIENTS = 240;
    /** With nobody else there. */
    private static final long ROUND_TRIP_NANOS = 2_000;

    private long reads;
    private long lateNanos;
    private long busiestNanos;
    private boolean over;

    @Test
    void readerLooksMoreOftenThanTheFabricWhereNobodyElseDoes() {
        run(ShiftLockOptions.paper(), 0);
        final long fabricReads = reads;
        run(PACED, 0);
        assertThat(reads).isGreaterThan(fabricReads * 3 / 2);
        assertThat(lateNanos).isLessThan(2 * ROUND_TRIP_NANOS);
    }

    @Test
    void readerLooksRarelyWhereTheServerIsBusyAndIsStillInTime() {
        run(PACED, 0);
        final long idleReads = reads;
        run(PACED, BUSY_CLIENTS);
        assertThat(busiestNanos).isGreaterThan(2 * ROUND_TRIP_NANOS);
        assertThat(reads).isLessThan(idleReads / 2);
        assertThat(lateNanos).isLessThan(ReadPace.PAUSE_NANOS_MAX + 2 * busiestNanos);
    }

    /** One writer holds a lock for a while, one reader waits for it, and others keep the server busy. */
    private void run(ShiftLockOptions options, int busyClients) {
        over = false;
        final long[] releasedNanos = new long[1];
        try (Cluster cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.memoryBytes(SLOTS), 1)) {
            cluster.client(1, "writes", () -> {
                final LockClient client = client(cluster, 1, options);
                client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(HELD_NANOS);
                client.release(0);
                releasedNanos[0] = cluster.clock().nanoTime();
            });
            cluster.client(2, "reads", () -> {
                cluster.work(HELD_NANOS / 10);
                final LockClient client = client(cluster, 2, options);
                assertThat(client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
                lateNanos = cluster.clock().nanoTime() - releasedNanos[0];
                reads = client.counters().verbs().get(VerbKind.READ);
                client.release(0);
                over = true;
            });
            for (int i = 0; i < busyClients; i++) {
                final int node = 3 + i % 3;
                cluster.client(node, "busy" + i, () -> keepBusy(cluster, node));
            }
            cluster.run();
        }
    }

    private void keepBusy(Cluster cluster, int node) {
        try (Endpoint endpoint = cluster.fabric(node).connect()) {
            cluster.work(HELD_NANOS / 4);
            while (!over) {
                final long askedNanos = cluster.clock().nanoTime();
                endpoint.readWord(LockEntry.address(1));
                busiestNanos = Math.max(busiestNanos, cluster.clock().nanoTime() - askedNanos);
            }
        }
    }

    private static LockClient client(Cluster cluster, int node, ShiftLockOptions options) {
        return new ShiftLockTable(cluster.fabric(node), SLOTS, options, cluster.threads(node)).client();
    }
}
