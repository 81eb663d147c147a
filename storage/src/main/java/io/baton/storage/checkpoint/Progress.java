package io.baton.storage.checkpoint;

/** Is told how far a checkpoint has come. Called by one thread at a time. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress NONE = (done, expected) -> {};

    /**
     * Some more rows were written or read.
     *
     * @param rowsDone rows so far, of all tables
     * @param rowsExpected rows of all tables; an estimate while a checkpoint is written
     */
    void rows(long rowsDone, long rowsExpected);
}
