package io.baton.lock;

/** What a lock client counts. */
public enum LockCounter {
    /** Locks granted, upgrades not counted. */
    ACQUISITIONS,
    /** Acquisitions that had to wait, or to try again. */
    WAITS,
    /** Tries and upgrades that found the lock busy. */
    BUSY,
    /** Locks handed over to the next writer in the queue. */
    HANDOVERS,
    /** Locks given to waiting readers although writers were queued. */
    MODE_CHANGES,
    /** Shared holds that became exclusive. */
    UPGRADES,
    /** Acquisitions without a verb: the client's process kept the lock, or another client of it passed it on. */
    LOCAL_ACQUISITIONS,
    /** Positions in queues that were left behind, because a deadline had passed. */
    GHOSTS,
    /** Notices dropped because they named another attempt or generation. */
    STALE_NOTICES,
    /** Questions to the lock server whether a lock must be recovered. */
    SUSPICIONS,
    /** Acquisitions begun again because the lock had been reset. */
    RESETS,
    /** Locks that the client had and lost, because they were reset or its session was over. */
    LOST
}
