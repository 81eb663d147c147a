package io.baton.rival.cas;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;

/**
 * Retry-on-Fail, the always-retry lock of Chung et al. as the DSLR paper describes it (§2.2.2 figure 1, §6.1, §7):
 * CAS for exclusive, fetch-and-add for shared, and a retry in every case of conflict. A writer repeats its CAS until
 * nobody holds the lock; a reader counts itself once and looks at the exclusive half until that is zero. Readers
 * starve writers, fast clients starve slow ones.
 *
 * <p>Chosen where the text is silent: the exclusive half holds 1, because nothing in the protocol reads whose it is;
 * a writer gives back with a fetch-and-add of its half alone, because waiting readers are counted in the other;
 * "continuously" is as often as a client of this fabric READs a word that it waits for. A waiting reader whose
 * deadline passes takes its count back.
 */
public final class RetryOnFailTable extends WordTable {

    private final RandomGenerator random;

    /**
     * Opens a table of locks.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros at first
     * @param slots the number of locks, 1 or more
     * @param random not used by this protocol
     * @throws IllegalArgumentException if the number is out of range or the fabric's memory too small
     */
    public RetryOnFailTable(Fabric fabric, int slots, RandomGenerator random) {
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
        return new RetryOnFailClient(fabric, slots(), random);
    }

    @Override
    protected boolean isFree(long word) {
        return word == RetryOnFailWord.FREE;
    }
}
