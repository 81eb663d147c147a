package io.baton.storage.log;

/**
 * Told once whether the log was forced up to an LSN. It runs on the log's thread, or at once on the caller's: it must
 * be short, must not block, and must not throw.
 */
interface LogListener {
    /** Everything up to the LSN is on disk. */
    void forced();

    /** The log has failed or was closed before. Whether the record is on disk is not known. */
    void failed(LogFailedException failure);
}
