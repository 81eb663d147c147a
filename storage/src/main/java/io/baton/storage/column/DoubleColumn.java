package io.baton.storage.column;

/**
 * A column that holds a double: its eight bytes of IEEE 754, little-endian, every NaN the same. In keys and indexes
 * ordered by value: -0.0 and 0.0 are equal, and NaN is equal to itself and the greatest. A column of the primary key
 * holds 0.0 for -0.0, others keep the sign.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record DoubleColumn(String table, String name, int offset, int presence) implements Column {

    @Override
    public int width() {
        return 8;
    }

    /** Returns this column as part of a wide primary key or an index. */
    public KeyPart part() {
        return new KeyPart(this, Long.SIZE, true);
    }
}
