package io.baton.rival.queue;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.rival.EntryTable;
import java.util.random.RandomGenerator;

/**
 * RMA-RW locks (Schmid, Besta and Hoefler, HPDC '16) as the ShiftLock paper measured them (FAST '25, §4.1): the steps
 * and their verbs are those of its artifact, which has one queue of writers and one counter of readers where RMA-RW
 * has a tree of queues and distributed counters for the levels of a supercomputer.
 * <ul>
 * <li>A reader adds an arrival. If it meets the write flag, or the threshold of readers, it takes the arrival back
 *     and READs until the arrivals are few enough. It releases by adding a departure. The one that meets exactly the
 *     threshold resets the counters if no writer is queued.
 * <li>A writer queues as in MCS ({@link WriterQueue}). At the head it waits until the readers are gone, sets the
 *     flag, and waits once more for those that came in between.
 * <li>A writer hands lock and flag over to its successor. After the threshold of writers, or if it knows of no
 *     successor, it first resets counters and flag; a successor then starts as the head does.
 * </ul>
 * Readers come first: a writer at the head waits as long as new readers come, up to the threshold of readers. A
 * waiting client looks again at once. {@link ReaderMarker} has the layout.
 *
 * <p>Deviations: the counters are changed by standard 8-byte fetch-and-adds, which do here what the artifact's masked
 * 8-byte ones do; a notice names lock and attempt; a reader resets the counters by CAS, because two readers can meet
 * the threshold exactly and, by the artifact's fetch-and-add, both subtract the same departures, after which readers
 * are counted that do not exist. As in the artifact, a writer does not look for a successor when it releases, only
 * while it waits. Chosen, because the sources have no tries and no deadlines: a reader keeps its
 * deadline, a writer cannot leave the queue and ignores it; a writer's try succeeds if nobody is queued and no reader
 * is there, and otherwise leaves the head of the queue to the writer behind it. An upgrade is refused.
 */
public final class RmaRwTable extends EntryTable {

    private final RmaRwThresholds thresholds;

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param random not used by this lock, but by all rivals' constructors
     * @param thresholds how many writers, and readers, come in a row
     * @throws IllegalArgumentException if there are no slots or the fabric's memory is too small
     */
    public RmaRwTable(Fabric fabric, int slots, RandomGenerator random, RmaRwThresholds thresholds) {
        super(fabric, slots, random);
        this.thresholds = thresholds;
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
        return new RmaRwClient(fabric, slots, admit(), thresholds);
    }

    @Override
    protected boolean isFree(long low, long high) {
        return low == Route.NONE && !ReaderMarker.isWriting(high) && !ReaderMarker.hasReaders(high);
    }
}
