package io.baton.storage;

import io.baton.storage.column.KeyPart;
import io.baton.storage.memory.Memory;
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
 *
 * <p>A part stands there as {@link KeyPart#pack} says: what may be negative is moved up by half its range.
 */
final class PackedKey extends KeyLayout {
    private final int[] widths;
    private final int[] shifts;
    private final int bits;

    PackedKey(String table, List<KeyPart> keyParts) {
        super(table, keyParts);
        this.widths = keyParts.stream().mapToInt(part -> part.column().width()).toArray();
        this.shifts = new int[parts.length];
        int total = 0;
        for (int i = parts.length - 1; i >= 0; i--) {
            shifts[i] = total;
            total += parts[i].bits();
        }
        this.bits = total;
    }

    @Override
    boolean wide() {
        return false;
    }

    @Override
    long key(long a) {
        checkColumns(1);
        return place(0, a);
    }

    @Override
    long key(long a, long b) {
        checkColumns(2);
        return place(0, a) | place(1, b);
    }

    @Override
    long key(long a, long b, long c) {
        checkColumns(3);
        return place(0, a) | place(1, b) | place(2, c);
    }

    @Override
    long key(long a, long b, long c, long d) {
        checkColumns(4);
        return place(0, a) | place(1, b) | place(2, c) | place(3, d);
    }

    /** Returns the part's value at its place in the key; parts are independent, so a key is the sum of its parts. */
    private long place(int column, long value) {
        KeyPart part = parts[column];
        return part.pack(IndexPart.checked(part, value)) << shifts[column];
    }

    @Override
    long value(long key, int column) {
        KeyPart part = parts[column];
        return part.bits() == 64 ? key : part.unpack(key >>> shifts[column] & (1L << part.bits()) - 1);
    }

    @Override
    long keyOf(long row) {
        long key = 0;
        for (int i = 0; i < offsets.length; i++) {
            key |= place(i, Memory.getInteger(row + offsets[i], widths[i]));
        }
        return key;
    }

    @Override
    long lockKeyOf(long row) {
        return keyOf(row);
    }

    @Override
    boolean same(long row, long image) {
        return true;
    }

    @Override
    void copy(long from, long to) {
        for (int i = 0; i < offsets.length; i++) {
            Memory.copy(from + offsets[i], to + offsets[i], widths[i]);
        }
    }

    /** Returns the key of a row that may be gone: then any number, of which {@link #describe} can still tell. */
    private long keyOfAny(long row) {
        long key = 0;
        for (int i = 0; i < offsets.length; i++) {
            key |= parts[i].pack(Memory.getInteger(row + offsets[i], widths[i])) << shifts[i];
        }
        return key;
    }

    @Override
    void write(Row row, long key) {
        for (int i = 0; i < parts.length; i++) {
            row.setInteger(parts[i].column(), value(key, i));
        }
    }

    @Override
    long maskOf(int leading) {
        if (leading == 0) {
            return 0;
        }
        return -1L << shifts[leading - 1];
    }

    @Override
    int bitsAfter(int leading) {
        return leading == 0 ? bits : shifts[leading - 1];
    }

    @Override
    String describe(Row row) {
        return describe(keyOfAny(row.readable(table)));
    }

    @Override
    String describe(long key) {
        var text = new StringBuilder("(");
        for (int i = 0; i < parts.length; i++) {
            text.append(i == 0 ? "" : ", ").append(parts[i].column().name()).append('=')
                .append(Row.typed(parts[i].column(), value(key, i)));
        }
        return text.append(')').toString();
    }
}
