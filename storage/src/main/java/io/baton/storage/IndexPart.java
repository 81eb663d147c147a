package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import org.jspecify.annotations.Nullable;

/** One part of an index, ready to be read from a row at a raw address. */
final class IndexPart {
    private final KeyPart part;
    private final @Nullable StringColumn string;
    private final int offset;
    private final int width;
    private final int bits;

    IndexPart(KeyPart part) {
        this.part = part;
        this.string = part.column() instanceof StringColumn s ? s : null;
        this.offset = part.column().offset();
        this.width = part.column() instanceof LongColumn c ? c.width() : 0;
        this.bits = part.bits();
    }

    boolean isString() {
        return string != null;
    }

    int bits() {
        return bits;
    }

    KeyPart part() {
        return part;
    }

    Column column() {
        return part.column();
    }

    int endByte() {
        return string == null ? offset + width : offset + string.width();
    }

    /** Returns the integer, or throws if it does not fit into the part's bits. */
    long value(long row) {
        return checked(part, Memory.getInteger(row + offset, width));
    }

    /** Returns the value, or throws if it does not fit into the part's bits. */
    static long checked(KeyPart part, long value) {
        if (value < part.min() || value > part.max()) {
            Column column = part.column();
            throw new ValueOutOfRangeException(column.table(), column.name(), value, part.min(), part.max());
        }
        return value;
    }

    /** Returns the integer as an unsigned number of {@link #bits()} bits that keeps the order. */
    long orderedBits(long value) {
        return bits == 64 ? value ^ Long.MIN_VALUE : value;
    }

    /** Returns the first 64 bits of the string, unsigned. */
    long head(long row) {
        return string == null ? 0 : Strings.head(row, string);
    }

    long hash(long hash, long row) {
        return string == null ? Hash.combine(hash, value(row)) : Strings.hash(hash, row, string);
    }

    int compare(long rowA, long rowB) {
        if (string != null) {
            return Strings.compare(rowA, rowB, string);
        }
        return Long.compare(Memory.getInteger(rowA + offset, width), Memory.getInteger(rowB + offset, width));
    }
}
