package io.baton.lock.entry;

import io.baton.fabric.Route;

/**
 * The lock entry of ShiftLock-8, as two little-endian words, each of which is changed by itself.
 * <pre>
 *  word 0   63                      41 40                                  1   0
 *          +--------------------------+------------------------------------+---+
 *          |         In (23)          |            TailPtr (40)            | E |
 *          +--------------------------+------------------------------------+---+
 *
 *  word 1   63            48 47                                                0
 *          +----------------+---------------------------------------------------+
 *          | generation(16) |                     Out (48)                      |
 *          +----------------+---------------------------------------------------+
 * </pre>
 * In counts readers that have come, Out those that have left; both count from 0, and In begins anew after 2^23: it is
 * the word's last field, so that its carry is lost. In minus Out, modulo 2^23, is how many readers hold the lock or
 * wait for it. TailPtr and E (Epoch) are those of {@link LockEntry}, at other places.
 */
public final class PlainLockEntry {

    public static final long EPOCH_MASK = LockEntry.EPOCH_MASK;
    public static final long TAIL_MASK = ((1L << 40) - 1) << 1;
    /** A reader comes when this is added to word 0. */
    public static final long ONE_READER = 1L << 41;

    private static final int TAIL_SHIFT = 1;
    private static final int IN_SHIFT = 41;
    private static final long IN_MAX = (1L << 23) - 1;

    private PlainLockEntry() {
    }

    /** How many readers have come, modulo 2^23. */
    public static int in(long low) {
        return (int) (low >>> IN_SHIFT);
    }

    /** Word 0's bits of In when as many readers have come as have left. */
    public static long inBits(long high) {
        return high << IN_SHIFT;
    }

    /** How many readers hold the lock or wait for it. */
    public static int readers(long low, long high) {
        return (int) (((low >>> IN_SHIFT) - high) & IN_MAX);
    }

    /** Word 1 when all readers have left that had come when word 0 was read. */
    public static long allOut(long low, long high) {
        return high + readers(low, high);
    }

    public static long tail(long low) {
        return (low & TAIL_MASK) >>> TAIL_SHIFT;
    }

    /** Word 0's bits of a tail pointer. */
    public static long tailBits(long route) {
        return route << TAIL_SHIFT;
    }

    public static boolean hasTail(long low) {
        return (low & TAIL_MASK) != 0;
    }

    /** Word 0 with another tail pointer, given by its bits. */
    public static long withTail(long low, long tailBits) {
        return (low & ~TAIL_MASK) | tailBits;
    }

    public static String toString(long low, long high) {
        return "epoch=" + LockEntry.epoch(low) + " readers=" + readers(low, high) + " tail="
            + Route.toString(tail(low)) + " out=" + LockEntry.count(high);
    }
}
