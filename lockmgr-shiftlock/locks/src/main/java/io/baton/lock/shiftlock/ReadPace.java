package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;

/**
 * How long a client lets pass between two looks at an entry: the longer, the longer its READs wait at the server. Where
 * the server has time it looks at once, and learns of a change almost when it happens; where the server's adapter
 * is busy, each READ would keep others from it. Times by the client's clock, which need not be right.
 */
final class ReadPace {

    /** A pause this short costs the server nothing that it would miss. */
    static final long PAUSE_NANOS_MIN = 250;
    /** So late may a client learn of a change, a round trip aside: less than two of ShiftLock's own intervals. */
    static final long PAUSE_NANOS_MAX = 3_000;
    /** How many times as long as its last READ has waited the client leaves the server alone. */
    static final int PAUSE_FACTOR = 2;

    private final Endpoint endpoint;
    private final Waiting waiting;
    /**
     * The shortest round trip so far: that of a READ which has met no other. Where even that takes longer than the
     * longest pause, the client looks a little more rarely than it need.
     */
    private long quickestNanos = PAUSE_NANOS_MAX;
    private long pauseNanos = PAUSE_NANOS_MIN;

    ReadPace(Endpoint endpoint, Waiting waiting) {
        this.endpoint = endpoint;
        this.waiting = waiting;
    }

    /** READs a word, and finds out how busy the server is. */
    long readWord(long address) {
        final long askedNanos = waiting.nanoTime();
        final long word = endpoint.readWord(address);
        final long tookNanos = waiting.nanoTime() - askedNanos;
        quickestNanos = Math.min(quickestNanos, tookNanos);
        pauseNanos = Math.clamp(PAUSE_FACTOR * (tookNanos - quickestNanos), PAUSE_NANOS_MIN, PAUSE_NANOS_MAX);
        return word;
    }

    /** Lets the time until the next look pass. A notice ends it early, which does no harm. */
    void await(long deadlineNanos) {
        final long look = waiting.nanoTime() + pauseNanos;
        final boolean last = deadlineNanos != Endpoint.NO_DEADLINE && deadlineNanos - look < 0;
        waiting.awaitNotice(last ? deadlineNanos : look);
        waiting.drain();
    }
}
