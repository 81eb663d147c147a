package io.baton.engine;

/** What a call waits for before it is answered; see docs/durability.md. */
public enum Durability {
    /**
     * Nothing is logged: what is in the tables when loading ends and when the engine is closed can be opened again, and
     * nothing else.
     */
    NONE,
    /** Calls do not wait. A crash may lose what was committed within the last moments. */
    ASYNC,
    /** A call is answered when the log has been forced to disk. Calls of many clients share one force. */
    GROUP
}
