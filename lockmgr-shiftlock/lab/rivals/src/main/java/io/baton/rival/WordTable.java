package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.lock.LockTable;

/**
 * A table whose locks are one word each. Every word has a 16-byte entry of its own, as in the ShiftLock artifact, so
 * that two locks never share what an adapter serializes.
 */
public abstract class WordTable implements LockTable {

    private static final int ENTRY_BYTES = 16;

    protected final Fabric fabric;
    private final int slots;
    private volatile boolean closed;

    /**
     * Makes a table.
     *
     * @param fabric the lock server
     * @param slots the number of locks
     */
    protected WordTable(Fabric fabric, int slots) {
        if (slots < 1 || bytes(slots) > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more, and a fabric with "
                + ENTRY_BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        this.fabric = fabric;
        this.slots = slots;
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
     * @param word its word
     * @return whether it is free
     */
    protected abstract boolean isFree(long word);

    @Override
    public final int slots() {
        return slots;
    }

    @Override
    public final long busySlots() {
        final LocalWords local = fabric.localWords();
        long busy = 0;
        if (local != null) {
            for (int slot = 0; slot < slots; slot++) {
                busy += isFree(local.get(address(slot))) ? 0 : 1;
            }
            return busy;
        }
        try (Endpoint endpoint = fabric.connect()) {
            for (int slot = 0; slot < slots; slot++) {
                busy += isFree(endpoint.readWord(address(slot))) ? 0 : 1;
            }
        }
        return busy;
    }

    @Override
    public final void close() {
        closed = true;
    }

    /** Throws if the table is closed. */
    protected final void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
    }
}
