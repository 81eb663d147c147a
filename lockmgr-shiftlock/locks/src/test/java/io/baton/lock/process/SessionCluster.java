package io.baton.lock.process;

import io.baton.lock.LockClient;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.MessageFaults;
import java.util.ArrayList;
import java.util.List;

/** A simulated cluster whose locks can be recovered under policy SESSION, with a lock server that serves. */
public final class SessionCluster implements AutoCloseable {

    private static final int JOIN_SESSIONS = 100;

    public final Cluster cluster;
    public final RecoveryServer server;
    /** What the server has done so far. */
    public final List<ResetEvent> log = new ArrayList<>();
    private final int slots;
    private final RecoveryOptions options;

    public SessionCluster(int slots, RecoveryOptions options) {
        this(slots, options, ClusterModel.paper(), MessageFaults.NONE);
    }

    public SessionCluster(int slots, RecoveryOptions options, ClusterModel model, MessageFaults faults) {
        this.slots = slots;
        this.options = options;
        cluster = new Cluster(model, ShiftLockTable.recoverableMemoryBytes(slots), 1, faults);
        server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), slots, options, 1,
            cluster.threads(ClusterModel.SERVER_NODE), log::add);
    }

    /** Opens a session for a process. Called by a thread of the node. */
    public LockSession join(int node) {
        return LockSession.join(cluster.fabric(node), server.route(), options, 1,
            cluster.clock().nanoTime() + JOIN_SESSIONS * options.sessionNanos(), cluster.threads(node));
    }

    /** Opens a session and a client in it. Called by a thread of the node. */
    public LockClient client(int node) {
        return client(node, join(node));
    }

    public LockClient client(int node, LockSession session) {
        return ShiftLockTable.recoverable(
            cluster.fabric(node), slots, ShiftLockOptions.product().apart().withPacedReaders(false), session,
            cluster.threads(node)).client();
    }

    /** Opens a table of a process that keeps locks at once, and passes them on. Called by a thread of the node. */
    public ShiftLockTable sharing(int node, LockSession session) {
        return ShiftLockTable.recoverable(
            cluster.fabric(node), slots, ShiftLockOptions.product(), 0, session, cluster.threads(node));
    }

    /** What the server's first request to reset a lock of its first generation is to a process. */
    public static Freeze freeze(int slot) {
        return new Freeze(slot, 1, 1, 0);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
