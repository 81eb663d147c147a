package io.baton.history.check;

/** Why one transaction comes before another. */
enum EdgeKind {
    /** The second overwrote what the first wrote. */
    WW,
    /** The second read what the first wrote. */
    WR,
    /** The second overwrote what the first read. */
    RW,
    /** The second added or removed rows where the first had scanned. */
    PHANTOM,
    /** The first was answered before the second began. */
    REAL_TIME;

    private static final EdgeKind[] KINDS = values();

    static EdgeKind of(int code) {
        return KINDS[code];
    }

    @SuppressWarnings("EnumOrdinal") // Kept in byte arrays within this package.
    byte code() {
        return (byte) ordinal();
    }

    int bit() {
        return 1 << code();
    }
}
