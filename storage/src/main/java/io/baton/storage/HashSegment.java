package io.baton.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One segment of a {@link HashIndex}: open addressing with linear probing over keys and values side by side, so that
 * a look-up costs one cache miss. A slot with value 0 is free, so every key is legal.
 *
 * <pre>
 *   table:  | key 0 | value 0 | key 1 | value 1 | ...
 * </pre>
 */
final class HashSegment extends Latch {
    // Ownership: writers hold the latch. Readers take nothing; stamp is odd while a writer changes the table.
    //   writer: stamp := odd (opaque); full fence [no store to the table moves up]; change; stamp := even (release).
    //   reader: stamp even (acquire) [no load of the table moves up]; probe; acquire fence [no load moves down];
    //           the same stamp again, else try again.
    // A reader that sees the same even stamp twice has seen the table as of that stamp's release, and with it what
    // the writer had done before: the row's bytes. Between the two it may see anything, also a table that was
    // replaced, so probing is bounded by the table's own length.
    private static final VarHandle STAMP;
    private static final int LEAST_SLOTS = 8;
    private static final int SLOTS_MAX = 1 << 28;
    private static final int ATTEMPTS_BEFORE_YIELD = 64;

    static {
        try {
            STAMP = MethodHandles.lookup().findVarHandle(HashSegment.class, "stamp", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long stamp;
    private long[] table;
    private int size;

    HashSegment(long entriesExpected) {
        long slots = Math.max(LEAST_SLOTS, Long.highestOneBit(Math.max(1, entriesExpected * 3 / 2 - 1)) << 1);
        table = new long[2 * (int) Math.min(SLOTS_MAX, slots)];
    }

    long find(long key, long hash) {
        for (int attempt = 1;; attempt++) {
            long before = (long) STAMP.getAcquire(this);
            if ((before & 1) == 0) {
                long value = probe(table, key, hash);
                VarHandle.acquireFence();
                if ((long) STAMP.getOpaque(this) == before) {
                    return value;
                }
            }
            backOff(attempt);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // A writer in the middle of a change may have lost its processor.
    private static void backOff(int attempt) {
        if (attempt % ATTEMPTS_BEFORE_YIELD == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Adds the pair and returns 0, or returns the value that the key already has. */
    long putIfAbsent(long key, long hash, long value) {
        latch();
        try {
            int slot = slotOf(table, key, hash);
            if (table[slot + 1] != 0) {
                return table[slot + 1];
            }
            if (3L * (size + 1) > table.length) {
                grow();
                slot = slotOf(table, key, hash);
            }
            long before = beginChange();
            table[slot] = key;
            table[slot + 1] = value;
            size++;
            endChange(before);
            return 0;
        } finally {
            unlatch();
        }
    }

    /** Gives the key another value if it has the expected one; returns whether it had. */
    boolean replace(long key, long hash, long expected, long value) {
        latch();
        try {
            int slot = slotOf(table, key, hash);
            if (table[slot + 1] != expected) {
                return false;
            }
            long before = beginChange();
            table[slot + 1] = value;
            endChange(before);
            return true;
        } finally {
            unlatch();
        }
    }

    /** Removes the key and returns its value, or 0 if it is not there. */
    long remove(long key, long hash) {
        latch();
        try {
            int slot = slotOf(table, key, hash);
            long value = table[slot + 1];
            if (value != 0) {
                removeAt(slot);
            }
            return value;
        } finally {
            unlatch();
        }
    }

    /** Removes the key if it has the expected value; returns whether it had. */
    boolean remove(long key, long hash, long expected) {
        latch();
        try {
            int slot = slotOf(table, key, hash);
            if (table[slot + 1] != expected) {
                return false;
            }
            removeAt(slot);
            return true;
        } finally {
            unlatch();
        }
    }

    /** Returns the stamp at a moment when no writer is at work: as long as it is the same, nothing has changed. */
    long stamp() {
        for (int attempt = 1;; attempt++) {
            long now = (long) STAMP.getAcquire(this);
            if ((now & 1) == 0) {
                return now;
            }
            backOff(attempt);
        }
    }

    /** Returns whether nothing has changed since {@link #stamp}, for reads made in between. */
    boolean unchangedSince(long before) {
        VarHandle.acquireFence();
        return (long) STAMP.getOpaque(this) == before;
    }

    private void removeAt(int slot) {
        long before = beginChange();
        shiftBack(slot);
        size--;
        endChange(before);
    }

    private static long probe(long[] slots, long key, long hash) {
        int mask = slots.length - 2;
        int slot = (int) hash << 1 & mask;
        for (int i = 0; i <= mask; i += 2) {
            long value = slots[slot + 1];
            if (value == 0 || slots[slot] == key) {
                return value;
            }
            slot = slot + 2 & mask;
        }
        return 0;
    }

    /** Returns the slot with the key or the free slot where it belongs. */
    private static int slotOf(long[] slots, long key, long hash) {
        int mask = slots.length - 2;
        int slot = (int) hash << 1 & mask;
        while (slots[slot + 1] != 0 && slots[slot] != key) {
            slot = slot + 2 & mask;
        }
        return slot;
    }

    /** Closes the gap with later entries that may move up, so that no look-up meets a gap before its key. */
    private void shiftBack(int freed) {
        long[] slots = table;
        int mask = slots.length - 2;
        int gap = freed;
        int slot = freed;
        while (true) {
            slot = slot + 2 & mask;
            if (slots[slot + 1] == 0) {
                break;
            }
            int home = (int) Hash.mix(slots[slot]) << 1 & mask;
            if ((slot - home & mask) >= (slot - gap & mask)) {
                slots[gap] = slots[slot];
                slots[gap + 1] = slots[slot + 1];
                gap = slot;
            }
        }
        slots[gap + 1] = 0;
    }

    private void grow() {
        long[] old = table;
        if (old.length >= 2 * SLOTS_MAX) {
            throw new IllegalStateException("a hash segment has reached its limit of %d slots".formatted(SLOTS_MAX));
        }
        var larger = new long[2 * old.length];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int slot = slotOf(larger, old[i], Hash.mix(old[i]));
                larger[slot] = old[i];
                larger[slot + 1] = old[i + 1];
            }
        }
        long before = beginChange();
        table = larger;
        endChange(before);
    }

    private long beginChange() {
        long before = stamp;
        STAMP.setOpaque(this, before + 1);
        VarHandle.fullFence();
        return before;
    }

    private void endChange(long before) {
        STAMP.setRelease(this, before + 2);
    }
}
