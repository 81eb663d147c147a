package io.baton.rival.queue;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.rival.EntryTable;
import java.util.random.RandomGenerator;

/**
 * MCS locks (Mellor-Crummey and Scott, 1991) on RDMA: Algorithm 1 of the ShiftLock paper (FAST '25, §2.4, §3.3). The
 * clients of a lock stand in a queue, first come, first served, and hand the lock over to each other ({@link
 * WriterQueue} has the layout and the steps).
 *
 * <p>A shared request is served exclusively. A client cannot leave the queue, so deadlines are ignored. No failure is
 * tolerated. A try is one CAS from the empty queue.
 *
 * <p>The artifact differs: it counts releases by a fetch-and-add for which nobody waits (of no use without its
 * failure handling, and not in Algorithm 1), delays notices to clients of the same node (here the fabric's model of
 * such a SEND does), and looks for a successor only while it waits (Algorithm 1 looks again when it releases).
 */
public final class McsTable extends EntryTable {

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param random not used by this lock, but by all rivals' constructors
     * @throws IllegalArgumentException if there are no slots or the fabric's memory is too small
     */
    public McsTable(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots, random);
    }

    /**
     * Returns the memory that a table needs.
     *
     * @param slots the number of locks
     * @return bytes
     */
    public static long memoryBytes(int slots) {
        return bytes(slots);
    }

    @Override
    public LockClient client() {
        return new McsClient(fabric, slots, admit());
    }

    @Override
    protected boolean isFree(long low, long high) {
        return low == Route.NONE;
    }
}
