package io.baton.engine.observe;

/** How a call has ended. */
public enum CallEnd {
    /** It was committed. */
    COMMITTED,
    /** It has returned within a transaction of several calls, whose own end decides whether its writes count. */
    RETURNED,
    /** The procedure gave up, or its code failed. Nothing was written. */
    ABORTED_BY_PROCEDURE,
    /** The engine gave up. Nothing was written. */
    ABORTED_BY_SYSTEM,
    /** The outcome is unknown. */
    UNKNOWN
}
