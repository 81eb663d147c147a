package io.baton.rival.ncosed;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;

/**
 * N-CoSED (Narravula et al.: High Performance Distributed Lock Management Services using Network-based Remote Atomic
 * Operations, CCGrid '07), as the DSLR paper uses it (§2.2.2, §6.1, §7): one word with the last exclusive requester
 * and a shared count. A writer puts itself in place of the tail with CAS, repeated with what it found until it
 * succeeds, and asks its predecessor for the lock; a reader adds itself with fetch-and-add and asks the tail if there
 * is one. A releasing client grants the lock to those that asked, by notices.
 *
 * <p>The text of CCGrid '07 was not at hand. Taken from the DSLR paper and from what is generally known of the protocol
 * is the above; the rest is filled in:
 * <ul>
 * <li>A writer's swap zeroes the count, so a count belongs to one tail. The successor tells its predecessor how many
 * readers the predecessor's count had. The predecessor grants the lock to these, waits for the requests of those that
 * it has not heard of yet, and tells the successor to wait for as many releases; each of these readers releases to the
 * successor, with no verb on the word.
 * <li>A writer without successor swaps itself out and leaves its readers in the count; these, like readers that found
 * no tail, release with fetch-and-add −1. If that shows a tail, a writer has come since and taken the count over: the
 * decrement has gone astray into that tail's count, and the reader tells it so. The tail remembers the stray, and the
 * notice goes from predecessor to predecessor to the first in the queue, who waits for it. All of them are in their
 * queue until that one is through, so each knows its strays before it needs its count.
 * <li>The source's lock server agent, which counts releases there, is not needed then: clients do everything.
 * </ul>
 * Waiters cannot leave the queue: deadlines are ignored, except between two tries of the CAS. {@code tryAcquire} and
 * the upgrade of a sole reader are ours.
 */
public final class NCosedTable extends WordTable {

    private final RandomGenerator random;

    /**
     * Opens a table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros at first
     * @param slots the number of locks, 1 or more
     * @param random not used by this protocol
     * @throws IllegalArgumentException if the number is out of range or the fabric's memory too small
     */
    public NCosedTable(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots);
        this.random = random;
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
        checkOpen();
        return new NCosedClient(fabric, slots(), random);
    }

    @Override
    protected boolean isFree(long word) {
        return word == NCosedWord.FREE;
    }
}
