package io.baton.lock;

import java.util.Arrays;

/**
 * Locks to be acquired together: ascending slots, each once, with the mode wanted. Reused by its owner; not
 * thread-safe.
 */
public final class LockList {

    private int[] slots = new int[16];
    /** Not the modes themselves: storing a reference costs a memory fence under some garbage collectors. */
    private boolean[] exclusive = new boolean[16];
    private int size;

    /**
     * Adds a lock.
     *
     * @param slot greater than all slots before
     * @param mode how to hold it
     * @throws IllegalArgumentException if the slot is out of order
     */
    public void add(int slot, LockMode mode) {
        if (size > 0 && slot <= slots[size - 1]) {
            throw new IllegalArgumentException(
                "slot " + slot + " after slot " + slots[size - 1] + ": add slots in ascending order, each once");
        }
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
            exclusive = Arrays.copyOf(exclusive, 2 * size);
        }
        slots[size] = slot;
        exclusive[size++] = mode == LockMode.EXCLUSIVE;
    }

    /** Forgets all locks. */
    public void clear() {
        size = 0;
    }

    /** {@return the number of locks, 0 or more} */
    public int size() {
        return size;
    }

    /** {@return the slot of a lock, whose index is 0 to size − 1} */
    public int slot(int index) {
        return slots[index];
    }

    /** {@return how a lock is wanted, whose index is 0 to size − 1} */
    public LockMode mode(int index) {
        return exclusive[index] ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }
}
