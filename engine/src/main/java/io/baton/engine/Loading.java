package io.baton.engine;

/** How far loading is. */
enum Loading {
    /** All that was loaded is on disk; at first there is nothing. */
    ENDED,
    /** The tables may have rows that neither a checkpoint nor the log has. */
    UNSAVED,
    /** So they may, and these rows are a part of what was to be loaded. */
    FAILED
}
