package io.baton.tpcc;

import io.baton.storage.Row;
import io.baton.storage.column.StringColumn;
import java.nio.charset.StandardCharsets;

/**
 * The strings of a procedure's result, one after the other in one array. They become String objects only when they are
 * asked for, so that a call leaves little garbage. Written by the procedure; then immutable.
 *
 * <pre>
 *   0        2        2 + length
 *  +--------+--------+--------+-----+
 *  | length | UTF-8  | length | ... |
 *  | u16 BE |        |        |     |
 *  +--------+--------+--------+-----+
 * </pre>
 */
public final class Texts {

    private static final int LENGTH_BYTES = 2;

    private final byte[] bytes;
    private int end;

    /** Makes room for so many strings of so many bytes together. */
    Texts(int strings, int bytesMax) {
        bytes = new byte[strings * LENGTH_BYTES + bytesMax];
    }

    Texts add(Row row, StringColumn column) {
        return close(row.get(column, bytes, end + LENGTH_BYTES));
    }

    Texts add(byte[] text, int length) {
        System.arraycopy(text, 0, bytes, end + LENGTH_BYTES, length);
        return close(length);
    }

    /**
     * Returns a string.
     *
     * @param index its number, counted from 0
     * @return the string
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public String get(int index) {
        int at = 0;
        for (int i = 0; i < index && at < end; i++) {
            at += LENGTH_BYTES + length(at);
        }
        if (index < 0 || at >= end) {
            throw new IndexOutOfBoundsException("there is no string " + index);
        }
        return new String(bytes, at + LENGTH_BYTES, length(at), StandardCharsets.UTF_8);
    }

    private Texts close(int length) {
        bytes[end] = (byte) (length >>> Byte.SIZE);
        bytes[end + 1] = (byte) length;
        end += LENGTH_BYTES + length;
        return this;
    }

    private int length(int at) {
        return (bytes[at] & 0xFF) << Byte.SIZE | (bytes[at + 1] & 0xFF);
    }
}
