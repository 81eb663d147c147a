package io.baton.engine;

/** What an engine's own threads are for. */
enum EngineThread {
    /** Runs one call that its caller does not wait for. */
    CALL,
    /** Loads parts of the tables. */
    LOADER,
    /** Writes the log, makes its next file ready, or ends waits for it that take too long. */
    LOG,
    /** Takes checkpoints. */
    CHECKPOINT,
    /** Writes the history. */
    HISTORY,
    /** Acts for clients that have left a lock's queue. */
    GHOST_AGENT
}
