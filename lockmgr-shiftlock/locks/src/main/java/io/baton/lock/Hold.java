package io.baton.lock;

import io.baton.fabric.Route;

/**
 * A client's side of one lock: the counterpart of the queue node in an MCS lock. It holds everything that the protocol remembers
 * between two verbs. Pooled by its client and found through {@link #attempt} by the notices that answer it.
 */
final class Hold {

    /** Its place in the client's pool, part of every attempt. */
    final int index;

    int slot;
    /** Its place in the client's {@link HoldIndex}. */
    int position;
    HoldState state = HoldState.IDLE;
    /** Names one acquisition of one client; never used twice. */
    long attempt;
    /** How often the client has acquired the lock without releasing it. */
    int acquisitions;
    /** Whether the client has gone and nobody wants the lock when its turn comes. */
    boolean ghost;

    /** For a writer: the entry's word 1 while it holds the lock, or what it waits for; for a reader: as it was when it came. */
    long relCnt;
    /** The lock's epoch while this client holds it; for a waiting reader the epoch that must end. */
    int epoch;
    /** How many writers in a row have had the lock, this one included. */
    int consWrt;
    /** Who queued behind this writer, or {@link Route#NONE} as long as that is not known. */
    long successor;
    long successorAttempt;

    Hold(int index) {
        this.index = index;
    }

    void begin(int newSlot, long newAttempt) {
        slot = newSlot;
        attempt = newAttempt;
        acquisitions = 1;
        ghost = false;
        successor = Route.NONE;
        successorAttempt = 0;
        consWrt = 0;
    }

    boolean isWriter() {
        return state != HoldState.IDLE && state != HoldState.WAITS_FOR_EPOCH && state != HoldState.HOLDS_SHARED;
    }

    boolean isHeld() {
        return state == HoldState.HOLDS_SHARED || state == HoldState.HOLDS_EXCLUSIVE;
    }

    @Override
    public String toString() {
        return "slot=" + slot + " " + state + (ghost ? " ghost" : "") + " attempt=" + attempt
            + " relCnt=" + LockEntry.generation(relCnt) + "/" + (relCnt & ((1L << 48) - 1)) + " epoch=" + epoch
            + " consWrt=" + consWrt + " successor=" + Route.toString(successor);
    }
}
