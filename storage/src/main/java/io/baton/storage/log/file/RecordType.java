package io.baton.storage.log.file;

/** The type of a record. */
public enum RecordType {
    /** Writes of a transaction, or a fragment of them. */
    TRANSACTION,
    /** How far the log was forced when, so that damage is told from a torn end. */
    MARK,
    /** As a mark; the store was closed in order. */
    CLOSED
}
