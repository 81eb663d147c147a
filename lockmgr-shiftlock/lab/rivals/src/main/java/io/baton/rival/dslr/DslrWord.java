package io.baton.rival.dslr;

/**
 * DSLR's lock object (DSLR paper, figure 3): the tickets being served and the tickets to be given out next.
 * <pre>
 *   63          48 47          32 31          16 15           0
 *  +--------------+--------------+--------------+--------------+
 *  |   nX (16)    |   nS (16)    |  maxX (16)   |  maxS (16)   |
 *  +--------------+--------------+--------------+--------------+
 * </pre>
 * A value of this word from before a fetch-and-add is a ticket: its maxX and maxS tell who comes first.
 */
final class DslrWord {

    static final long MAX_S = 1L;
    static final long MAX_X = 1L << 16;
    static final long N_S = 1L << 32;
    static final long N_X = 1L << 48;

    private static final int FIELD_MASK = 0xffff;

    private DslrWord() {
    }

    static int nX(long word) {
        return (int) (word >>> 48);
    }

    static int nS(long word) {
        return (int) (word >>> 32) & FIELD_MASK;
    }

    static int maxX(long word) {
        return (int) (word >>> 16) & FIELD_MASK;
    }

    static int maxS(long word) {
        return (int) word & FIELD_MASK;
    }

    static long of(int nX, int nS, int maxX, int maxS) {
        return (long) nX << 48 | (long) nS << 32 | (long) maxX << 16 | maxS;
    }

    /** The word once everybody up to the given tickets has given back. */
    static long drained(int maxX, int maxS) {
        return of(maxX, maxS, maxX, maxS);
    }

    /** Tells whether nobody holds the lock or waits for it. */
    static boolean isFree(long word) {
        return nX(word) == maxX(word) && nS(word) == maxS(word);
    }

    /** Tells whether both words serve the same tickets. */
    static boolean sameServed(long word, long other) {
        return word >>> 32 == other >>> 32;
    }
}
