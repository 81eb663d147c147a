package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.lock.LockTable;

/**
 * A table whose locks are one word each. Every word has a 16-byte entry of its own, as in the ShiftLock artifact, so
 * that two locks never share what an adapter serializes.
 */
abstract class WordTable implements LockTable {

    private static final int ENTRY_BYTES = 16;

    final Fabric fabric;
    private final int slots;
    private volatile boolean closed;

    WordTable(Fabric fabric, int slots) {
        if (slots < 1 || bytes(slots) > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more, and a fabric with "
                + ENTRY_BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        this.fabric = fabric;
        this.slots = slots;
    }

    static long bytes(int slots) {
        return (long) slots * ENTRY_BYTES;
    }

    static long address(int slot) {
        return (long) slot * ENTRY_BYTES;
    }

    abstract boolean isFree(long word);

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

    final void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
    }
}
