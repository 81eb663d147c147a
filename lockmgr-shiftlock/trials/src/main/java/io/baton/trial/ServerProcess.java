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

/** The lock server, life after life. */
final class ServerProcess {

    private static final int LIVES_SHIFT = 32;

    private final CampaignPlan plan;
    private final Cluster cluster;
    private final ResetJudge resets;
    private final Consumer<ResetEvent> log;
    private RecoveryServer server;
    private long incarnation;

    ServerProcess(CampaignPlan plan, Cluster cluster, ResetJudge resets, Consumer<ResetEvent> log) {
        this.plan = plan;
        this.cluster = cluster;
        this.resets = resets;
        this.log = log;
        this.server = serve();
    }

    private RecoveryServer serve() {
        return new RecoveryServer(resets.watched(cluster.fabric(ClusterModel.SERVER_NODE)), plan.locks(),
            plan.recovery(), ++incarnation, cluster.threads(ClusterModel.SERVER_NODE), log);
    }

    /** Serves again after a crash, with an empty table. */
    void restart() {
        server = serve();
    }

    /** An operator at the lock server's node. */
    ForcedReset forcedReset() {
        return new ForcedReset(
            cluster.fabric(ClusterModel.SERVER_NODE), plan.locks(), route(), plan.recovery());
    }

    /** The lock server's clock. */
    NanoClock clock() {
        return cluster.fabric(ClusterModel.SERVER_NODE).clock();
    }

    private long route() {
        return server.route();
    }

    /** Names a life of a process, different from every other. */
    private static long lifeName(int node, int life) {
        return ((long) life << LIVES_SHIFT) + node;
    }

    /** Opens a session for a life of a process. */
    LockSession join(int node, int life, long deadlineNanos) {
        return LockSession.join(cluster.fabric(node), route(), plan.recovery(), lifeName(node, life), deadlineNanos,
            cluster.threads(node));
    }

    /** Opens a table; under policy LEASE without a session. */
    ShiftLockTable table(int node, @Nullable LockSession session) {
        if (session == null) {
            return ShiftLockTable.leased(cluster.fabric(node), plan.locks(), plan.options(), plan.recovery(), route(),
                cluster.threads(node));
        }
        return ShiftLockTable.recoverable(
            fabric(node), plan.locks(), plan.options(), plan.keepAfter(), session, cluster.threads(node));
    }

    private Fabric fabric(int node) {
        final Fabric fabric = plan.isExecuted() ? new ExecutingFabric(cluster.fabric(node)) : cluster.fabric(node);
        return plan.isForgetful() ? new Forgetful(fabric, plan.seed() + node,
            () -> cluster.clock().nanoTime() < plan.faultNanos()) : fabric;
    }
}
