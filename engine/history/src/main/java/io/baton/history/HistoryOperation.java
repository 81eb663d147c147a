package io.baton.history;

/** What an operation of a history does. The ordinal is the code in the file. */
public enum HistoryOperation {
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
    CHANGE,
    /** Removed a row and added it again with other contents, in one transaction: it was there and is there. */
    REPLACE;

    private static final HistoryOperation[] KINDS = values();

    /** Tells whether a code is one of a kind. */
    static boolean known(int code) {
        return code < KINDS.length;
    }

    /** Returns the kind with a code, or throws {@link ArrayIndexOutOfBoundsException}. */
    static HistoryOperation of(int code) {
        return KINDS[code];
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
        return this == UPDATE || this == INSERT || this == DELETE || this == REPLACE || this == CHANGE;
    }

    /**
     * Tells what the operation says of the version that it read or overwrote.
     *
     * @return whether there was no row
     */
    public boolean findsNoRow() {
        return this == READ_ABSENT || this == INSERT;
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
