package io.baton.rival.drtm;

import io.baton.fabric.Fabric;
import io.baton.rival.EntryTable;
import java.util.random.RandomGenerator;

/**
 * DrTM's locks (SOSP '15), as the ShiftLock paper measured them (§4.1; parameters and steps from its artifact): one
 * word, a bit for the writer, and for readers a lease that ends by itself ({@link LeaseWord} has the layout).
 * <ul>
 * <li>A writer swaps the locked word in for a free one, or for one whose lease is over: now &gt; end + delta. It
 *     releases by CAS to 0.
 * <li>A reader swaps a lease in for the same, or joins a lease that is valid: now &lt; end − delta − transaction.
 *     Between valid and over nobody gets in. It releases without any verb.
 * <li>A client that is refused tries again at once, by CAS; there is no backoff.
 * </ul>
 *
 * <p><b>A lease can end while its readers still hold the lock</b>, and a writer may then enter beside them. DrTM
 * confirms the leases of a transaction when it commits and aborts it if one has ended. So a shared hold protects what
 * was read only if {@link DrTmClient#leaseValid} still says so afterwards, and only as long as no two clocks are
 * farther apart than delta. The clock is that of the client's fabric.
 *
 * <p>Chosen where the source leaves it open: the owner is the queue pair modulo 255, plus 1. To confirm a lease takes
 * now &lt; end − delta, as in DrTM's paper; the artifact asks for as much rest as for joining, but counts nothing by
 * it. Deadlines are kept. An upgrade is refused. {@link #busySlots} counts a lease that is not over as busy, whether
 * or not its readers have left: nobody can tell.
 */
public final class DrTmTable extends EntryTable {

    private final DrTmParameters parameters;

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param random not used by this lock, but by all rivals' constructors
     * @param parameters the times
     * @throws IllegalArgumentException if there are no slots or the fabric's memory is too small
     */
    public DrTmTable(Fabric fabric, int slots, RandomGenerator random, DrTmParameters parameters) {
        super(fabric, slots, random);
        this.parameters = parameters;
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
    public DrTmClient client() {
        return new DrTmClient(fabric, slots, admit(), parameters);
    }

    @Override
    protected boolean isFree(long low, long high) {
        return low == LeaseWord.FREE
            || (!LeaseWord.isLocked(low)
                && LeaseWord.remainingNanos(low, fabric.clock().nanoTime()) < -parameters.deltaNanos());
    }
}
