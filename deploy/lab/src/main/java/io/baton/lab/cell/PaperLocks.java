package io.baton.lab.cell;

import io.baton.fabric.LocalWords;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.rival.cas.CasTable;
import io.baton.rival.cas.RetryDelay;
import io.baton.rival.cas.RetryOnFailTable;
import io.baton.rival.drtm.DrTmParameters;
import io.baton.rival.drtm.DrTmTable;
import io.baton.rival.dslr.DslrParameters;
import io.baton.rival.dslr.DslrTable;
import io.baton.rival.ncosed.NCosedTable;
import io.baton.rival.qplock.QpLockTable;
import io.baton.rival.queue.McsTable;
import io.baton.rival.queue.RmaRwTable;
import io.baton.rival.queue.RmaRwThresholds;
import io.baton.rival.served.RpcServer;
import io.baton.rival.served.RpcTable;
import io.baton.rival.served.TraditionalParameters;
import io.baton.rival.served.TraditionalServer;
import io.baton.rival.served.TraditionalTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The locks of the papers, and Baton's own. */
public final class PaperLocks {

    private static final long ENTRY_BYTES = 16;
    /** Longer than any window. */
    private static final long LONG_LEASE_NANOS = 10_000_000_000L;
    /** DrTM's word of a lease that ended at the first nanosecond. */
    private static final long LEASED_LONG_AGO = 1L << 9;

    /** The ShiftLock paper's protocol, its mistakes mended. */
    public static final PaperLock SHIFTLOCK = PaperLock.shiftLock("ShiftLock", ShiftLockOptions.paper());
    /**
     * What the ShiftLock paper measured: its artifact hands over without a verb, although Algorithm 3
     * advances RelCnt first.
     */
    public static final ShiftLockOptions ARTIFACT_OPTIONS = ShiftLockOptions.paper().withSilentHandover(true);
    /** The ShiftLock paper's artifact. */
    public static final PaperLock ARTIFACT = PaperLock.shiftLock("ShiftLock-artifact", ARTIFACT_OPTIONS);
    /** How often a writer of the artifact's fast path tries. */
    public static final int FAST_TRIES = 2;
    /** The same with its fast path, which is not in the paper: a writer tries twice before it queues. */
    public static final PaperLock FAST_PATH = ARTIFACT.triedFirst("fast path", FAST_TRIES);
    /** What Baton uses. */
    public static final PaperLock BATON = PaperLock.shiftLock("Baton", ShiftLockOptions.product());
    /** Compare-and-swap without backoff. */
    public static final PaperLock CAS_NB = new PaperLock("CAS-NB", RetryDelay.none(), CasTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new CasTable(fabric, slots, cluster.random(), RetryDelay.none()));
    /** Compare-and-swap with SMART's backoff. */
    public static final PaperLock CAS_B = new PaperLock("CAS-B", RetryDelay.paper(), CasTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new CasTable(fabric, slots, cluster.random(), RetryDelay.paper()));
    /** Leases for readers. */
    public static final PaperLock DRTM = new PaperLock("DrTM", DrTmParameters.paper(), DrTmTable::memoryBytes,
        (cluster, testbed, slots) -> {
            age(cluster, slots);
            return fabric -> new DrTmTable(fabric, slots, cluster.random(), DrTmParameters.paper());
        });
    /** Tickets and polling by estimate, as the ShiftLock paper evaluated it. */
    public static final PaperLock DSLR = dslr("DSLR", DslrParameters.paper());
    /** Tickets and polling by estimate, as its own paper evaluated it. */
    public static final PaperLock DSLR_ORIGINAL = dslr("DSLR", DslrParameters.original());
    /** Tries again whatever is in the way. */
    public static final PaperLock RETRY_ON_FAIL = new PaperLock("Retry-on-Fail", "", RetryOnFailTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new RetryOnFailTable(fabric, slots, cluster.random()));
    /** A queue of writers that ask their predecessors; readers are counted. */
    public static final PaperLock N_COSED = new PaperLock("N-CoSED", "", NCosedTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new NCosedTable(fabric, slots, cluster.random()));
    /** The server's processors try the lock; a client that is refused calls again. */
    public static final PaperLock RPC = new PaperLock("RPC", "", RpcTable::memoryBytes, PaperLocks::openRpc);
    /** A queue on the server, first come, first served. */
    public static final PaperLock TRADITIONAL = traditional("Traditional", TraditionalParameters.paper());
    /** The same, where readers overtake. */
    public static final PaperLock TRADITIONAL_RO =
        traditional("Traditional_RO", TraditionalParameters.paperReordering());
    /** Two queues, of the server's own clients and of all others. */
    public static final PaperLock QPLOCK = qpLock("QPLock", QpLockTable.Parameters.paper());
    /** The same, whose local clients use their adapter's loopback. */
    public static final PaperLock QPLOCK_LOOPBACK =
        qpLock("QPLock by loopback", QpLockTable.Parameters.paper().remote());
    /** A queue of writers that hand over. */
    public static final PaperLock MCS = new PaperLock("MCS", "", McsTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new McsTable(fabric, slots, cluster.random()));
    /** The same with readers. */
    public static final PaperLock RMA_RW = new PaperLock("RMA-RW", RmaRwThresholds.paper(), RmaRwTable::memoryBytes,
        (cluster, testbed,
                slots) -> fabric -> new RmaRwTable(fabric, slots, cluster.random(), RmaRwThresholds.paper()));

