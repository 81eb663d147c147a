package io.baton.trial.dslr;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.dslr.DslrTable;
import io.baton.sim.Cluster;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * A client: locks, works, gives back, as long as there are faults; then it gets every lock once. Holds one lock at a
 * time: a transaction that waits while it holds may outlast its lease without any fault.
 */
final class DslrWorker {

    private static final int PERCENT = 100;
    private static final int DEADLINE_PERCENT = 15;
    private static final int TRY_PERCENT = 10;
    private static final long WORK_NANOS_MAX = 6_000;
    private static final long DEADLINE_NANOS_MAX = 60_000;
    private static final long THINK_NANOS_MAX = 3_000;
    private static final long RECONNECT_NANOS = 5_000;

    private final DslrPlan plan;
    private final Cluster cluster;
    private final DslrJudge judge;
    private final int node;
    private final String name;
    private final RandomGenerator random;
    private int unvisited;
    private int connections;

    DslrWorker(DslrPlan plan, Cluster cluster, DslrJudge judge, int node, int number, RandomGenerator random) {
        this.plan = plan;
        this.cluster = cluster;
        this.judge = judge;
        this.node = node;
        this.name = "client " + node + "." + number;
        this.random = random;
        this.unvisited = plan.locks();
    }

    boolean isDone() {
        return unvisited == 0;
    }

    String name() {
        return name;
    }

    /** Runs in a thread of its process, with the table of the process's present life. */
    void run(DslrTable table) {
        while (!isDone()) {
            try {
                work(table.client());
            } catch (ConnectionLostException gone) {
                // What it held or waited for is as good as dead: its connection cannot be used again.
                cluster.work(RECONNECT_NANOS);
            }
        }
    }

    private void work(LockClient client) {
        connections++;
        while (cluster.clock().nanoTime() < plan.faultNanos()) {
            cluster.work(random.nextLong(THINK_NANOS_MAX));
            operate(client);
        }
        while (unvisited > 0) {
            client.acquire(unvisited - 1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            hold(client, unvisited - 1, LockMode.EXCLUSIVE);
            unvisited--;
        }
    }

    private void operate(LockClient client) {
        final int lock = percent(plan.hotPercent()) ? 0 : random.nextInt(plan.locks());
        final LockMode mode = percent(plan.sharedPercent()) ? LockMode.SHARED : LockMode.EXCLUSIVE;
        final NanoClock clock = cluster.fabric(node).clock();
        final LockOutcome outcome = percent(TRY_PERCENT) ? client.tryAcquire(lock, mode)
            : client.acquire(lock, mode, percent(DEADLINE_PERCENT)
                ? clock.nanoTime() + random.nextLong(DEADLINE_NANOS_MAX) : LockClient.NO_DEADLINE);
        if (outcome == LockOutcome.GRANTED) {
            hold(client, lock, mode);
        }
    }

    private void hold(LockClient client, int lock, LockMode mode) {
        final DslrJudge.Stay stay = judge.enter(node, name + "/" + connections, lock, mode);
        cluster.work(random.nextLong(WORK_NANOS_MAX));
        judge.leave(stay);
        client.release(lock);
    }

    private boolean percent(int chance) {
        return random.nextInt(PERCENT) < chance;
    }
}
