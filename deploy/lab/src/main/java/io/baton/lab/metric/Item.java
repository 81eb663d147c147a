package io.baton.lab.cell;

/** The items of which a latency is made up (ShiftLock, Table 2). */
enum Item {
    /** The initial atomic that tries to acquire the lock, enters the queue, or releases the lock. */
    IA,
    /** The SEND that tells the predecessor. */
    NP,
    /** A writer's wait for a notice of its predecessor. */
    WP,
    /** READs of a writer that waits for the readers before it. */
    WR,
    /** READs of a reader that waits for its turn. */
    WW,
    /** Waiting for the successor's notice, and the SEND that hands over. */
    NS
}
