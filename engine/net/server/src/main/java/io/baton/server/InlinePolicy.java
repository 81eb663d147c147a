package io.baton.server;

/**
 * Whether calls of a procedure may run on the event loop, where others wait for them: when so many have been quick on
 * threads of the engine. If they turn out to take long on the event loop, they run on threads again for a while, twice
 * as long each time. A guess, whose fields threads may write over each other's values.
 */
final class InlinePolicy {

    /** Longer than what an event loop should spend on one call. */
    private static final long SLOW_NANOS = 200_000;
    /** Longer than any interruption by others: the procedure itself has waited. */
    private static final long TOO_SLOW_NANOS = 50_000_000;
    /** What was given up in vain after so long costs more than it saves. */
    private static final long IN_VAIN_NANOS = 20_000;
    private static final int QUICK_WANTED = 16;
    private static final int SLOW = 16;
    private static final int SLOW_MAX = 64;
    private static final int AWAY_FIRST = 1_024;
    private static final int AWAY_MOST = 1 << 20;

    /** How many were quick before any was tried here. */
    private int quick;
    /** Goes up with slow calls and down with others. */
    private int slowness;
    /** How many calls run elsewhere before another one is tried here. */
    private int away;
    private int nextAway = AWAY_FIRST;

    /** Whether the next call may run on the event loop. */
    boolean mayRunNow() {
        if (away > 0) {
            away--;
            return false;
        }
        return quick >= QUICK_WANTED;
    }

    /** A call has run on a thread of the engine for so long. */
    void ranElsewhere(long nanos) {
        if (quick < QUICK_WANTED && nanos < SLOW_NANOS) {
            quick++;
        }
    }

    /**
     * A call has run on the event loop.
     *
     * @param ended whether to its end
     * @param nanos how long it took
     */
    void ran(boolean ended, long nanos) {
        if (nanos < (ended ? SLOW_NANOS : IN_VAIN_NANOS)) {
            slowness = Math.max(0, slowness - 1);
            return;
        }
        slowness += nanos < TOO_SLOW_NANOS ? SLOW : SLOW_MAX;
        if (slowness >= SLOW_MAX) {
            slowness = 0;
            away = nextAway;
            nextAway = Math.min(AWAY_MOST, 2 * nextAway);
        }
    }
}
