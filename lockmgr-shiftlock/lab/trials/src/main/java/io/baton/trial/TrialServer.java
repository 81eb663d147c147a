package io.baton.trial;

import io.baton.fabric.Fabric;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.ForcedReset;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.ExecutingFabric;
import io.baton.sim.model.ClusterModel;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A lock server, life after life. */
final class TrialServer {

    private static final int LIVES_SHIFT = 32;

    private final CampaignPlan plan;
    private final Cluster cluster;
    private final int number;
    private final ResetJudge resets;
    private final Consumer<ResetEvent> log;
    private RecoveryServer server;
    private long incarnation;

    TrialServer(CampaignPlan plan, Cluster cluster, int number, ResetJudge resets, Consumer<ResetEvent> log) {
        this.plan = plan;
        this.cluster = cluster;
        this.number = number;
        this.resets = resets;
        this.log = log;
        this.server = serve();
    }

    private RecoveryServer serve() {
        return new RecoveryServer(resets.watched(own()), plan.locks(), plan.recovery(), ++incarnation,
            cluster.threads(node()), log);
    }

    /** Serves again after a crash, with an empty table. */
    void restart() {
        server = serve();
    }

    /** An operator at the lock server's node. */
    ForcedReset forcedReset() {
        return new ForcedReset(own(), plan.locks(), route(), plan.recovery());
    }

    /** The lock server's clock. */
    NanoClock clock() {
        return own().clock();
    }

    /** Where it runs. */
    int node() {
        return ClusterModel.serverNode(number);
    }

    private Fabric own() {
        return cluster.fabric(node());
    }

    private long route() {
        return server.route();
    }

    /** Names a life of a process, different from every other. */
    private static long lifeName(int node, int life) {
        return ((long) life << LIVES_SHIFT) + node;
    }

    /**
     * Opens a session for a life of a process.
     *
     * @throws io.baton.fabric.ConnectionLostException if nobody answers for the length of two sessions
     */
    LockSession join(int node, int life) {
        final Fabric fabric = cluster.fabric(node, number);
        final long deadlineNanos = fabric.clock().nanoTime() + 2 * plan.recovery().sessionNanos();
        return LockSession.join(
            fabric, route(), plan.recovery(), lifeName(node, life), deadlineNanos, cluster.threads(node));
    }

    /** Opens a table; under policy LEASE without a session. */
    ShiftLockTable table(int node, @Nullable LockSession session) {
        if (session == null) {
            return ShiftLockTable.leased(cluster.fabric(node, number), plan.locks(), plan.options(), plan.recovery(),
                route(),
                cluster.threads(node));
        }
        return ShiftLockTable.recoverable(
            fabric(node), plan.locks(), plan.options(), plan.keepAfter(), session, cluster.threads(node));
    }

    private Fabric fabric(int node) {
        final Fabric adapter = cluster.fabric(node, number);
        final Fabric fabric = plan.isExecuted() ? new ExecutingFabric(adapter) : adapter;
        return plan.isForgetful() ? new SkippedReleases(fabric, plan.seed() + node,
            () -> cluster.clock().nanoTime() < plan.faultNanos()) : fabric;
    }
}
