package io.baton.storage;

import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import java.util.Arrays;
import java.util.List;

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
 */
final class KeyLayout {
    private final String table;
    private final KeyPart[] parts;
    private final LongColumn[] columns;
    private final int[] shifts;
    private final int bits;
    private final int firstByte;
    private final int endByte;

    KeyLayout(String table, List<KeyPart> keyParts) {
        this.table = table;
        this.parts = keyParts.toArray(KeyPart[]::new);
        this.columns = new LongColumn[parts.length];
        this.shifts = new int[parts.length];
        int total = 0;
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!(parts[i].column() instanceof LongColumn column)) {
                throw new IllegalArgumentException("table %s: the string column %s cannot be part of the primary key"
                    .formatted(table, parts[i].column().name()));
            }
            columns[i] = column;
            shifts[i] = total;
            total += parts[i].bits();
        }
        if (parts.length == 0 || total > 64) {
            throw new IllegalArgumentException("table %s: the primary key takes %d bits; 1 to 64 are possible"
                .formatted(table, total));
        }
        this.bits = total;
        this.firstByte = Arrays.stream(columns).mapToInt(LongColumn::offset).min().orElse(0);
        this.endByte = Arrays.stream(columns).mapToInt(c -> c.offset() + c.width()).max().orElse(0);
    }

    int columns() {
        return parts.length;
    }

    List<KeyPart> parts() {
        return List.of(parts);
    }

    /** Returns the part's value at its place in the key; parts are independent, so a key is the sum of its parts. */
    long place(int column, long value) {
        return IndexPart.checked(parts[column], value) << shifts[column];
    }

    void checkColumns(int given) {
        if (given != parts.length) {
            throw new IllegalArgumentException("table %s: the primary key has %d columns, %d were given"
                .formatted(table, parts.length, given));
        }
    }

    long value(long key, int column) {
        int width = parts[column].bits();
        return width == 64 ? key : key >>> shifts[column] & (1L << width) - 1;
    }

    long keyOf(long row) {
        long key = 0;
        for (int i = 0; i < columns.length; i++) {
            LongColumn column = columns[i];
            key |= place(i, Memory.getInteger(row + column.offset(), column.width()));
        }
        return key;
    }

    void write(Row row, long key) {
        for (int i = 0; i < columns.length; i++) {
            row.set(columns[i], value(key, i));
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
    void refuseChange(LongColumn column, long image, long value) {
        for (LongColumn part : columns) {
            if (part.equals(column)) {
                throw new IllegalArgumentException(("table %s, column %s: the value %d was given for a row with key %s;"
                    + " a key does not change, so delete this row and insert another").formatted(
                        table, column.name(), value, describe(keyOf(image))));
            }
        }
    }

    String describe(long key) {
        var text = new StringBuilder("(");
        for (int i = 0; i < columns.length; i++) {
            text.append(i == 0 ? "" : ", ").append(columns[i].name()).append('=').append(value(key, i));
        }
        return text.append(')').toString();
    }
}
