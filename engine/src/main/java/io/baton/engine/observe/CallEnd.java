package io.baton.engine.observe;

/** How a call has ended. */
public enum CallEnd {
    /** It was committed. */
    COMMITTED,
    /** The procedure gave up, or its code failed. Nothing was written. */
    ABORTED_BY_PROCEDURE,
    /** The engine gave up. Nothing was written. */
    ABORTED_BY_SYSTEM,
    /** Nobody can tell. */
    UNKNOWN
}
