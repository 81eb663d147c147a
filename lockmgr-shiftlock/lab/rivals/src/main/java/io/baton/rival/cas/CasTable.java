package io.baton.rival.cas;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.rival.EntryTable;
import java.util.random.RandomGenerator;

/**
 * Locks taken by compare-and-swap, tried again until it succeeds: CAS-NB and CAS-B of the ShiftLock paper (FAST '25,
 * §2.3 and §4.1), with the backoff of SMART (ASPLOS '24, §4.3).
 * <pre>
 *  word 0   63                                                  1   0
 *          +------------------------------------------------------+---+
 *          |                          0                           | L |     L: a client holds the lock
 *          +------------------------------------------------------+---+
 *  word 1   unused
 * </pre>
 * To acquire is a CAS from 0 to 1, to release a CAS from 1 to 0, both standard, as in the ShiftLock artifact. The
 * word does not say who holds the lock. A shared request is served exclusively. Deadlines are kept. Nothing is fair.
 *
 * <p>Chosen where the source leaves it open: an entry has 16 bytes, like all others here; the truncation of the
 * backoff adapts at the first retry or acquisition after a period. The artifact looks between batches of 64
 * acquisitions only, so that clients of a crowded lock adapt long after they should.
 */
public final class CasTable extends EntryTable {

    private final RetryDelay backoff;

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param random seeds the clients' backoff
     * @param backoff how a client waits before it tries again
     * @throws IllegalArgumentException if there are no slots or the fabric's memory is too small
     */
    public CasTable(Fabric fabric, int slots, RandomGenerator random, RetryDelay backoff) {
        super(fabric, slots, random);
        this.backoff = backoff;
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
        return new CasClient(fabric, slots, admit(), backoff);
    }

    @Override
    protected boolean isFree(long low, long high) {
        return low == CasClient.FREE;
    }
}
