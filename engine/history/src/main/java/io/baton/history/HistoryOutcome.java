package io.baton.history;

/** How a transaction of a history ended. The ordinal is the code in the file. */
public enum HistoryOutcome {
    /** All its writes are in the tables. */
    COMMITTED,
    /** The procedure or the engine gave up: nobody may see its writes, and its reads count like anybody's. */
    ABORTED,
    /** Unknown: it was committed if another transaction saw one of its writes. */
    UNKNOWN;

    private static final HistoryOutcome[] OUTCOMES = values();

    /** Tells whether a code is one of an outcome. */
    static boolean known(int code) {
        return code < OUTCOMES.length;
    }

    /** Returns the outcome with a code, or throws {@link ArrayIndexOutOfBoundsException}. */
    static HistoryOutcome of(int code) {
        return OUTCOMES[code];
    }

    /** The code in the file. */
    @SuppressWarnings("EnumOrdinal") // The order is part of the format, as docs/history-format.md says.
    int code() {
        return ordinal();
    }
}
