package io.baton.lock.process;

import java.util.Arrays;

/**
 * Which locks a process has used several times in a row with no other in between, as RelCnt shows: no other process has
 * released it. Of bounded size: in a large table a lock may push another one out.
 *
 * <p>Concurrency: plain fields that several threads write. What one reads may be wrong then, and a lock is kept a
 * little sooner or later than it deserves, which is no more than a guess anyway.
 */
final class LockUses {

    /** Streaks end here: a lock that is never kept may be used for ever. */
    private static final int STREAK_MAX = 1 << 20;
    /** Most locks to remember, a power of two. */
    private static final int CAPACITY_MAX = 1 << 16;

    private final int[] slots;
    private final int[] streaks;
    private final long[] next;
    /** Whether there is room for every lock of the table. */
    private final boolean all;

    /** For a table of so many locks; the table itself refuses fewer than one. */
    LockUses(int tableSlots) {
        all = tableSlots <= CAPACITY_MAX;
        final int capacity = all ? Math.max(tableSlots, 0) : CAPACITY_MAX;
        slots = new int[capacity];
        streaks = new int[capacity];
        next = new long[capacity];
        Arrays.fill(slots, -1);
    }

    /** A client has found the lock with one count of releases and left it with another. */
    void used(int slot, long foundRelCnt, long leftRelCnt) {
        final int at = place(slot);
        final boolean again = slots[at] == slot && next[at] == foundRelCnt;
        slots[at] = slot;
        streaks[at] = again ? Math.min(streaks[at] + 1, STREAK_MAX) : 1;
        next[at] = leftRelCnt;
    }

    /** How many uses in a row there have been before one that has found this count. */
    int streak(int slot, long foundRelCnt) {
        final int at = place(slot);
        return slots[at] == slot && next[at] == foundRelCnt ? streaks[at] : 0;
    }

    void forget(int slot) {
        final int at = place(slot);
        if (slots[at] == slot) {
            slots[at] = -1;
        }
    }

    private int place(int slot) {
        return all ? slot : (slot * 0x9E37_79B9) >>> Integer.numberOfLeadingZeros(CAPACITY_MAX - 1);
    }
}
