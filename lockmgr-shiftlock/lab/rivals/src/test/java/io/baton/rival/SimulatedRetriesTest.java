package io.baton.rival;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Fabric;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.rival.cas.CasTable;
import io.baton.rival.cas.RetryDelay;
import io.baton.rival.drtm.DrTmParameters;
import io.baton.rival.drtm.DrTmTable;
import io.baton.rival.queue.RmaRwTable;
import io.baton.rival.queue.RmaRwThresholds;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On the simulator: who tries again at once spends its time on verbs and on nothing else. */
@Timeout(30)
class SimulatedRetriesTest {

    private static final long HELD_NANOS = 200_000;
    private static final int SLOTS = 4;

    private static void waitForAWriter(
            BiFunction<Fabric, RandomGenerator, LockTable> tables, LockMode mode, VerbKind repeated) {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), 1024, 3)) {
            final LockTable holders = tables.apply(cluster.fabric(1), cluster.random());
            final LockTable waiters = tables.apply(cluster.fabric(2), cluster.random());
            final LockClient holder = holders.client();
            final RivalClient<?> waiter = (RivalClient<?>) waiters.client();
            final AtomicBoolean compared = new AtomicBoolean();
            cluster.client("holder", () -> {
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(HELD_NANOS);
                holder.release(0);
            });
            cluster.client("waiter", () -> {
                cluster.work(HELD_NANOS / 10);
                assertThat(waiter.tryAcquire(0, mode)).isEqualTo(LockOutcome.BUSY);
                final long roundTrip = roundTrip(cluster, waiter, repeated);
                final long begin = cluster.clock().nanoTime();
                final long before = waiter.counters().verbs().get(repeated);
                waiter.acquire(0, mode, LockClient.NO_DEADLINE);
                final long verbs = waiter.counters().verbs().get(repeated) - before;
                final long rounds = (cluster.clock().nanoTime() - begin) / roundTrip;
                assertThat(rounds).isGreaterThan(20);
                // A reader of RMA-RW comes and backs off by two other verbs first, and comes by another one in the end.
                assertThat(verbs).isBetween(rounds - 6, rounds + 1);
                waiter.release(0);
                compared.set(true);
            });
            cluster.run();
            assertThat(compared).isTrue();
        }
    }

    private static long roundTrip(Cluster cluster, RivalClient<?> client, VerbKind kind) {
        final long unused = EntryTable.address(SLOTS);
        final long begin = cluster.clock().nanoTime();
        if (kind == VerbKind.READ) {
            client.endpoint.readWord(unused);
        } else {
            client.endpoint.cas(unused, 1, 2);
        }
        return cluster.clock().nanoTime() - begin;
    }

    @Test
    void casWithoutBackoffSpendsItsWaitOnCas() {
        waitForAWriter((fabric, random) -> new CasTable(fabric, SLOTS, random, RetryDelay.none()),
            LockMode.EXCLUSIVE, VerbKind.CAS);
    }

    @Test
    void drTmSpendsItsWaitOnCas() {
        waitForAWriter((fabric, random) -> new DrTmTable(fabric, SLOTS, random, DrTmParameters.paper()),
            LockMode.SHARED, VerbKind.CAS);
    }

    @Test
    void rmaRwReaderSpendsItsWaitOnReads() {
        waitForAWriter((fabric, random) -> new RmaRwTable(fabric, SLOTS, random, RmaRwThresholds.paper()),
            LockMode.SHARED, VerbKind.READ);
    }
}
