package io.baton.storage.recovery;

/** The phases of a recovery, in this order. */
public enum RecoveryPhase {
    /** Fills tables from a checkpoint; counted in rows. */
    CHECKPOINT,
    /** Applies the log; counted in bytes. How many there are is not known before the end. */
    LOG,
    /** Builds secondary indexes; counted in indexes. */
    INDEXES
}
