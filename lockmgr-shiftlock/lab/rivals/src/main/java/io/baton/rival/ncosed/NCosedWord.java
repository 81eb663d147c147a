package io.baton.rival.ncosed;

import io.baton.fabric.Route;

/**
 * N-CoSED's lock word: who came last for the lock alone, and the readers that came since.
 * <pre>
 *   63                    40 39                                 0
 *  +------------------------+------------------------------------+
 *  |   shared count (24)    |  exclusive tail: a route (40)      |
 *  +------------------------+------------------------------------+
 * </pre>
 * The source has 32 bits for each; a route needs 40. The count is on top so that one that goes below zero for a while
 * (see {@link NCosedTable}) takes nothing from the tail.
 */
final class NCosedWord {

    static final long FREE = 0;
    static final long READER = 1L << 40;

    private static final long TAIL_MASK = READER - 1;
    private static final long COUNT_MASK = (1L << 24) - 1;

    private NCosedWord() {
    }

    static long of(long count, long tail) {
        return count << 40 | tail;
    }

    static long tail(long word) {
        return word & TAIL_MASK;
    }

    static boolean hasTail(long word) {
        return tail(word) != Route.NONE;
    }

    /** The shared count, modulo 2^24. */
    static long count(long word) {
        return word >>> 40;
    }

    /** How many readers there are if some have been subtracted that were not of this count. */
    static long readers(long count, long strays) {
        return count + strays & COUNT_MASK;
    }
}
