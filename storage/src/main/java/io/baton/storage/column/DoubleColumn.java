package io.baton.storage.column;

/**
 * A column that holds a double: its eight bytes of IEEE 754, little-endian, every NaN the same. Ordered as
 * {@link Double#compare}: -0.0 is less than 0.0, and NaN is the greatest.
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
