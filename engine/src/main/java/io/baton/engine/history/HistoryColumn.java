package io.baton.engine.history;

/**
 * A column of a primary key or an index, as the header of a history names it. Immutable.
 *
 * @param name its name
 * @param type what it holds
 * @param bits how many bits its values take in a key, prefix or suffix: of an integer 1 to 64, of a string 8 times its
 *     largest length
 */
public record HistoryColumn(String name, Type type, int bits) {

    /** What a column holds. The ordinal is the code in the file. */
    public enum Type {
        /** An integer; a decimal is the integer of its smallest units. */
        INTEGER,
        /** A string. */
        STRING;

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

    private static final int BITS_MAX = 0xFFFF;

    /** Checks the bits. */
    public HistoryColumn {
        final int most = type == Type.INTEGER ? Long.SIZE : BITS_MAX;
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
        return new HistoryColumn(name, Type.INTEGER, bits);
    }

    /**
     * Makes a string column.
     *
     * @param name its name
     * @param bits 8 times its largest length in bytes, at most 65,535
     * @return the column
     */
    public static HistoryColumn string(String name, int bits) {
        return new HistoryColumn(name, Type.STRING, bits);
    }
}
