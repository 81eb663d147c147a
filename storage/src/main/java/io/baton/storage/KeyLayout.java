package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import java.util.List;

/**
 * The primary key of a table: which columns it has, and the 64 bits that stand for them. If they fit there they are
 * packed ({@link PackedKey}), and the number is the key. Any other key is wide ({@link WideKey}): the number is a hash,
 * and rows of equal hash, <em>twins</em>, are told apart by their columns. Immutable.
 */
abstract class KeyLayout {
    private static final int SHOWN_CHARS_MAX = 40;

    final String table;
    final KeyPart[] parts;
    /** Where the columns stand in an image. */
    final int[] offsets;
    private final int firstByte;
    private final int endByte;

    KeyLayout(String table, List<KeyPart> keyParts) {
        this.table = table;
        this.parts = keyParts.toArray(KeyPart[]::new);
        this.offsets = keyParts.stream().mapToInt(part -> part.column().offset()).toArray();
        this.firstByte = keyParts.stream().mapToInt(part -> part.column().offset()).min().orElse(0);
        this.endByte = keyParts.stream().mapToInt(part -> part.column().offset() + part.column().width()).max()
            .orElse(0);
    }

    /**
     * Makes the key of these columns.
     *
     * @param lockColumns how many leading ones name a row's lock
     */
    static KeyLayout of(String table, List<KeyPart> parts, int lockColumns) {
        boolean packed = parts.stream().allMatch(KeyPart::integer)
            && parts.stream().mapToInt(KeyPart::bits).sum() <= Long.SIZE;
        return packed ? new PackedKey(table, parts) : new WideKey(table, parts, lockColumns);
    }

    final int columns() {
        return parts.length;
    }

    final List<KeyPart> parts() {
        return List.of(parts);
    }

    final void checkColumns(int given) {
        if (given != parts.length) {
            throw new IllegalArgumentException("table %s: the primary key has %d columns, %d were given"
                .formatted(table, parts.length, given));
        }
    }

    final void checkLockColumns(int given, int named) {
        if (given < named || given > parts.length) {
            throw new IllegalArgumentException(("table %s: %d of the %d columns of its primary key name a lock, %d were"
                + " given").formatted(table, named, parts.length, given));
        }
    }

    abstract boolean wide();

    /** Returns the number of key columns that are integers. */
    abstract long key(long a);

    abstract long key(long a, long b);

    abstract long key(long a, long b, long c);

    abstract long key(long a, long b, long c, long d);

    /** Returns the number of a row or image. */
    abstract long keyOf(long row);

    /** Returns the number that names the lock of a row or image. */
    abstract long lockKeyOf(long row);

    /** Returns whether two rows or images of equal numbers have the same key; {@code row} may be gone. */
    abstract boolean same(long row, long image);

    /**
     * Returns whether two rows or images of the same key also have the same bytes in its columns: -0.0 and 0.0, which
     * are one key, do not.
     */
    boolean identical(long row, long image) {
        return true;
    }

    /** Copies the key columns of a row or image to an image. */
    abstract void copy(long from, long to);

    /** Returns a column of a packed key. */
    abstract long value(long key, int column);

    /** Stores the columns of a packed key. */
    abstract void write(Row row, long key);

    /** Returns the mask of the leading columns; that of a wide key leaves the number as it is. */
    abstract long maskOf(int leading);

    /** Returns the number of bits behind the leading columns, or -1 if the key is wide. */
    abstract int bitsAfter(int leading);

    abstract String describe(long key);

    /** Returns the columns of a key as text; of a row that is gone, anything. */
    abstract String describe(Row row);

    /** Returns the first byte of the first key column in an image. */
    final int firstByte() {
        return firstByte;
    }

    /** Returns the byte behind the last key column. */
    final int endByte() {
        return endByte;
    }

    /** Returns whether the column at an offset is part of the key. */
    final boolean has(int offset) {
        if (offset < firstByte || offset >= endByte) {
            return false;
        }
        for (int part : offsets) {
            if (part == offset) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether some of these bytes lie between the first and the last byte of the key columns. */
    final boolean overlaps(int first, int end) {
        return first < endByte && end > firstByte;
    }

    /** Returns what is wrong with another value for a key column of an image. */
    final IllegalArgumentException changed(Column column, Row image, Object value) {
        return new IllegalArgumentException(("table %s, column %s: the value %s was given for a row with key %s;"
            + " a key does not change, so delete this row and insert another").formatted(
                table, column.name(), shown(value), describe(image)));
    }

    /** Returns a value as text that is not too long for a message. */
    static String shown(Object value) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : value.toString();
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "...";
    }
}
