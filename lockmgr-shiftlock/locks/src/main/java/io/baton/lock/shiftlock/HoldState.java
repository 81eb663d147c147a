package io.baton.lock.shiftlock;

/** What a client is doing about a lock; one sentence a state. */
public enum HoldState {
    /** The client has nothing to do with the lock. */
    IDLE,
    /** A reader is counted in RdrCnt and waits until a writer flips Epoch. */
    WAITS_FOR_EPOCH,
    /** A reader is in its critical section. */
    HOLDS_SHARED,
    /** A writer is queued behind another and waits for Handover or ModeChanged. */
    WAITS_FOR_TURN,
    /** A writer is at the head of the queue and waits until the readers before it have left. */
    WAITS_FOR_READERS,
    /** A writer is in its critical section. */
    HOLDS_EXCLUSIVE,
    /** A writer has ended its critical section and waits for its successor's notice. */
    RELEASES_TO_SUCCESSOR,
    /** A writer gives up its place at the head of the queue and waits for its successor's notice. */
    LEAVES_TO_SUCCESSOR
}
