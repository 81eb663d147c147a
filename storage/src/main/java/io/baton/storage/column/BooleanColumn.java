package io.baton.storage.column;

/**
 * A column that is true or false: one byte, 1 or 0. False is less than true.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record BooleanColumn(String table, String name, int offset, int presence) implements Column {

    @Override
    public int width() {
        return 1;
    }

    /** Returns this column as part of a key or index. */
    public KeyPart part() {
        return new KeyPart(this, 1, false);
    }
}
