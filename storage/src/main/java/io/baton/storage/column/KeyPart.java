package io.baton.storage.column;

/**
 * One column of a primary key or index and the number of bits that its values take there.
 *
 * @param column the column
 * @param bits for an integer column 1 to 8 times its width; for all others what the type takes
 * @param signed whether an integer column's values range from -2^(bits - 1) to 2^(bits - 1) - 1 and not from 0 to
 *     2^bits - 1. With 64 bits they are always signed
 */
public record KeyPart(Column column, int bits, boolean signed) {

    /** Checks the bits. */
    public KeyPart {
        switch (column) {
            case BooleanColumn c -> require(column, bits == 1 && !signed);
            case DateColumn c -> require(column, bits == Integer.SIZE && signed);
            case DoubleColumn c -> require(column, bits == Long.SIZE && signed);
            case TimestampColumn c -> require(column, bits == Long.SIZE && signed);
            case DecimalColumn c -> require(column, bits == 2 * Long.SIZE && signed);
            case UuidColumn c -> require(column, bits == 2 * Long.SIZE && !signed);
            case VariableColumn c -> require(column, bits == 8 * c.bytesMax() && !signed);
            case LongColumn c -> {
                if (bits < 1 || bits > 8 * c.width()) {
                    throw new IllegalArgumentException(
                        "table %s, column %s: %d bits in a key, but 1 to %d are possible"
                            .formatted(c.table(), c.name(), bits, 8 * c.width()));
                }
                signed |= bits == Long.SIZE;
            }
        }
    }

    /** Returns whether the values are integers, or stored as such, of at most 64 bits. */
    public boolean integer() {
        return switch (column) {
            case BooleanColumn c -> true;
            case DateColumn c -> true;
            case LongColumn c -> true;
            case TimestampColumn c -> true;
            case DecimalColumn c -> false;
            case DoubleColumn c -> false;
            case UuidColumn c -> false;
            case VariableColumn c -> false;
        };
    }

    /** Returns the smallest integer that this part can hold. */
    public long min() {
        return signed ? -1L << (bits - 1) : 0;
    }

    /** Returns the largest integer that this part can hold. */
    public long max() {
        return signed ? ~min() : (1L << bits) - 1;
    }

    /**
     * Returns an integer as it stands in a packed key: an unsigned number of so many bits, ordered like the integers;
     * but a key of one column of 64 bits is the integer itself.
     */
    public long pack(long value) {
        return signed && bits < Long.SIZE ? value - min() : value;
    }

    /** Returns the integer that {@link #pack} made this number of. */
    public long unpack(long packed) {
        return signed && bits < Long.SIZE ? packed + min() : packed;
    }

    /** Returns the part as it was declared, for example {@code id.bits(20)}. */
    @Override
    public String toString() {
        String method = signed && bits < Long.SIZE ? ".signed(" : ".bits(";
        return column instanceof LongColumn ? column.name() + method + bits + ")" : column.name();
    }

    private static void require(Column column, boolean fits) {
        if (!fits) {
            throw new IllegalArgumentException("table %s, column %s: use its part(), which knows how many bits it takes"
                .formatted(column.table(), column.name()));
        }
    }
}
