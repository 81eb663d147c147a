package io.baton.lab.cell;

/** What a client is doing when it issues verbs. */
enum ClientPhase {
    /** Nothing with a lock. */
    IDLE,
    /** Acquiring a lock exclusively. */
    ACQUIRE_WRITER,
    /** Acquiring a lock shared. */
    ACQUIRE_READER,
    /** Releasing a lock that was acquired exclusively. */
    RELEASE_WRITER,
    /** Releasing a lock that was acquired shared. */
    RELEASE_READER;

    boolean releases() {
        return this == RELEASE_WRITER || this == RELEASE_READER;
    }
}
