package io.baton.explore.trace;

import io.baton.fabric.Route;
import io.baton.lock.LockMode;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.RandomFaults;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A simulated run of the product's locks, one lock and a data word, of which a trace is taken. */
final class TracedRun {

    /** Numbers of readers in the model begin here, those of writers at 1. */
    static final int FIRST_READER = 101;

    private static final long LOSS_TIMEOUT_NANOS = 50_000;
    private static final long WATCH_NANOS = 50_000;
    private static final int HEALING_SESSIONS = 100;

    final TracePlan plan;
    final Cluster cluster;
    final TraceRecorder recorder = new TraceRecorder();
    /** Where the data are. */
    final long dataAddress = ShiftLockTable.recoverableMemoryBytes(1);
    private final RandomFaults faults;
    private final List<TracedProcess> processes = new ArrayList<>();
    private @Nullable RecoveryServer server;
    private int writers;
    private int readers;

    private TracedRun(TracePlan plan) {
        this.plan = plan;
        this.faults = TraceFaults.of(plan);
        this.cluster = new Cluster(
            ClusterModel.paper().withNodes(plan.nodes()).withLossTimeout(LOSS_TIMEOUT_NANOS),
            dataAddress + LockEntry.BYTES, plan.seed(), faults);
    }

    /** {@return what has happened; if a planted bug was in the way, until then} */
    static List<TraceStep> trace(TracePlan plan) {
        final TracedRun run = new TracedRun(plan);
        try {
            run.run();
        } catch (IllegalStateException failed) {
            if (!plan.planted()) {
                throw new AssertionError("seed " + plan.seed(), failed);
            }
        } finally {
            run.cluster.close();
        }
        return run.recorder.trace();
    }

    private void run() {
        cluster.witness((route, address, oldLow, oldHigh, newLow, newHigh) -> recorder.executed(route, address, oldLow,
            oldHigh, newLow, newHigh));
        cluster.witness((kind, node, route) -> {
            if (kind == FaultKind.CRASH) {
                processes.get(node - 1).crashed();
            }
        });
        if (plan.sessions()) {
            server = new RecoveryServer(new TracedFabric(cluster.fabric(ClusterModel.SERVER_NODE), recorder), 1,
                plan.recovery(), 1, cluster.threads(ClusterModel.SERVER_NODE), this::log);
        }
        final SplittableRandom random = new SplittableRandom(~plan.seed());
        for (int node = 1; node <= plan.nodes(); node++) {
            processes.add(new TracedProcess(this, node, random.split()));
        }
        faults.plan(cluster, node -> processes.get(node - 1).restarted());
        processes.forEach(TracedProcess::start);
        cluster.client("watch", this::watch);
        cluster.run();
    }

    private void watch() {
        final long limit = plan.faultNanos() + HEALING_SESSIONS * plan.recovery().sessionNanos();
        while (!processes.stream().allMatch(TracedProcess::hasEnded)) {
            cluster.work(WATCH_NANOS);
            if (cluster.clock().nanoTime() > limit) {
                throw new IllegalStateException("not all clients got what they wanted");
            }
        }
    }

    private void log(ResetEvent event) {
        switch (event.kind()) {
            case FENCED -> recorder.fences(event.node());
            case JOINED -> recorder.joins(event.node(), processes.get(event.node() - 1).clients());
            case RESET -> {
            }
        }
    }

    long serverRoute() {
        return server == null ? Route.NONE : Objects.requireNonNull(server).route();
    }

    /** A client of the model that has not been there. */
    TracedClient.Identity identity(LockMode mode) {
        return new TracedClient.Identity(mode == LockMode.SHARED ? FIRST_READER + readers++ : ++writers);
    }
}
