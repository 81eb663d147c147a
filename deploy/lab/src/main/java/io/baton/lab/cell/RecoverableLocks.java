package io.baton.lab.cell;

import io.baton.fabric.Fabric;
import io.baton.lock.LockTable;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.rival.dslr.DslrParameters;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.List;

/** Locks that outlive their holders. Each node of a testbed is a process with a session. */
public final class RecoverableLocks {

    private static final long LEASE_NANOS = 10_000_000;
    private static final long JOIN_NANOS = 10_000_000_000L;
    private static final int LIVES_SHIFT = 32;

    /** The ShiftLock paper's protocol and its recovery. */
    public static final PaperLock SHIFTLOCK =
        shiftLock("ShiftLock", ShiftLockOptions.paper(), RecoveryOptions.paper());
    /** What Baton uses. */
    public static final PaperLock BATON =
        shiftLock("Baton", ShiftLockOptions.product(), RecoveryOptions.product());
    /** DSLR as the ShiftLock paper evaluated it, with leases of 10 ms. */
    public static final PaperLock DSLR = PaperLocks.dslr("DSLR", DslrParameters.paper().withLease(LEASE_NANOS, 1));

    /** The ShiftLock artifact's way of handing over, with Baton's recovery instead of the paper's leases. */
    public static final PaperLock ARTIFACT = shiftLock(
        PaperLocks.ARTIFACT.label(), PaperLocks.ARTIFACT_OPTIONS, RecoveryOptions.product());

    private RecoverableLocks() {
    }

    /** {@return the locks of the ShiftLock paper's section 4.8, and Baton's, in the order of the figure} */
    public static List<PaperLock> all() {
        return List.of(SHIFTLOCK, DSLR, BATON);
    }

    /**
     * What Baton uses, but for the length of its sessions.
     *
     * @param label its name
     * @param sessionNanos for how long a process may be silent
     * @return the lock
     */
    public static PaperLock baton(String label, long sessionNanos) {
        return shiftLock(label, ShiftLockOptions.product(),
            RecoveryOptions.product().withTimes(LEASE_NANOS, sessionNanos));
    }

    /**
     * A ShiftLock that outlives its holders.
     *
     * @param label its name
     * @param options its ways
     * @param recovery who decides that a holder is dead, and when
     * @return the lock
     */
    public static PaperLock shiftLock(String label, ShiftLockOptions options, RecoveryOptions recovery) {
        return new PaperLock(label, new Ways(options, recovery), ShiftLockTable::recoverableMemoryBytes,
            (cluster, testbed, slots) -> open(cluster, slots, options, recovery));
    }

    private static PaperLock.Tables open(
            Cluster cluster, int slots, ShiftLockOptions options, RecoveryOptions recovery) {
        final RecoveryServer server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), slots, recovery, 1,
            cluster.threads(ClusterModel.SERVER_NODE), event -> {});
        return new PaperLock.Tables() {
            @Override
            public boolean joins() {
                return true;
            }

            @Override
            public LockTable on(Fabric fabric) {
                throw new IllegalStateException(
                    "locks that outlive processes need to know whose they are; give node and life");
            }

            @Override
            public LockTable of(Fabric fabric, int node, int life) {
                if (recovery.policy() == RecoveryPolicy.LEASE) {
                    return ShiftLockTable.leased(
                        fabric, slots, options, recovery, server.route(), cluster.threads(node));
                }
                final Fabric sessions = cluster.fabric(node);
                final LockSession session = LockSession.join(sessions, server.route(), recovery,
                    ((long) life << LIVES_SHIFT) + node, sessions.clock().nanoTime() + JOIN_NANOS,
                    cluster.threads(node));
                return ShiftLockTable.recoverable(fabric, slots, options, session, cluster.threads(node));
            }
        };
    }

    /** What a lock's protocol and its recovery are. */
    record Ways(ShiftLockOptions options, RecoveryOptions recovery) {
    }
}
