package io.baton.storage.column;

/**
 * A column that holds a moment: microseconds since 1970-01-01T00:00:00Z as a signed integer of eight bytes,
 * little-endian. That spans about 290,000 years to both sides.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record TimestampColumn(String table, String name, int offset, int presence) implements Column {

    @Override
    public int width() {
        return 8;
    }
}
