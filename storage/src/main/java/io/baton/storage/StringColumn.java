package io.baton.storage;

/**
 * A column that holds a string of at most {@code bytesMax} bytes of UTF-8. Layout in the row image:
 *
 * <pre>
 *   0        2                            2 + bytesMax
 *  +--------+----------------------------+
 *  | length | bytes, then whatever was   |
 *  | u16 LE | there before               |
 *  +--------+----------------------------+
 * </pre>
 *
 * @param table the table's name, the same instance as {@link TableSchema#name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image to the length field
 * @param bytesMax largest number of bytes, 1 to 65,535
 */
public record StringColumn(String table, String name, int offset, int bytesMax) implements Column {

    /** Bytes of the length field. */
    static final int LENGTH_BYTES = 2;

    /** Returns this column as part of a secondary index. Strings are ordered by their bytes, unsigned. */
    public KeyPart part() {
        return new KeyPart(this, 8 * bytesMax);
    }
}
