package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.WordPair;
import io.baton.lock.LockTable;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A table whose locks are entries of 16 bytes, one after the other, all zeros when free at first. Thread-safe. */
public abstract class EntryTable implements LockTable {

    /** The size of an entry. */
    public static final int ENTRY_BYTES = 16;

    protected final Fabric fabric;
    protected final int slots;
    /** Seeds the clients; guarded by this. */
    private final RandomGenerator random;
    private volatile boolean closed;

    /**
     * Makes a table.
     *
     * @param fabric the lock server
     * @param slots the number of locks
     * @param random seeds the clients
     */
    protected EntryTable(Fabric fabric, int slots, RandomGenerator random) {
        if (slots < 1 || bytes(slots) > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more, and a fabric with "
                + ENTRY_BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        this.fabric = fabric;
        this.slots = slots;
        this.random = random;
    }

    /**
     * Tells how much memory a table needs.
     *
     * @param slots the number of locks
     * @return the size in bytes
     */
    public static long bytes(int slots) {
        return (long) slots * ENTRY_BYTES;
    }

    /**
     * Tells where a lock is.
     *
     * @param slot the lock
     * @return the offset of its entry in the registered memory
     */
    public static long address(int slot) {
        return (long) slot * ENTRY_BYTES;
    }

    /**
     * Tells whether nobody holds the lock or waits for it.
     *
     * @param low the first word
     * @param high the second word
     * @return whether it is free
     */
    protected abstract boolean isFree(long low, long high);

    /**
     * {@return a client's randomness, decided by the table's and the order of calls; called before the client is made}
     */
    protected final synchronized RandomGenerator admit() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
        return new SplittableRandom(random.nextLong());
    }

    @Override
    public final int slots() {
        return slots;
    }

    @Override
    public final long busySlots() {
        try (Endpoint endpoint = fabric.connect()) {
            final WordPair entry = new WordPair();
            long busy = 0;
            for (int slot = 0; slot < slots; slot++) {
                endpoint.read(address(slot), entry);
                if (!isFree(entry.low(), entry.high())) {
                    busy++;
                }
            }
            return busy;
        }
    }

    @Override
    public final void close() {
        closed = true;
    }
}
