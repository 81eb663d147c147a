package io.baton.storage.codec;

import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.memory.Memory;
import java.util.Arrays;

/**
 * Encodes the writes of one table, and its rows, as storage/spec/7-encoding.md says. Immutable, for any number of
 * threads; allocates nothing.
 *
 * <p>A {@code storedAddress} is the address of a row of the table that no other thread changes or deletes meanwhile.
 * What does not fit into the output leaves it as it was and throws
 * {@link io.baton.storage.TransactionTooLargeException}.
 */
public final class RowEncoder {
    /** Largest number of a table. */
    public static final int TABLE_NUMBER_MAX = (1 << 28) - 1;

    private final TableSchema schema;
    private final String table;
    private final int number;
    private final Columns key;
    private final Columns body;
    private final int keyBytesMax;
    private final int bytesMax;

    /**
     * Makes the encoder of a table.
     *
     * @param tableNumber what names the table in the bytes, 0 to {@link #TABLE_NUMBER_MAX}
     */
    public RowEncoder(TableSchema schema, int tableNumber) {
        if (tableNumber < 0 || tableNumber > TABLE_NUMBER_MAX) {
            throw new IllegalArgumentException("table %s has the number %d; 0 to %d are possible"
                .formatted(schema.name(), tableNumber, TABLE_NUMBER_MAX));
        }
        this.schema = schema;
        this.table = schema.name();
        this.number = tableNumber;
        this.key = Columns.ofKey(schema);
        this.body = Columns.ofBody(schema, schema.columns());
        this.keyBytesMax = Varint.BYTES_MAX + key.bytesMax();
        this.bytesMax = keyBytesMax + body.bitmapBytes() + body.bytesMax();
    }

    /** Returns the schema of the table. */
    public TableSchema schema() {
        return schema;
    }

    /** Returns the number of the table. */
    public int tableNumber() {
        return number;
    }

    /** Writes that the image's row was inserted. */
    public void insert(Row image, Output out) {
        whole(WriteKind.INSERT, image, out);
    }

    /** Writes that the row of the image's key became all that the image says. */
    public void replace(Row image, Output out) {
        whole(WriteKind.REPLACE, image, out);
    }

    /**
     * Writes which columns of the stored row become what they are in the image. Only those of which bytes were changed
     * in the image are looked at. The primary key is the same in both.
     *
     * @param image a copy of the stored row that was changed
     * @return false, with nothing written, if no column differs
     */
    public boolean update(long storedAddress, Row image, Output out) {
        long from = addressOf(image);
        int first = image.dirtyFrom();
        int end = image.dirtyTo();
        if (first >= end) {
            return false;
        }
        long at = head(WriteKind.UPDATE, out.room(bytesMax));
        long bitmap = putKey(from, at);
        long values = bitmap + body.bitmapBytes();
        long behind = putChanges(storedAddress, from, first, end, bitmap, values);
        if (behind == values) {
            return false;
        }
        out.added(behind, table);
        return true;
    }

    /** Writes that the row was deleted. */
    public void delete(long storedAddress, Output out) {
        long at = head(WriteKind.DELETE, out.room(keyBytesMax));
        out.added(putKey(storedAddress, at), table);
    }

    /**
     * Writes the row's key and its body as of an insert, without a head: what a checkpoint has of a row. The row may be
     * changed meanwhile, but not deleted; then a column that is changed may come out as any value of its type.
     */
    public void row(long storedAddress, Output out) {
        long at = putKey(storedAddress, out.room(bytesMax));
        out.added(putBody(storedAddress, at), table);
    }

    private void whole(WriteKind kind, Row image, Output out) {
        long from = addressOf(image);
        long at = putKey(from, head(kind, out.room(bytesMax)));
        out.added(putBody(from, at), table);
    }

    private long addressOf(Row image) {
        if (image.schema() != schema) {
            throw new IllegalArgumentException(
                "a row of table %s was given to the encoder of table %s, whose schema is another one"
                    .formatted(image.schema().name(), table));
        }
        return image.address();
    }

    private long head(WriteKind kind, long at) {
        return Varint.put(at, (long) number << WriteKind.BITS | kind.code());
    }

    private long putKey(long row, long at) {
        int[] codes = key.codes;
        int[] limits = key.limits;
        int[] offsets = key.offsets;
        long next = at;
        for (int i = 0; i < codes.length; i++) {
            next = ColumnEncoding.put(codes[i], limits[i], next, row + offsets[i]);
        }
        return next;
    }

    /** Writes the bitmap and all values but those of a blank row. */
    private long putBody(long row, long bitmap) {
        int[] codes = body.codes;
        int[] limits = body.limits;
        int[] offsets = body.offsets;
        int[] presences = body.presences;
        long next = bitmap + body.bitmapBytes();
        int bits = 0;
        for (int i = 0; i < codes.length; i++) {
            int code = codes[i];
            long from = row + offsets[i];
            int presence = presences[i];
            if (presence >= 0) {
                if (hasValue(row, presence)) {
                    Memory.putByte(next, (byte) 1);
                    next = ColumnEncoding.put(code, limits[i], next + 1, from);
                    bits |= 1 << (i & 7);
                }
            } else if (code != ColumnEncoding.IN_KEY && !ColumnEncoding.isZero(code, from)) {
                next = ColumnEncoding.put(code, limits[i], next, from);
                bits |= 1 << (i & 7);
            }
            if ((i & 7) == 7) {
                Memory.putByte(bitmap + (i >>> 3), (byte) bits);
                bits = 0;
            }
        }
        if ((codes.length & 7) != 0) {
            Memory.putByte(bitmap + (codes.length >>> 3), (byte) bits);
        }
        return next;
    }

    /** Writes the bitmap and values of the columns that differ and have a byte from {@code first} to {@code end}. */
    private long putChanges(long stored, long image, int first, int end, long bitmap, long values) {
        int[] offsets = body.offsets;
        for (long at = bitmap; at < values; at++) {
            Memory.putByte(at, (byte) 0);
        }
        long next = values;
        int i = Arrays.binarySearch(offsets, first);
        i = i >= 0 ? i : Math.max(0, -i - 2);
        for (; i < offsets.length && offsets[i] < end; i++) {
            long before = next;
            next = putIfChanged(i, stored, image, next);
            if (next != before) {
                long at = bitmap + (i >>> 3);
                Memory.putByte(at, (byte) (Memory.getByte(at) | 1 << (i & 7)));
            }
        }
        return next;
    }

    /** Writes the column's value if it differs. */
    private long putIfChanged(int i, long stored, long image, long at) {
        int code = body.codes[i];
        int limit = body.limits[i];
        int offset = body.offsets[i];
        int presence = body.presences[i];
        if (code == ColumnEncoding.IN_KEY) {
            return at;
        }
        if (presence < 0) {
            return ColumnEncoding.equal(code, stored + offset, image + offset) ? at
                : ColumnEncoding.put(code, limit, at, image + offset);
        }
        boolean is = hasValue(image, presence);
        if (is == hasValue(stored, presence) && (!is || ColumnEncoding.equal(code, stored + offset, image + offset))) {
            return at;
        }
        Memory.putByte(at, (byte) (is ? 1 : 0));
        return is ? ColumnEncoding.put(code, limit, at + 1, image + offset) : at + 1;
    }

    private static boolean hasValue(long row, int presence) {
        return (Memory.getByte(row + (presence >>> 3)) >>> (presence & 7) & 1) != 0;
    }
}
