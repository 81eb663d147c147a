package io.baton.engine.thread;

import io.baton.storage.steady.SteadyThread;
import java.util.concurrent.ThreadFactory;

/** What an engine's own threads are for. */
public enum EngineThread {
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
    GHOST_AGENT;

    /** {@return what gives an engine such threads unless another is handed in} */
    public ThreadFactory onMachine() {
        return switch (this) {
            case CALL -> Thread.ofVirtual().name("baton-call-", 0).factory();
            case LOADER -> Thread.ofPlatform().name("baton-load-", 0).factory();
            case CHECKPOINT -> SteadyThread.factory("baton-checkpoint");
            case LOG -> SteadyThread.factory("baton-log-");
            case HISTORY -> SteadyThread.factory("baton-history");
            case GHOST_AGENT -> Thread.ofPlatform().daemon().name("baton-ghost-agent").factory();
        };
    }
}
