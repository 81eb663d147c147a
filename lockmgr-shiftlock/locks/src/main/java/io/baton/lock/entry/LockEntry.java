package io.baton.lock.entry;

import io.baton.fabric.Route;

/**
 * The 16-byte lock entry of ShiftLock (§3.7, Figure 3), as two little-endian words.
 * <pre>
 *  word 0   63                        40 39            24 23                      1   0
 *          +----------------------------+----------------+-------------------------+---+
 *          |       DctQpNum (24)        |  NodeId (16)   |       RdrCnt (23)       | E |
 *          +----------------------------+----------------+-------------------------+---+
 *           \______________ TailPtr (40) _______________/
 *
 *  word 1   63            48 47                                                       0
 *          +----------------+----------------------------------------------------------+
 *          | generation(16) |                       RelCnt (48)                        |
 *          +----------------+----------------------------------------------------------+
 * </pre>
 * E (Epoch) flips when writers give the lock to the waiting readers. RdrCnt counts readers, those that wait
 * included. TailPtr is the route of the last writer in the queue. RelCnt counts releases. A reset of the lock
 * increments the generation (deviation from the paper, which adds 2^63), so that word 1 only ever grows and serves
 * as fencing token; it is called {@code relCnt} as a whole.
 */
public final class LockEntry {

    public static final int BYTES = 16;
    /** Offset of word 1, in bytes. */
    public static final int REL_CNT_OFFSET = 8;

    public static final long EPOCH_MASK = 1L;
    public static final long READERS_MASK = 0xFF_FFFEL;
    public static final long ONE_READER = 2L;
    public static final long TAIL_MASK = 0xFFFF_FFFF_FF00_0000L;
    public static final long ALL = -1L;

    /** The boundaries of word 0 for a fetch-and-add: Epoch, RdrCnt and TailPtr are fields of their own. */
    public static final long LOW_BOUNDARY = 1L | 1L << 23 | 1L << 63;
    /** The boundaries of word 1 for a fetch-and-add. */
    public static final long HIGH_BOUNDARY = 1L << 47 | 1L << 63;
    /** Subtracts one reader when added under {@link #LOW_BOUNDARY}. */
    public static final long MINUS_ONE_READER = READERS_MASK;

    /** The generation's bits of word 1. */
    public static final long GENERATION_MASK = 0xFFFFL << 48;

    public static final int READERS_MAX = (1 << 23) - 1;

    private static final int TAIL_SHIFT = 24;
    private static final int GENERATION_SHIFT = 48;
    private static final long REL_CNT_MASK = (1L << GENERATION_SHIFT) - 1;

    private LockEntry() {
    }

    public static long address(int slot) {
        return (long) slot * BYTES;
    }

    public static int epoch(long low) {
        return (int) (low & EPOCH_MASK);
    }

    public static int readers(long low) {
        return (int) (low & READERS_MASK) >>> 1;
    }

    public static long tail(long low) {
        return low >>> TAIL_SHIFT;
    }

    /** Word 0's bits of a tail pointer. */
    public static long tailBits(long route) {
        return route << TAIL_SHIFT;
    }

    public static boolean hasTail(long low) {
        return (low & TAIL_MASK) != 0;
    }

    /** Whether the lock is neither held nor waited for. */
    public static boolean isFree(long low) {
        return (low & ~EPOCH_MASK) == 0;
    }

    public static int generation(long relCnt) {
        return (int) (relCnt >>> GENERATION_SHIFT);
    }

    /** The number of releases in this generation. */
    public static long releases(long relCnt) {
        return relCnt & REL_CNT_MASK;
    }

    public static boolean sameGeneration(long relCnt, long other) {
        return generation(relCnt) == generation(other);
    }

    /** Word 1 after a reset: no release yet in the next generation. */
    public static long nextGeneration(long relCnt) {
        return (relCnt & GENERATION_MASK) + (1L << GENERATION_SHIFT);
    }

    /** The release count after some more releases, in the same generation. */
    public static long advance(long relCnt, long releases) {
        return (relCnt & ~REL_CNT_MASK) | ((relCnt + releases) & REL_CNT_MASK);
    }

    public static String toString(long low, long high) {
        return "epoch=" + epoch(low) + " readers=" + readers(low) + " tail=" + Route.toString(tail(low))
            + " relCnt=" + count(high);
    }

    /** Word 1 as "generation/releases". */
    public static String count(long relCnt) {
        return generation(relCnt) + "/" + releases(relCnt);
    }
}
