package io.baton.history;

/**
 * A column of a primary key or an index, as the header of a history names it. Immutable.
 *
 * @param name its name
 * @param type what it holds
 * @param nullable whether it may be NULL
 * @param signed whether its numbers may be negative
 * @param bits how many bits its values take in a key, prefix or suffix, without the one that says whether there is a
 *     value; of strings and bytes 8 times the largest length
 */
public record RecordedColumn(String name, Type type, boolean nullable, boolean signed, int bits) {

    /** What a column holds. The ordinal is the code in the file. */
    public enum Type {
        /** An integer, or a decimal of at most 18 digits: the integer of its smallest units. */
        INTEGER(true),
        /** A string. */
        STRING(false),
        /** Bytes. */
        BYTES(false),
        /** 0 or 1. */
        BOOLEAN(true),
        /** Days since 1970-01-01. */
        DATE(true),
        /** Microseconds since 1970-01-01, UTC. */
        TIMESTAMP(true),
        /** An IEEE 754 number of 64 bits. */
        DOUBLE(false),
        /** A decimal of up to 38 digits: the integer of its smallest units, 128 bits. */
        DECIMAL(false),
        /** 128 bits. */
        UUID(false);

        private static final Type[] TYPES = values();

        private final boolean integer;

        Type(boolean integer) {
            this.integer = integer;
        }

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

    /** Checks the bits. */
    public RecordedColumn {
        if (bits < 1 || (type.integer && bits > Long.SIZE)) {
            throw new IllegalArgumentException(
                "column " + name + " has " + bits + " bits" + (type.integer ? "; it can have 1 to 64" : ""));
        }
    }

    /**
     * Makes an integer column that is never NULL and, unless it has 64 bits, not negative.
     *
     * @param name its name
     * @param bits how many bits it takes, 1 to 64
     * @return the column
     */
    public static RecordedColumn integer(String name, int bits) {
        return new RecordedColumn(name, Type.INTEGER, false, bits == Long.SIZE, bits);
    }

    /**
     * Makes a string column that is never NULL.
     *
     * @param name its name
     * @param bits 8 times its largest length in bytes
     * @return the column
     */
    public static RecordedColumn string(String name, int bits) {
        return new RecordedColumn(name, Type.STRING, false, false, bits);
    }

    /** Whether its values are integers of at most 64 bits, which a packed key is made of. */
    boolean packs() {
        return type.integer && !nullable;
    }

    /** The value of the bits that a packed key has for this column. */
    long unpack(long packed) {
        return signed && bits < Long.SIZE ? packed - (1L << (bits - 1)) : packed;
    }
}
