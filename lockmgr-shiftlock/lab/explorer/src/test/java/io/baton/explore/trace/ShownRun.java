package io.baton.explore.trace;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A simulated run of two processes with a few clients, which keep a lock or pass it on; of which a trace is taken. */
final class ShownRun {

    /** As the model calls them, by node from 1. */
    static final List<String> PROCESSES = List.of("here", "there");

    private static final long LOSS_TIMEOUT_NANOS = 50_000;
    private static final long LEASE_NANOS = 1_000_000;
    private static final long SESSION_NANOS = 4 * LEASE_NANOS;
    private static final long POLL_NANOS = 5_000;
    /** Short, so that clients meet; or long, so that a process has the lock for itself. */
    private static final long THINK_NANOS_SHORT = 6_000;
    private static final long THINK_NANOS_LONG = 60_000;
    private static final long WORK_NANOS_MAX = 3_000;
    private static final long CRASH_NANOS_MAX = 60_000;
    private static final long LIMIT_NANOS = 100 * SESSION_NANOS;
    private static final RecoveryOptions RECOVERY =
        new RecoveryOptions(RecoveryPolicy.SESSION, LEASE_NANOS, 1, SESSION_NANOS, 1e-3);

    /**
     * What is run; all else is drawn from the seed.
     *
     * @param seed decides everything
     * @param options whether locks are kept or passed on
     * @param clients of each process; those whose names begin with r are readers
     * @param rounds how often each acquires the lock
     * @param crashes whether the second process dies
     */
    record Plan(long seed, ShiftLockOptions options, List<List<String>> clients, int rounds, boolean crashes) {
    }

    private final Plan plan;
    private final Cluster cluster;
    private final ShownRecorder recorder;
    private final long dataAddress = ShiftLockTable.recoverableMemoryBytes(1);
    private final SplittableRandom random;
    private @Nullable RecoveryServer server;
    private int ended;

    private ShownRun(Plan plan) {
        this.plan = plan;
        this.random = new SplittableRandom(~plan.seed());
        this.recorder = new ShownRecorder(dataAddress);
        this.cluster = new Cluster(
            ClusterModel.paper().withNodes(PROCESSES.size()).withLossTimeout(LOSS_TIMEOUT_NANOS),
            dataAddress + LockEntry.BYTES, plan.seed());
    }

    /** {@return what has shown; if a planted bug was in the way, until then} */
    static List<ShownStep> trace(Plan plan, boolean planted) {
        final ShownRun run = new ShownRun(plan);
        try {
            run.run();
        } catch (IllegalStateException failed) {
            if (!planted) {
                throw new AssertionError("seed " + plan.seed(), failed);
            }
        } finally {
            run.cluster.close();
        }
        return run.recorder.steps();
    }

    private void run() {
        cluster.witness(recorder);
        server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), 1, RECOVERY, 1,
            cluster.threads(ClusterModel.SERVER_NODE), this::log);
        for (int node = 1; node <= PROCESSES.size(); node++) {
            final int mine = node;
            final SplittableRandom its = random.split();
            cluster.client(node, "process " + node, () -> live(mine, its));
        }
        if (plan.crashes()) {
            cluster.at(random.nextLong(CRASH_NANOS_MAX), () -> cluster.crash(PROCESSES.size()));
        }
        cluster.client("watch", this::watch);
        cluster.run();
    }

    private void log(ResetEvent event) {
        if (event.kind() == ResetEvent.Kind.FENCED) {
            final String process = PROCESSES.get(event.node() - 1);
            if (cluster.isCrashed(event.node())) {
                recorder.note(ShownStep.Kind.CRASHES, process);
            }
            recorder.note(ShownStep.Kind.FENCES, process);
        }
    }

    private void watch() {
        while (ended < PROCESSES.size() - (plan.crashes() ? 1 : 0)) {
            cluster.work(POLL_NANOS);
            if (cluster.clock().nanoTime() > LIMIT_NANOS) {
                throw new IllegalStateException("not all clients got what they wanted");
            }
        }
    }

    private void live(int node, SplittableRandom its) {
        final Fabric fabric = cluster.fabric(node);
        final LockSession session = LockSession.join(fabric, Objects.requireNonNull(server).route(), RECOVERY, 1,
            fabric.clock().nanoTime() + 2 * SESSION_NANOS, cluster.threads(node));
        final ShiftLockTable table = ShiftLockTable.recoverable(
            recorder.listen(fabric, PROCESSES.get(node - 1)), 1, plan.options(), 0, session, cluster.threads(node));
        final List<String> names = plan.clients().get(node - 1);
        final int[] working = {names.size()};
        for (String name : names) {
            final LockClient client = table.client();
            final Endpoint data = fabric.connect();
            recorder.client(name, LockInspector.route(client), data.route());
            final SplittableRandom mine = its.split();
            cluster.client(node, name, () -> {
                work(name, client, data, mine);
                working[0]--;
            });
        }
        while (working[0] > 0) {
            cluster.work(POLL_NANOS);
        }
        ended++;
    }

    private void work(String name, LockClient client, Endpoint data, SplittableRandom mine) {
        final LockMode mode = name.startsWith("r") ? LockMode.SHARED : LockMode.EXCLUSIVE;
        try {
            for (int round = 0; round < plan.rounds(); round++) {
                cluster.work(mine.nextLong(mine.nextBoolean() ? THINK_NANOS_SHORT : THINK_NANOS_LONG));
                recorder.note(ShownStep.Kind.ASKS, name);
                if (client.acquire(0, mode, LockClient.NO_DEADLINE) != LockOutcome.GRANTED) {
                    return;
                }
                recorder.gets(name, client.token(0));
                data.writeWord(dataAddress, round);
                cluster.work(mine.nextLong(WORK_NANOS_MAX));
                data.writeWord(dataAddress, round);
                client.release(0);
                recorder.note(ShownStep.Kind.RETURNS, name);
            }
        } catch (ConnectionLostException fenced) {
            throw new IllegalStateException("a process that lives has lost its session", fenced);
        }
    }
}
