package io.baton.lock.process;

import io.baton.fabric.Route;

/**
 * What a client knows of a lock that it holds or waits for, and hands on with it where another one of its process takes
 * its place: the part of a queue node that outlives its client. Plain fields, because every step of the protocol
 * writes them; a turn belongs to one thread at a time.
 */
public abstract class Turn {

    /** The lock. */
    public int slot;
    /**
     * For a writer: the entry's word 1 while it holds the lock, or what it waits for; for a reader: as it was when
     * it came.
     */
    public long relCnt;
    /** The lock's epoch while the client holds it; for a waiting reader the epoch that must end. */
    public int epoch;
    /** How many writers in a row have had the lock, this one included. */
    public int consWrt = 1;
    /** The client that queued behind this writer, or {@link Route#NONE} as long as that is not known. */
    public long successor = Route.NONE;
    /** The attempt that the successor has named. */
    public long successorAttempt;

    /** Knows nothing yet. */
    protected Turn() {
    }

    /** Takes another client's place, and what it knew. */
    public final void takeOver(Turn from) {
        slot = from.slot;
        successor = from.successor;
        successorAttempt = from.successorAttempt;
        knowsOf(from);
    }

    /** Knows what another client knew of the lock, its successor aside. */
    public final void knowsOf(Turn from) {
        relCnt = from.relCnt;
        epoch = from.epoch;
        consWrt = from.consWrt;
    }

    /** {@return what is known, for descriptions} */
    protected final String known() {
        return " relCnt=" + relCnt + " epoch=" + epoch + " consWrt=" + consWrt
            + " successor=" + Route.toString(successor) + "/" + successorAttempt;
    }
}
