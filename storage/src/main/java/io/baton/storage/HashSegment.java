package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Latch;
import io.baton.storage.memory.Memory;
import java.util.function.LongConsumer;

/**
 * One segment of a {@link HashIndex}: open addressing with linear probing over keys and values side by side, off the
 * heap, so that a look-up costs one cache miss. A slot with value 0 is free, so every key is legal.
 *
 * <pre>
 *   the table's word   63                           6 5            0
 *                     +------------------------------+--------------+       one load gives both, so that a reader
 *                     | address, a multiple of 64    | log2 (slots) |       never has one without the other
 *                     +------------------------------+--------------+
 *   the table         | key 0 | value 0 | key 1 | value 1 | ...             8 bytes each
 * </pre>
 */
final class HashSegment extends Latch {
    // Ownership: writers hold the latch. Readers take nothing and look at the stamp, see Latch. They wait for a writer
    // that is inside, also while it copies the table to grow: latch and stamp are one word. A table that was replaced
    // goes back to IndexMemory, so a reader may still probe it and find anything there; probing is bounded by the
    // length that belongs to the address.
    private static final int SLOT_BYTES = 16;
    private static final int VALUE = 8;
    private static final int LOG_MASK = IndexMemory.BLOCK_BYTES_MIN - 1;
    private static final int LOG_SLOTS_PER_BLOCK = 2;
    private static final int LOG_MIN = 3;
    /** Entries for which a table of some size still has room when {@link #reserve} lets it grow. */
    private static final int RESERVED_MAX = 64;
    /** Slots that {@link #copyRows} looks at. */
    private static final int SLOTS_COPIED = 16;

    private final IndexMemory memory;
    private volatile long table;
    private long size;

    HashSegment(IndexMemory memory, long entriesExpected) {
        this.memory = memory;
        long slots = Long.highestOneBit(Math.max(1, entriesExpected * 3 / 2 - 1)) << 1;
        int log = Math.max(LOG_MIN, Long.numberOfTrailingZeros(slots));
        table = cleared(memory.take(sizeClass(log)), log);
    }

    long find(long key, long hash) {
        while (true) {
            long before = readStamp();
            long value = probe(table, key, hash);
            if (unchangedSince(before)) {
                return value;
            }
        }
    }

    /** Returns the key's value, or 0, for a thread that has the latch. */
    long findLatched(long key, long hash) {
        return Memory.getLong(slotOf(table, key, hash) + VALUE);
    }

    /** Loads the line where a look-up begins; returns something of it. */
    long touch(long hash) {
        return Memory.getLong(home(table, hash));
    }

