package io.baton.rival.dslr;

import io.baton.fabric.Fabric;
import io.baton.rival.WordTable;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * DSLR (Yoon, Chowdhury, Mozafari: Distributed Lock Management with RDMA, SIGMOD '18): Lamport's bakery with one
 * fetch-and-add to take a ticket and one to give the lock back, first come, first served. A waiter READs the word at
 * intervals that follow from how many tickets are in front of its own. Shares among readers.
 *
 * <p>A queue's places cannot be left, so a deadline is looked at only while a client has no ticket. Where the paper's
 * algorithms return Failure for the transaction to start again, the client itself takes another ticket, as in the
 * ShiftLock artifact; who waits in no global order of slots gets its deadlock broken by lease, at the price of the
 * other's exclusion (§4.7).
 *
 * <p>Deviations from algorithms 1 to 3, each for safety:
 * <ul>
 * <li>A client that finds the counters full takes its count back with a CAS, not with FA(−1): the lock may be reset in
 * between, and a decrement of the new counters would give a ticket out twice.
 * <li>A waiting reader does not take {@code prev(maxS) < nS} for a reset. Readers served together may all have given
 * back before it looks.
 * <li>A reader that resets a dead writer accounts for its own ticket only ({@code nS + 1}, not {@code prev(maxS) + 1}):
 * the readers it is served with will account for theirs. Dead readers in front cost the next writer two leases more,
 * and so do readers whom it skips; so where a writer waits in front of it, it leaves the reset to that one for half a
 * lease more.
 * <li>A holder that exceeds its lease gives back with a CAS, unless a client has reset its ticket; in the paper it
 * gives nothing back, and all behind it wait two leases for a lock that is free.
 * <li>A ticket that the counters no longer contain is lost, too: a client has reset the full lock to zero.
 * <li>A release that finds its ticket reset is taken back (the authors' own code does this; the paper is silent).
 * <li>The client that has to reset a full lock waits for its other users only when it holds no lock any more, and
 * until then resets it in passing. In the paper the release waits, which deadlocks if one of those users waits for
 * another lock that the client still holds.
 * <li>The client that resets a full lock does so at last without those who have not moved for two leases; in the paper
 * it repeats its CAS for ever.
 * </ul>
 *
 * <p>Chosen where the paper is silent or says two things: the wait comes before each READ (as in the artifact and the
 * authors' code; algorithm 2 READs at once). Each repetition of the resetting CAS waits ω. An update lock (§5.2) is an
 * exclusive ticket that reads as soon as the writers in front are gone and upgrades when the readers are: it blocks
 * exactly whom the paper's third pair of counters blocks, and leaves the counters 16 bits. A multi-slot lease (§5.1)
 * lasts k leases, and a waiter gives the lock twice a lease for each ticket in front; the section's φ × ω is
 * taken for a slip. A plain {@code upgrade} of a sole reader is ours.
 *
 * <p>With k lease slots at most, 32,768 / k clients may want one lock at once (§4.9).
 */
public final class DslrTable extends WordTable {

    private final RandomGenerator random;
    private final DslrParameters parameters;

    /**
     * Opens a table with the ShiftLock paper's parameters.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros at first
     * @param slots the number of locks, 1 or more
     * @param random decides the backoffs
     * @throws IllegalArgumentException if the number is out of range or the fabric's memory too small
     */
    public DslrTable(Fabric fabric, int slots, RandomGenerator random) {
        this(fabric, slots, random, DslrParameters.paper());
    }

    /**
     * Opens a table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros at first
     * @param slots the number of locks, 1 or more
     * @param random decides the backoffs
     * @param parameters the same for all tables on this memory
     * @throws IllegalArgumentException if the number is out of range or the fabric's memory too small
     */
    public DslrTable(Fabric fabric, int slots, RandomGenerator random, DslrParameters parameters) {
        super(fabric, slots);
        this.random = random;
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
    public DslrLockClient client() {
        checkOpen();
        final long seed;
        synchronized (random) {
            seed = random.nextLong();
        }
        return new DslrClient(fabric, slots(), new SplittableRandom(seed), parameters);
    }

    @Override
    protected boolean isFree(long word) {
        return DslrWord.isFree(word);
    }
}
