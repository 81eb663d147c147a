package io.baton.deploy.paper.cell;

/** What a client is doing when it issues verbs. */
enum Phase {
    /** Nothing with a lock. */
    IDLE,
    /** Acquiring a lock exclusively. */
    ACQUIRE_WRITER,
    /** Acquiring a lock shared. */
    ACQUIRE_READER,
    /** Releasing. */
    RELEASE;

    boolean acquires() {
        return this == ACQUIRE_WRITER || this == ACQUIRE_READER;
    }
}
