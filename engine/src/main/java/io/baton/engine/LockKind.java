package io.baton.engine;

/** Which locks an engine uses. */
public enum LockKind {
    /** ShiftLock, for any number of clients. */
    SHIFTLOCK,
    /** No locks: for one client only, to measure what locking costs. */
    NONE
}