    private PaperLocks() {
    }

    private static PaperLock qpLock(String label, QpLockTable.Parameters parameters) {
        return new PaperLock(label, parameters, QpLockTable::memoryBytes,
            (cluster, testbed, slots) -> fabric -> new QpLockTable(fabric, slots, cluster.random(), parameters));
    }

    private static PaperLock traditional(String label, TraditionalParameters parameters) {
        return new PaperLock(label, parameters, TraditionalTable::memoryBytes, (cluster, testbed, slots) -> {
            final TraditionalServer server = new TraditionalServer(cluster.fabric(ClusterModel.SERVER_NODE), slots,
                testbed.serverThreads(), cluster.threads(), cluster::work, parameters);
            return fabric -> new TraditionalTable(fabric, slots, cluster.random(), server);
        });
    }

    private static PaperLock.Tables openRpc(Cluster cluster, Testbed testbed, int slots) {
        final RpcServer server = new RpcServer(cluster.fabric(ClusterModel.SERVER_NODE), slots,
            testbed.serverThreads(), cluster.threads(), cluster::work);
        return fabric -> new RpcTable(fabric, slots, cluster.random(), server);
    }

    /** {@return the locks of the DSLR paper (§6.1), DSLR first} */
    public static List<PaperLock> ofDslr() {
        return List.of(DSLR_ORIGINAL, TRADITIONAL, DRTM, RETRY_ON_FAIL, N_COSED);
    }

    /**
     * {@return the locks of the DSLR paper's experiment with long-running reads (§6.4): DSLR first, with leases that
     * are long enough}
     */
    public static List<PaperLock> ofLongReads() {
        return List.of(dslr("DSLR", DslrParameters.original().withLease(LONG_LEASE_NANOS, 1)), TRADITIONAL,
            TRADITIONAL_RO);
    }

    /**
     * A faithful ShiftLock of another N, by the same name.
     *
     * @param threshold how many writers in a row have a lock
     * @return the lock
     */
    public static PaperLock shiftLock(int threshold) {
        return PaperLock.shiftLock(SHIFTLOCK.label(), ShiftLockOptions.paper().withThreshold(threshold));
    }

    /**
     * A DSLR of other parameters.
     *
     * @param label its name
     * @param parameters its parameters
     * @return the lock
     */
    public static PaperLock dslr(String label, DslrParameters parameters) {
        return new PaperLock(label, parameters, DslrTable::memoryBytes,
            (cluster, testbed, slots) -> fabric -> new DslrTable(fabric, slots, cluster.random(), parameters));
    }

    /**
     * Every lock has been leased before and the lease is long over, as after the seconds that the papers' runs take: a
     * client that asks for it first sees the old lease.
     */
    private static void age(Cluster cluster, int slots) {
        final LocalWords words = Objects.requireNonNull(cluster.fabric(ClusterModel.SERVER_NODE).localWords());
        for (int slot = 0; slot < slots; slot++) {
            words.set(slot * ENTRY_BYTES, LEASED_LONG_AGO);
        }
    }

    /** {@return the locks of the ShiftLock paper (Table 1), and Baton's, in the order of the paper's figures} */
    public static List<PaperLock> ofShiftLock() {
        return List.of(CAS_B, DRTM, DSLR, MCS, RMA_RW, RPC, SHIFTLOCK, ARTIFACT, BATON);
    }

    /** {@return all locks, each once} */
    public static List<PaperLock> all() {
        return List.of(CAS_NB, CAS_B, DRTM, DSLR, MCS, RMA_RW, RETRY_ON_FAIL, N_COSED, RPC, TRADITIONAL,
            TRADITIONAL_RO, QPLOCK, SHIFTLOCK, ARTIFACT, BATON);
    }

    /**
     * Looks a lock up.
     *
     * @param label its name
     * @return the lock, or empty if there is none of that name
     */
    public static Optional<PaperLock> named(String label) {
        return all().stream().filter(lock -> lock.label().equalsIgnoreCase(label)).findFirst();
    }
}
