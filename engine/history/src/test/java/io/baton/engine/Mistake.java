package io.baton.engine;

/** Mistakes that an engine could make; {@link PlantedMistake} makes them. */
enum Mistake {
    /** All is as it should be. */
    NONE,
    /** A row's shared lock is given back as soon as the row was read. */
    READ_LOCK_RELEASED_EARLY,
    /** A row is read without its lock. */
    READ_WITHOUT_LOCK,
    /** Every lock is shared, those for writes too. */
    SHARED_LOCK_FOR_A_WRITE,
    /** A scan does not lock its prefix. */
    SCAN_WITHOUT_PREFIX_LOCK,
    /** A transaction that inserts locks no prefixes when it commits. */
    INSERT_WITHOUT_PREFIX_LOCK,
    /** A transaction that deletes locks no prefixes when it commits. */
    DELETE_WITHOUT_PREFIX_LOCK,
    /** A transaction that deletes a row and inserts it again elsewhere locks no prefixes when it commits. */
    REPLACE_WITHOUT_PREFIX_LOCK,
    /** A transaction that changes the place of a row in an index locks no prefixes when it commits. */
    MOVE_WITHOUT_PREFIX_LOCK,
    /** An attempt after a restart goes on with the images of the one before. */
    RESTART_KEEPS_STALE_IMAGES,
    /** An abort applies what was written. */
    ABORT_LEAVES_WRITES,
    /** The caller is told that the procedure gave up, although its writes were applied. */
    COMMIT_CALLED_ABORT,
    /** The caller is answered, and others see the rows, before the writes are applied. */
    EARLY_ANSWER,
    /** A row is read before its lock is held. */
    READ_BEFORE_LOCK,
    /** Writes are applied after the locks were given back. */
    WRITE_AFTER_RELEASE,
    /** A shared lock is taken for exclusive. */
    MISSED_UPGRADE,
    /** A lock that another client holds is treated as acquired. */
    BUSY_LOCK_TAKEN_FOR_GRANTED,
    /** No client sees the locks of another. */
    LOCKS_OF_ONE_CLIENT_ONLY
}
