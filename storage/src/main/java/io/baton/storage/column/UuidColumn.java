package io.baton.storage.column;

/**
 * A column that holds a UUID. Layout in the row image, both halves little-endian:
 *
 * <pre>
 *   0                           8                           16
 *  +---------------------------+---------------------------+
 *  | most significant 64 bits  | least significant 64 bits |
 *  +---------------------------+---------------------------+
 * </pre>
 *
 * <p>UUIDs are ordered by their bytes, unsigned, as their text is; {@link java.util.UUID#compareTo} is not.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record UuidColumn(String table, String name, int offset, int presence) implements Column {

    @Override
    public int width() {
        return 16;
    }

    /** Returns this column as part of a wide primary key or an index. */
    public KeyPart part() {
        return new KeyPart(this, 2 * Long.SIZE, false);
    }
}
