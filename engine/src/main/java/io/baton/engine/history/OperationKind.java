package io.baton.engine.history;

/** What an operation of a history does. The ordinal is the code in the file. */
public enum OperationKind {
    /** Read a row that was there. */
    READ,
    /** Looked for a row that was not there. */
    READ_ABSENT,
    /** Read a row that a scan came across; belongs to one of the transaction's scans. */
    SCANNED,
    /** Changed a row. */
    UPDATE,
    /** Added a row. */
    INSERT,
    /** Removed a row. */
    DELETE,
    /** Began to scan a range below an index prefix: read the version of the prefix. */
    SCAN,
    /** Added rows below an index prefix or removed some: wrote the version of the prefix. */
    CHANGE;

    private static final OperationKind[] KINDS = values();

    static OperationKind of(int code) {
        return KINDS[code & 7];
    }

    /** The code in the file. */
    @SuppressWarnings("EnumOrdinal") // The order is part of the format, as docs/history-format.md says.
    int code() {
        return ordinal();
    }

    /**
     * Tells reads from writes.
     *
     * @return whether it makes a new version
     */
    public boolean writes() {
        return this == UPDATE || this == INSERT || this == DELETE || this == CHANGE;
    }

    /**
     * Tells rows from index prefixes.
     *
     * @return whether it is about an index prefix
     */
    public boolean prefix() {
        return this == SCAN || this == CHANGE;
    }
}
