package io.baton.deploy.paper.cell;

import io.baton.lock.ShiftLockOptions;
import io.baton.lock.rival.Backoff;
import io.baton.lock.rival.CasTable;
import io.baton.lock.rival.DrTmParameters;
import io.baton.lock.rival.DrTmTable;
import io.baton.lock.rival.McsTable;
import io.baton.lock.rival.RmaRwTable;
import io.baton.lock.rival.RmaRwThresholds;
import java.util.List;
import java.util.Optional;

/** The locks of the papers, and Baton's own. */
public final class PaperLocks {

    /** The ShiftLock paper's protocol, its mistakes mended. */
    public static final PaperLock SHIFTLOCK = PaperLock.shiftLock("ShiftLock", ShiftLockOptions.paper());
    /** What Baton uses. */
    public static final PaperLock BATON = PaperLock.shiftLock("Baton", ShiftLockOptions.product());
    /** Compare-and-swap without backoff. */
    public static final PaperLock CAS_NB = new PaperLock("CAS-NB", CasTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new CasTable(fabric, slots, cluster.random(), Backoff.none()));
    /** Compare-and-swap with SMART's backoff. */
    public static final PaperLock CAS_B = new PaperLock("CAS-B", CasTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new CasTable(fabric, slots, cluster.random(), Backoff.paper()));
    /** Leases for readers. */
    public static final PaperLock DRTM = new PaperLock("DrTM", DrTmTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new DrTmTable(fabric, slots, cluster.random(), DrTmParameters.paper()));
    /** A queue of writers that hand over. */
    public static final PaperLock MCS = new PaperLock("MCS", McsTable::memoryBytes,
        (cluster, testbed, slots) -> fabric -> new McsTable(fabric, slots, cluster.random()));
    /** The same with readers. */
    public static final PaperLock RMA_RW = new PaperLock("RMA-RW", RmaRwTable::memoryBytes,
        (cluster, testbed, slots) ->
            fabric -> new RmaRwTable(fabric, slots, cluster.random(), RmaRwThresholds.paper()));

    private PaperLocks() {
    }

    /**
     * Returns the locks of the ShiftLock paper (Table 1), and Baton's.
     *
     * @return in the order of the paper's figures
     */
    public static List<PaperLock> ofShiftLock() {
        return List.of(CAS_B, DRTM, MCS, RMA_RW, SHIFTLOCK, BATON);
    }

    /**
     * Returns all locks.
     *
     * @return each once
     */
    public static List<PaperLock> all() {
        return List.of(CAS_NB, CAS_B, DRTM, MCS, RMA_RW, SHIFTLOCK, BATON);
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
