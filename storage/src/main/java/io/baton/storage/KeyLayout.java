package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.memory.Memory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a primary key is packed into 64 bits: the first part in the most significant used bits, the last part in the
 * least significant, so that packed keys of fewer than 64 bits are ordered like their columns.
 *
 * <pre>
 *   63              bits                          0
 *  +---------------+--------+--------+-----+-------+
 *  | 0             | part 0 | part 1 | ... | last  |
 *  +---------------+--------+--------+-----+-------+
 * </pre>
 *
 * <p>A part stands there as {@link KeyPart#pack} says: what may be negative is moved up by half its range.
 */
final class KeyLayout {
    private final String table;
    private final KeyPart[] parts;
    private final int[] offsets;
    private final int[] widths;
    private final int[] shifts;
    private final int bits;
    private final int firstByte;
    private final int endByte;

    KeyLayout(String table, List<KeyPart> keyParts) {
        this.table = table;
        this.parts = keyParts.toArray(KeyPart[]::new);
        this.offsets = keyParts.stream().mapToInt(part -> part.column().offset()).toArray();
        this.widths = keyParts.stream().mapToInt(part -> part.column().width()).toArray();
        this.shifts = new int[parts.length];
        int total = 0;
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!parts[i].integer()) {
                Column column = parts[i].column();
                throw new IllegalArgumentException(
                    "table %s: the column %s of type %s cannot be part of the primary key"
                        .formatted(table, column.name(), column.type()));
            }
            shifts[i] = total;
            total += parts[i].bits();
        }
        if (parts.length == 0 || total > 64) {
            throw new IllegalArgumentException("table %s: the primary key takes %d bits; 1 to 64 are possible"
                .formatted(table, total));
        }
        this.bits = total;
        this.firstByte = Arrays.stream(offsets).min().orElse(0);
        this.endByte = IntStream.range(0, offsets.length).map(i -> offsets[i] + widths[i]).max().orElse(0);
    }

    int columns() {
        return parts.length;
    }

    List<KeyPart> parts() {
        return List.of(parts);
    }

    /** Returns the part's value at its place in the key; parts are independent, so a key is the sum of its parts. */
    long place(int column, long value) {
        KeyPart part = parts[column];
        return part.pack(IndexPart.checked(part, value)) << shifts[column];
    }

    void checkColumns(int given) {
        if (given != parts.length) {
            throw new IllegalArgumentException("table %s: the primary key has %d columns, %d were given"
                .formatted(table, parts.length, given));
        }
    }

    long value(long key, int column) {
        KeyPart part = parts[column];
        return part.bits() == 64 ? key : part.unpack(key >>> shifts[column] & (1L << part.bits()) - 1);
    }

    long keyOf(long row) {
        long key = 0;
        for (int i = 0; i < offsets.length; i++) {
            key |= place(i, Memory.getInteger(row + offsets[i], widths[i]));
        }
        return key;
    }

    /** Returns the key of a row that may be gone: then any number, of which {@link #describe} can still tell. */
    long keyOfAny(long row) {
        long key = 0;
        for (int i = 0; i < offsets.length; i++) {
            key |= parts[i].pack(Memory.getInteger(row + offsets[i], widths[i])) << shifts[i];
        }
        return key;
    }

    void write(Row row, long key) {
        for (int i = 0; i < parts.length; i++) {
            row.setInteger(parts[i].column(), value(key, i));
        }
    }

    /** Returns the mask of the leading columns. */
    long maskOf(int leading) {
        if (leading == 0) {
            return 0;
        }
        return -1L << shifts[leading - 1];
    }

    /** Returns the number of bits behind the leading columns. */
    int bitsAfter(int leading) {
        return leading == 0 ? bits : shifts[leading - 1];
    }

    /** Returns whether an offset lies between the first and the last byte of the key columns, as few others do. */
    boolean spans(int offset) {
        return offset < endByte && offset >= firstByte;
    }

    /** Returns whether some of these bytes lie there too. */
    boolean overlaps(int first, int end) {
        return first < endByte && end > firstByte;
    }

    /** Throws if a column is part of the key. */
    void refuseChange(Column column, long image, Object value) {
        for (KeyPart part : parts) {
            if (part.column().equals(column)) {
                throw new IllegalArgumentException(("table %s, column %s: the value %s was given for a row with key %s;"
                    + " a key does not change, so delete this row and insert another").formatted(
                        table, column.name(), value, describe(keyOf(image))));
            }
        }
    }

    String describe(long key) {
        var text = new StringBuilder("(");
        for (int i = 0; i < parts.length; i++) {
            text.append(i == 0 ? "" : ", ").append(parts[i].column().name()).append('=').append(value(key, i));
        }
        return text.append(')').toString();
    }
}
