package io.baton.lock;

/** How an attempt to get a lock ended. */
public enum LockOutcome {
    /** The client holds the lock. */
    GRANTED,
    /** Another client is in the way, and the attempt was not allowed to wait. Nothing has changed for the client. */
    BUSY,
    /** The deadline passed first. Nothing has changed for the client. */
    DEADLINE,
    /** The client was told to wait no longer ({@link LockClient#cancelWhen}). Nothing has changed for it. */
    CANCELLED,
    /** The lock was reset under this client, which has lost it; the client's other locks are as they were. */
    RESET,
    /** The process's session with the lock server is over: all that the client held is lost, and it gets no more. */
    LOST
}
