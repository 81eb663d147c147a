package io.baton.rival.queue;

import io.baton.fabric.Route;
import io.baton.rival.RivalHold;

/** What a client remembers of a lock in whose {@link WriterQueue} it stands; C in Algorithm 1. */
final class QueueHold extends RivalHold {

    /** Names this stand in the queue; never used twice by a client. */
    long attempt;
    /** Who stands behind: C.next. */
    long successor = Route.NONE;
    long successorAttempt;
    /** The notice that ended the wait, or 0 as long as it lasts: C.flag. */
    byte turn;
    /** How many writers in a row have had the lock before this one. */
    int consWrt;

    void enqueue(long newAttempt) {
        attempt = newAttempt;
        successor = Route.NONE;
        successorAttempt = 0;
        turn = 0;
        consWrt = 0;
    }
}
