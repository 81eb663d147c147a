package io.baton.rival.dslr;

import io.baton.rival.RivalHold;

/** What a DSLR client remembers of one lock. */
final class DslrHold extends RivalHold {

    /** No reset to do. */
    static final long NO_RESET = 0;

    /** The word before the fetch-and-add that took the ticket ({@code prev} in the paper). */
    long ticket;
    /** Whether the ticket is one of maxX. */
    boolean exclusive;
    /** Whether the hold is an update lock: an exclusive ticket that may read before earlier readers are gone. */
    boolean update;
    /** How many lease slots it took (k in §5.1). */
    int leaseSlots;
    /** What the word is when this client, having taken the last ticket, resets it; {@link #NO_RESET} for others. */
    long resetFrom;
    /** A time at which the client did not have the lock yet. */
    long sinceNanos;
    /** How often in a row the lock was full or reset. */
    int failures;
    /** The word in which {@code nX} and {@code nS} were last seen to move, and when. */
    long seen;
    long seenNanos;

    /** Tells whether a word serves the ticket: nobody in front is left. */
    boolean isServed(long word) {
        return DslrWord.nX(word) == DslrWord.maxX(ticket)
            && (!exclusive || update || DslrWord.nS(word) == DslrWord.maxS(ticket));
    }

    /**
     * Tells whether a client has reset the lock past the ticket, so that it will not be served any more. A reader does
     * not ask for nS: readers that were served together may give back before it looks.
     */
    boolean isSkipped(long word) {
        final int maxX = DslrWord.maxX(ticket) + (exclusive ? leaseSlots : 0);
        final int maxS = DslrWord.maxS(ticket) + (exclusive ? 0 : leaseSlots);
        return DslrWord.nX(word) > DslrWord.maxX(ticket)
            || (exclusive && DslrWord.nS(word) > DslrWord.maxS(ticket))
            || DslrWord.maxX(word) < maxX
            || DslrWord.maxS(word) < maxS;
    }

    /** The tickets in front, as far as a word shows them. */
    int ahead(long word) {
        return DslrWord.maxX(ticket) - DslrWord.nX(word) + Math.max(0, DslrWord.maxS(ticket) - DslrWord.nS(word));
    }

    void see(long word, long nowNanos) {
        seen = word;
        seenNanos = nowNanos;
    }
}
