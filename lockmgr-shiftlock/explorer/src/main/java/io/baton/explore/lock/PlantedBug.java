package io.baton.explore.lock;

/**
 * A mistake that an implementation of ShiftLock or of its recovery may well contain. {@link FaultyLocks} makes locks
 * that have it, so that a fault simulation can show that it would find it.
 */
public enum PlantedBug {
    // Acquire and release

    /** A writer keeps the epoch that it saw when it queued (the paper). */
    STALE_EPOCH,
    /** A reader reads the epoch that it waits for in a verb of its own, after it has come. */
    EPOCH_READ_LATE,
    /** A writer's release clears the tail without comparing it, and so drops whoever has queued meanwhile. */
    RELEASE_UNCONDITIONAL,
    /** A writer's release clears the tail and does not let the waiting readers in. */
    RELEASE_WITHOUT_FLIP,
    /** A writer's release is not counted. */
    RELEASE_UNCOUNTED,
    /** A writer whose release finds a successor does not wait to learn its name. */
    SUCCESSOR_NOT_AWAITED,
    /** A reader's release takes it out of RdrCnt and is not counted in RelCnt. */
    READER_RELEASE_UNCOUNTED,
    /** A reader's release is added without RdrCnt's boundary bit, so that its carry reaches the tail. */
    READER_BOUNDARY_MISSED,
    /** A writer that tries compares the tail and not RdrCnt. */
    TRY_IGNORES_READERS,
    /** A reader becomes the writer beside other readers. */
    UPGRADE_BESIDE_READERS,
    /** A reader that gives up takes itself out of RdrCnt although it has been let in. */
    CANCEL_WITHOUT_EPOCH,
    /** A reader that gives up counts as a release. */
    CANCEL_COUNTED,
    /** A writer at the head that gives up clears the tail although readers have come that wait for its flip. */
    LEAVE_IGNORES_READERS,
    /** A writer at the head that gives up hands over a lock that readers still hold. */
    LEAVE_HANDS_OVER,
    /** A writer at the head that gives up flips Epoch, before all whom the last flip has let in have seen that. */
    LEAVE_FLIPS,
    /** A writer that gives up leaves its place in the queue to nobody. */
    GHOST_FORGOTTEN,

    // Hand-over and mode change

    /** One writer too many in a row before readers get the lock. */
    THRESHOLD_OFF_BY_ONE,
    /** Writers hand over for ever. */
    THRESHOLD_IGNORED,
    /** A hand-over does not count the writers in a row. */
    TURN_NOT_COUNTED,
    /** A hand-over says what the release count was before it. */
    HANDOVER_OF_OLD_COUNT,
    /** A writer whose turn comes when it knows its successor passes it on like a ghost, and goes on waiting. */
    WAITER_SKIPPED,
    /** After N writers in a row the next begins to count anew, and the readers wait on. */
    MODE_CHANGE_SKIPPED,
    /** A mode change leaves Epoch as it is. */
    MODE_CHANGE_WITHOUT_FLIP,
    /** A mode change does not expect the releases of the readers that it lets in. */
    MODE_CHANGE_FORGETS_READERS,
    /** Who waits for readers goes ahead one release too early. */
    READERS_OFF_BY_ONE,
    /** A notice is taken for whatever the client does at that lock now, not for the attempt that it names. */
    ATTEMPT_UNCHECKED,
    /** A Successor notice that comes twice names a successor of a later turn. */
    SUCCESSOR_REPEATED,
    /** The clients of a process that comes back on its old routes name their attempts as those before them did. */
    ATTEMPTS_REUSED,
    /** A grant that comes twice is accepted twice. */
    GRANT_ACCEPTED_TWICE,

    // Suspicion, and clients under recovery

    /** Nobody ever suspects a lock. */
    NEVER_SUSPECTS,
    /** A client suspects a lock once, and then waits for ever. */
    SUSPECTS_ONCE,
    /** A client that was told that the holder lives never looks again. */
    ALIVE_FOR_EVER,
    /** A ghost does not notice that its lock was reset. */
    GHOST_NEVER_VOID,
    /** A client takes the end of every freeze for a thaw, and compares no generation. */
    RESET_UNNOTICED,
    /** A client that comes for a frozen lock does not wait for the end of the freeze. */
    FROZEN_LOCK_ACQUIRED,
    /** The ghosts of a client do not stand still. */
    GHOSTS_NOT_FROZEN,
    /** A client that waits for a frozen lock accepts a grant. */
    FROZEN_WAITER_GOES_ON,
    /** Whoever waits for the end of a freeze is not woken, and does not wake by itself. */
    LOST_WAKE_UP,
    /** A client does not notice that its session is over. */
    LOSS_UNNOTICED,
    /** A client whose session is over still says that it has its locks. */
    LOST_LOCKS_KEPT,

    // The process's agent

    /** The agent says that all stand still while one of its clients holds the lock. */
    HELD_SAID_FROZEN,
    /** The agent forgets the readers among its clients. */
    SHARED_HOLD_FORGOTTEN,
    /** The agent does not wait for clients in the middle of an operation. */
    BUSY_CLIENT_NOT_ASKED,
    /**
     * The agent consents although a client has just lost its connection, with a verb on its way. Too rare for
     * campaigns: a test of its own finds it.
     */
    CONSENTS_THOUGH_LOST,

    // The lock server

    /** The server resets without asking anybody (policy LEASE where SESSION was meant). */
    ASKS_NOBODY,
    /** The server resets after the first answer. */
    FIRST_ANSWER_DECIDES,
    /** The server takes a process that holds the lock for one that stands still. */
    HELD_TAKEN_FOR_FROZEN,
    /** The server lets a process in while a lock is to be frozen, and does not ask it. */
    NEWCOMER_NOT_ASKED,
    /** A session never runs out. */
    SESSION_NEVER_ENDS,
    /** The server resets what waited only for a fenced process, and then stops executing the process's verbs. */
    FENCE_AFTER_RESET,
    /** The server forgets a session that has run out, but goes on executing the process's verbs. */
    FENCE_WITHOUT_GATE,
    /** The server waits for the answer of a process that it has fenced. */
    FENCED_STILL_AWAITED,
    /** The server does not repeat the end of a round to a process that has missed it. */
    END_NOT_REPEATED,
    /** A reset begins no new generation, and counts releases from 0 again. */
    GENERATION_KEPT,
    /** A reset leaves RdrCnt as it is. */
    RESET_KEEPS_READERS,
    /** A reset leaves the tail as it is. */
    RESET_KEEPS_TAIL,
    /** A server that starts again with an empty table does not say that it is another life. */
    INCARNATION_KEPT
}
