package io.baton.storage.recovery;

/** Is told how far a recovery has come. Called by one thread at a time. */
@FunctionalInterface
public interface RecoveryProgress {
    /** Reports nothing. */
    RecoveryProgress NONE = (phase, done, expected) -> {};

    /**
     * Some more was done.
     *
     * @param phase of what
     * @param done how much of it so far, in the phase's unit
     * @param expected how much there is; 0 if that is not known
     */
    void progress(RecoveryPhase phase, long done, long expected);
}
