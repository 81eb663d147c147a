package io.baton.storage.column;

/**
 * A column that holds a string of at most {@code bytesMax} bytes of UTF-8, laid out as {@link VariableColumn} says.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image to the length field
 * @param bytesMax largest number of bytes, 1 to 65,535
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record StringColumn(String table, String name, int offset, int bytesMax, int presence)
    implements VariableColumn {

    /** Returns this column as part of a wide primary key or an index. Strings are ordered by their bytes, unsigned. */
    public KeyPart part() {
        return new KeyPart(this, 8 * bytesMax, false);
    }
}
