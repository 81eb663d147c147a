package io.baton.lock;

import io.baton.fabric.VerbCounters;
import java.util.concurrent.atomic.AtomicBoolean;

/** Locks that do not lock, to measure what locking costs. Serves a single client at a time, which needs no locks. */
public final class NoLockTable implements LockTable {

    private final int slots;
    private final AtomicBoolean inUse = new AtomicBoolean();

    /**
     * Makes a table.
     *
     * @param slots the number of locks, 1 or more
     * @throws IllegalArgumentException if the number is out of range
     */
    public NoLockTable(int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more");
        }
        this.slots = slots;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public LockClient client() {
        if (!inUse.compareAndSet(false, true)) {
            throw new IllegalStateException(
                "without locks only one client can be open at a time; close it, or use ShiftLock");
        }
        return new NoLockClient(() -> inUse.set(false), new LockCounters(new VerbCounters()));
    }

    @Override
    public long busySlots() {
        return 0;
    }

    @Override
    public void close() {
        // There is nothing to free.
    }
}
