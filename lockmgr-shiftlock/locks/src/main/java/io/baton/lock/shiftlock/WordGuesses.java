package io.baton.lock.shiftlock;

/**
 * How a client has left the first words of the locks that it used last, to begin a compare-and-swap with: where a READ
 * costs a round trip, a guess that is right saves it, and one that is wrong costs no more than the READ. Locks share
 * places, so that its size is bounded. Not thread-safe.
 */
final class WordGuesses {

    private static final int PLACES = 64;

    private final int[] slots = new int[PLACES];
    private final long[] lows = new long[PLACES];

    /** The word as it was left, or that of a lock that nobody has used yet. */
    long of(int slot) {
        final int at = slot & (PLACES - 1);
        return slots[at] == slot ? lows[at] : 0;
    }

    void left(int slot, long low) {
        final int at = slot & (PLACES - 1);
        slots[at] = slot;
        lows[at] = low;
    }

    /** All that it remembers. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int at = 0; at < PLACES; at++) {
            if (lows[at] != 0) {
                text.append(' ').append(slots[at]).append('~').append(Long.toHexString(lows[at]));
            }
        }
        return text.toString();
    }
}
