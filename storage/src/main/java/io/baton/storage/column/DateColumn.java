package io.baton.storage.column;

/**
 * A column that holds a day: days since 1970-01-01 as a signed integer of four bytes, little-endian.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record DateColumn(String table, String name, int offset, int presence) implements Column {

    @Override
    public int width() {
        return 4;
    }

    /** Returns this column as part of a key or index. */
    public KeyPart part() {
        return new KeyPart(this, Integer.SIZE, true);
    }
}
