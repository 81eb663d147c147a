package io.baton.storage;

/**
 * A column that holds an integer of 1, 2, 4 or 8 bytes, little-endian, or a decimal as a scaled 8-byte integer.
 * A record, because the JIT trusts the fields of records: a constant column costs nothing at the access.
 *
 * @param table the table's name, the same instance as {@link TableSchema#name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param width bytes taken: 1, 2, 4 or 8
 * @param scale decimal digits after the point; 0 for integers
 */
public record LongColumn(String table, String name, int offset, int width, int scale) implements Column {

    /**
     * Returns this column as part of a key or index.
     *
     * @param bits bits the values take, 1 to 8 times the width. Values of a part with fewer than 64 bits range from
     *     0 to 2^bits - 1; with 64 bits all values are allowed and ordered as signed
     * @throws IllegalArgumentException if {@code bits} is out of range
     */
    public KeyPart bits(int bits) {
        return new KeyPart(this, bits);
    }

    /** Returns the smallest value that fits. */
    public long min() {
        return -1L << (8 * width - 1);
    }

    /** Returns the largest value that fits. */
    public long max() {
        return ~min();
    }
}