    /**
     * Lets the table grow if few slots are left in it; returns false if the memory limit refuses that and not even one
     * more entry fits.
     */
    boolean reserve() {
        // Read without the latch: approximate, and looked at again within.
        if (hasRoom(size, table)) {
            return true;
        }
        long inside = latch();
        try {
            // After the wait, another thread may have let it grow.
            boolean room = hasRoom(size, table);
            if (!room && grow(true)) {
                room = true;
                unlatch();
            } else {
                room = room || fits(size, table);
                unlatchUnchanged();
            }
            return room;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /**
     * Copies the keys whose hashes lead to one slot, for a {@link HashIndex.Walk}.
     *
     * @param place the slot: the first bits of its number are the last bits of this one, and so on
     * @param into gets the keys, in place of what it has
     * @return the place of the next slot in the order of places, unsigned; 0 if there is none
     */
    long keysAt(long place, HashIndex.Walk.Keys into) {
        while (true) {
            long before = readStamp();
            long seen = table;
            into.clear();
            copyKeys(seen, Long.reverse(place), into);
            if (unchangedSince(before)) {
                int bitsBehind = Long.SIZE - (int) (seen & LOG_MASK);
                return ((place >>> bitsBehind) + 1) << bitsBehind;
            }
        }
    }

    /** Copies the keys that are at home where a hash is: all stand between there and the next free slot. */
    private static void copyKeys(long table, long hash, HashIndex.Walk.Keys into) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        long home = hash * SLOT_BYTES & mask;
        long slot = home;
        for (long i = 0; i <= mask && Memory.getLong(base + slot + VALUE) != 0; i += SLOT_BYTES) {
            long key = Memory.getLong(base + slot);
            if ((HashIndex.mix(key) * SLOT_BYTES & mask) == home) {
                into.add(key);
            }
            slot = slot + SLOT_BYTES & mask;
        }
    }

    /**
     * Copies the rows whose addresses are the values of keys at a few slots, for a {@link TableCopy}. Takes the latch
     * only if others put and remove so much that they keep coming in between.
     *
     * @param place where to begin, as in {@link #keysAt}
     * @param into gets the rows, in place of what it has; none, and asks for room, if not even those of the first slot
     *     fit
     * @return the place of the next slot, or 0 if there is none
     */
    long copyRows(long place, TableCopy.Batch into) {
        for (int attempt = 0; attempt < TableCopy.ATTEMPTS_BEFORE_LATCH; attempt++) {
            long before = readStamp();
            long next = collectRows(table, place, into);
            if (unchangedSince(before)) {
                into.copy();
                if (unchangedSince(before)) {
                    return next;
                }
            }
        }
        long inside = latch();
        try {
            long next = collectRows(table, place, into);
            into.copy();
            unlatchUnchanged();
            return next;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /** Adds the addresses of a few slots; returns the place of the next one. */
    private static long collectRows(long table, long place, TableCopy.Batch into) {
        into.clear();
        int bitsBehind = Long.SIZE - (int) (table & LOG_MASK);
        long next = place;
        for (int i = 0; i < SLOTS_COPIED && collectSlot(table, Long.reverse(next), into); i++) {
            next = ((next >>> bitsBehind) + 1) << bitsBehind;
            if (next == 0) {
                break;
            }
        }
        return next;
    }

    /** Adds the rows whose keys are at home where a hash is, all or none; returns whether there was room. */
    private static boolean collectSlot(long table, long hash, TableCopy.Batch into) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        long home = hash * SLOT_BYTES & mask;
        long slot = home;
        int before = into.rows();
        for (long i = 0; i <= mask; i += SLOT_BYTES) {
            long row = Memory.getLong(base + slot + VALUE);
            if (row == 0) {
                break;
            }
            if ((HashIndex.mix(Memory.getLong(base + slot)) * SLOT_BYTES & mask) == home && !into.add(row)) {
                into.cut(before);
                return false;
            }
            slot = slot + SLOT_BYTES & mask;
        }
        return true;
    }

    /** Gives back the table's memory. The segment is not used afterwards. */
    void free() {
        memory.give(table & -IndexMemory.BLOCK_BYTES_MIN, sizeClass(table));
    }

    /** Hands out all values, while no other thread puts or removes. */
    void forEachValue(LongConsumer consumer) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        for (long slot = 0; slot <= mask; slot += SLOT_BYTES) {
            long value = Memory.getLong(base + slot + VALUE);
            if (value != 0) {
                consumer.accept(value);
            }
        }
    }

    /** Adds the pair and returns 0, or returns the value that the key already has. */
    long putIfAbsent(long key, long hash, long value) {
        long inside = latch();
        try {
            long slot = slotOf(table, key, hash);
            long existing = Memory.getLong(slot + VALUE);
            if (existing != 0) {
                unlatchUnchanged();
                return existing;
            }
            if (!fits(size, table)) {
                grow(false);
                slot = slotOf(table, key, hash);
            }
            beginChange();
            Memory.putLong(slot, key);
            Memory.putLong(slot + VALUE, value);
            size++;
            unlatch();
            return 0;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /** Gives the key another value if it has the expected one; returns whether it had. */
    boolean replace(long key, long hash, long expected, long value) {
        long inside = latch();
        try {
            long slot = slotOf(table, key, hash);
            if (Memory.getLong(slot + VALUE) != expected) {
                unlatchUnchanged();
                return false;
            }
            beginChange();
            Memory.putLong(slot + VALUE, value);
            unlatch();
            return true;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /**
     * Removes the key if it has the expected value, whatever it is if that is 0.
     *
     * @return the value removed, or 0
     */
    long remove(long key, long hash, long expected) {
        long inside = latch();
        try {
            long slot = slotOf(table, key, hash);
            long value = Memory.getLong(slot + VALUE);
            if (value == 0 || (expected != 0 && value != expected)) {
                unlatchUnchanged();
                return 0;
            }
            beginChange();
            shiftBack(slot);
            size--;
            unlatch();
            return value;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /** Returns whether so many entries leave so much room that the table need not grow yet. */
    private static boolean hasRoom(long entries, long table) {
        return fits(entries + Math.min(RESERVED_MAX, (1L << table) >> 3), table);
    }

    /** Returns whether one more than so many entries fit: two thirds of the slots. */
    private static boolean fits(long entries, long table) {
        return 3 * (entries + 1) <= 2L << table;
    }

    private static int sizeClass(long table) {
        return (int) (table & LOG_MASK) - LOG_SLOTS_PER_BLOCK;
    }

    /** Returns the bits of a byte offset within the table, those of a slot's number. */
    private static long mask(long table) {
        return ((1L << table) - 1) * SLOT_BYTES;
    }

    private static long home(long table, long hash) {
        return (table & -IndexMemory.BLOCK_BYTES_MIN) + (hash * SLOT_BYTES & mask(table));
    }

    private static long probe(long table, long key, long hash) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        long slot = hash * SLOT_BYTES & mask;
        for (long i = 0; i <= mask; i += SLOT_BYTES) {
            long value = Memory.getLong(base + slot + VALUE);
            if (value == 0 || Memory.getLong(base + slot) == key) {
                return value;
            }
            slot = slot + SLOT_BYTES & mask;
        }
        return 0;
    }

    /** Returns the address of the slot with the key or of the free slot where it belongs. */
    private static long slotOf(long table, long key, long hash) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        long slot = hash * SLOT_BYTES & mask;
        while (Memory.getLong(base + slot + VALUE) != 0 && Memory.getLong(base + slot) != key) {
            slot = slot + SLOT_BYTES & mask;
        }
        return base + slot;
    }

    /** Closes the gap with later entries that may move up, so that no look-up meets a gap before its key. */
    private void shiftBack(long freed) {
        long base = table & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(table);
        long gap = freed - base;
        long slot = gap;
        while (true) {
            slot = slot + SLOT_BYTES & mask;
            if (Memory.getLong(base + slot + VALUE) == 0) {
                break;
            }
            long home = HashIndex.mix(Memory.getLong(base + slot)) * SLOT_BYTES & mask;
            if ((slot - home & mask) >= (slot - gap & mask)) {
                Memory.copy(base + slot, base + gap, SLOT_BYTES);
                gap = slot;
            }
        }
        Memory.putLong(base + gap + VALUE, 0);
    }

    /** Doubles the table; returns false if that is {@code bounded} by the memory limit, which refuses it. */
    private boolean grow(boolean bounded) {
        long old = table;
        long log = (old & LOG_MASK) + 1;
        long block = bounded ? memory.tryTake(sizeClass(log)) : memory.take(sizeClass(log));
        if (block == 0) {
            return false;
        }
        long larger = copied(old, cleared(block, log));
        beginChange();
        table = larger;
        memory.give(old & -IndexMemory.BLOCK_BYTES_MIN, sizeClass(old));
        return true;
    }

    /** Returns the word of a table without entries. */
    private static long cleared(long block, long log) {
        Memory.zero(block, (long) SLOT_BYTES << log);
        return block | log;
    }

    private static long copied(long from, long to) {
        long base = from & -IndexMemory.BLOCK_BYTES_MIN;
        long mask = mask(from);
        for (long i = 0; i <= mask; i += SLOT_BYTES) {
            if (Memory.getLong(base + i + VALUE) != 0) {
                long key = Memory.getLong(base + i);
                Memory.copy(base + i, slotOf(to, key, HashIndex.mix(key)), SLOT_BYTES);
            }
        }
        return to;
    }
}
