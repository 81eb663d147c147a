package io.baton.engine.history;

/**
 * A column of a primary key or an index, as the header of a history names it. Immutable.
 *
 * @param name its name
 * @param type what it holds
 * @param bits how many bits its values take in a key, prefix or suffix: of an integer 1 to 64, of a string 8 times its
 *     largest length, of others what the type takes
 * @param nullable whether it may be NULL, which takes a bit more
 */
public record HistoryColumn(String name, Type type, int bits, boolean nullable) {

    /** What a column holds. The ordinal is the code in the file. */
    public enum Type {
        /**
         * An integer that is not negative, or of 64 bits; also true and false, moments in microseconds, and decimals of
         * eight bytes in their smallest units.
         */
        INTEGER,
        /** A string. */
        STRING,
        /** An integer that may be negative; also days since 1970. */
        SIGNED,
        /** A floating-point number. */
        DOUBLE,
        /** Bytes. */
        BYTES,
        /** A decimal of 16 bytes. */
        DECIMAL,
        /** A UUID. */
        UUID;

        private static final Type[] TYPES = values();

        static Type of(int code) {
            if (code >= TYPES.length) {
                throw new IllegalArgumentException("there is no column type " + code);
            }
            return TYPES[code];
        }

        /** The code in the file. */
        @SuppressWarnings("EnumOrdinal") // The order is part of the format, as docs/history-format.md says.
        int code() {
            return ordinal();
        }
    }

    /** Most bits that a column is said to take; longer strings and bytes are said to take these. */
    public static final int BITS_MAX = 0xFFFF;

    /** Checks the bits. */
    public HistoryColumn {
        final int most = type == Type.INTEGER || type == Type.SIGNED ? Long.SIZE : BITS_MAX;
        if (bits < 1 || bits > most) {
            throw new IllegalArgumentException("column " + name + " has " + bits + " bits; it can have 1 to " + most);
        }
    }

    /**
     * Makes an integer column.
     *
     * @param name its name
     * @param bits how many bits it takes, 1 to 64
     * @return the column
     */
    public static HistoryColumn integer(String name, int bits) {
        return new HistoryColumn(name, Type.INTEGER, bits, false);
    }

    /**
     * Makes a string column.
     *
     * @param name its name
     * @param bits 8 times its largest length in bytes, at most 65,535
     * @return the column
     */
    public static HistoryColumn string(String name, int bits) {
        return new HistoryColumn(name, Type.STRING, bits, false);
    }
}
