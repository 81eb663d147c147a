package io.baton.storage.column;

/**
 * One column of a primary key or index and the number of bits that its values take there.
 *
 * @param column the column
 * @param bits for an integer column 1 to 8 times its width: values range from 0 to 2^bits - 1, or over all signed
 *     values if {@code bits} is 64. For a string column 8 times its largest length
 */
public record KeyPart(Column column, int bits) {

    public KeyPart {
        if (column instanceof LongColumn c && (bits < 1 || bits > 8 * c.width())) {
            throw new IllegalArgumentException("table %s, column %s: %d bits in a key, but 1 to %d are possible"
                .formatted(c.table(), c.name(), bits, 8 * c.width()));
        }
        if (column instanceof StringColumn s && bits != 8 * s.bytesMax()) {
            throw new IllegalArgumentException("table %s, column %s: %d bits in an index, but its strings take %d"
                .formatted(s.table(), s.name(), bits, 8 * s.bytesMax()));
        }
    }

    /** Returns the smallest integer that this part can hold. */
    public long min() {
        return bits == 64 ? Long.MIN_VALUE : 0;
    }

    /** Returns the largest integer that this part can hold. */
    public long max() {
        return bits == 64 ? Long.MAX_VALUE : (1L << bits) - 1;
    }
}
