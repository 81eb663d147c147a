package io.baton.storage.column;

/**
 * A column of values of different lengths, up to a limit. Layout in the row image:
 *
 * <pre>
 *   0        2                            2 + bytesMax
 *  +--------+----------------------------+
 *  | length | bytes, then whatever was   |
 *  | u16 LE | there before               |
 *  +--------+----------------------------+
 * </pre>
 */
public sealed interface VariableColumn extends Column permits BytesColumn, StringColumn {
    /** Bytes of the length field. */
    int LENGTH_BYTES = 2;

    /** Returns the largest number of bytes of a value, 1 to 65,535. */
    int bytesMax();

    @Override
    default int width() {
        return LENGTH_BYTES + bytesMax();
    }
}
