package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.UuidColumn;
import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * One part of an index, ready to be read from a row at a raw address. A part is <em>short</em> if its values are
 * numbers of at most 64 bits, else <em>long</em>: then only its head is a number, and the rest is found in the row.
 */
final class IndexPart {
    private final KeyPart part;
    private final int offset;
    private final int presence;
    private final int bits;
    /** Bytes of a short part; 0 if it is long. */
    private final int width;
    private final boolean floating;
    private final @Nullable VariableColumn variable;
    private final boolean decimal;

    IndexPart(KeyPart part) {
        Column column = part.column();
        this.part = part;
        this.offset = column.offset();
        this.presence = column.presence();
        this.bits = part.bits();
        this.floating = column instanceof DoubleColumn;
        this.variable = column instanceof VariableColumn v ? v : null;
        this.decimal = column instanceof DecimalColumn;
        this.width = variable != null || decimal || column instanceof UuidColumn ? 0 : column.width();
    }

    boolean isLong() {
        return width == 0;
    }

    boolean nullable() {
        return presence >= 0;
    }

    /** Returns the number of bits of a short part, without the one that says whether there is a value. */
    int bits() {
        return bits;
    }

    KeyPart part() {
        return part;
    }

    Column column() {
        return part.column();
    }

    /** Returns the first byte of the image that this part is read from. */
    int firstByte() {
        return presence < 0 ? offset : Math.min(offset, presence >>> 3);
    }

    /** Returns the byte behind the last one that this part is read from. */
    int endByte() {
        int end = offset + part.column().width();
        return presence < 0 ? end : Math.max(end, (presence >>> 3) + 1);
    }

    boolean isNull(long row) {
        return presence >= 0 && !Row.hasValue(row, presence);
    }

    /**
     * Returns the value of a short part as an integer of the same order; 0 if it is NULL.
     *
     * @throws ValueOutOfRangeException if it does not fit into the part's bits
     */
    long value(long row) {
        long value = Memory.getInteger(row + offset, width);
        return floating ? ordered(value) : checked(part, value);
    }

    /** Returns whether the value of a row fits into the part's bits. */
    boolean fits(long row) {
        if (isLong() || floating) {
            return true;
        }
        long value = Memory.getInteger(row + offset, width);
        return value >= part.min() && value <= part.max();
    }

    /** Returns the value, or throws if it does not fit into the part's bits. */
    static long checked(KeyPart part, long value) {
        if (value < part.min() || value > part.max()) {
            Column column = part.column();
            throw new ValueOutOfRangeException(column.table(), column.name(), value, part.min(), part.max());
        }
        return value;
    }

    /** Returns the bits of a double as an integer that is ordered like its value: -0.0 and 0.0 are one. */
    static long ordered(long bitsOfDouble) {
        // -0.0 has the sign's bit alone.
        return bitsOfDouble == Long.MIN_VALUE ? 0 : bitsOfDouble ^ (bitsOfDouble >> 63 & Long.MAX_VALUE);
    }

    /** Returns the integer as an unsigned number of {@link #bits()} bits that keeps the order. */
    long orderedBits(long value) {
        return bits == 64 ? value ^ Long.MIN_VALUE : part.pack(value);
    }

    /** Returns the first 64 bits of a long part, unsigned, in an order that agrees with {@link #compare}. */
    long head(long row) {
        if (variable != null) {
            return Strings.head(row, variable);
        }
        return decimal ? headOfDecimal(row + offset) : Memory.getLong(row + offset);
    }

    /** Returns a packed prefix with this part added, which is short. */
    long pack(long prefix, long row) {
        if (presence < 0) {
            return shifted(prefix, bits) | part.pack(value(row));
        }
        return isNull(row) ? shifted(prefix, bits + 1) : packPresent(prefix, value(row));
    }

    /** Returns a packed prefix with this part, which is short and has a value, added. */
    long packPresent(long prefix, long value) {
        return shifted(presence < 0 ? prefix : prefix << 1 | 1, bits) | part.pack(value);
    }

    long hash(long hash, long row) {
        long h = hash;
        if (presence >= 0) {
            if (isNull(row)) {
                return HashIndex.combine(h, 0);
            }
            h = HashIndex.combine(h, 1);
        }
        if (width > 0) {
            return HashIndex.combine(h, value(row));
        }
        if (variable != null) {
            return Strings.hash(h, row, variable);
        }
        return HashIndex.combine(HashIndex.combine(h, Memory.getLong(row + offset)), Memory.getLong(row + offset + 8));
    }

    /** Returns a hashed prefix with this part, which is short and has a value, added. */
    long hashPresent(long hash, long value) {
        return HashIndex.combine(presence < 0 ? hash : HashIndex.combine(hash, 1), value);
    }

    /** Compares two rows by this part; NULL comes before all values. */
    int compare(long rowA, long rowB) {
        if (presence >= 0) {
            boolean nullA = isNull(rowA);
            boolean nullB = isNull(rowB);
            if (nullA || nullB) {
                return Boolean.compare(nullB, nullA);
            }
        }
        if (width > 0) {
            long a = Memory.getInteger(rowA + offset, width);
            long b = Memory.getInteger(rowB + offset, width);
            return floating ? Long.compare(ordered(a), ordered(b)) : Long.compare(a, b);
        }
        return variable != null ? Strings.compare(rowA, rowB, variable) : compareWide(rowA + offset, rowB + offset);
    }

    /** Returns whether an image has the value of a row that may be gone; neither is NULL. */
    boolean equal(long row, long image) {
        if (width > 0) {
            long a = Memory.getInteger(row + offset, width);
            long b = Memory.getInteger(image + offset, width);
            return a == b || (floating && ordered(a) == ordered(b));
        }
        return variable != null ? Strings.equal(row, image, variable)
            : Memory.getLong(row + offset) == Memory.getLong(image + offset)
                && Memory.getLong(row + offset + 8) == Memory.getLong(image + offset + 8);
    }

    /** Returns whether two rows of the same value have the same bytes for it: -0.0 and 0.0 do not. */
    boolean identical(long rowA, long rowB) {
        return !floating || Memory.getLong(rowA + offset) == Memory.getLong(rowB + offset);
    }

    /** Copies the value of a row to an image; it is not NULL. */
    void copy(long from, long to) {
        int bytes = variable == null ? part.column().width()
            : VariableColumn.LENGTH_BYTES + Strings.length(from, variable);
        Memory.copy(from + offset, to + offset, bytes);
    }

    private int compareWide(long a, long b) {
        if (decimal) {
            int high = Long.compare(Memory.getLong(a + 8), Memory.getLong(b + 8));
            return high != 0 ? high : Long.compareUnsigned(Memory.getLong(a), Memory.getLong(b));
        }
        int high = Long.compareUnsigned(Memory.getLong(a), Memory.getLong(b));
        return high != 0 ? high : Long.compareUnsigned(Memory.getLong(a + 8), Memory.getLong(b + 8));
    }

    /**
     * Returns 1, the number of bits of the decimal's magnitude (7 bits) and the 56 bits behind its first one; all of
     * that turned if it is negative. So small decimals differ in their heads as well as large ones.
     */
    private static long headOfDecimal(long at) {
        long low = Memory.getLong(at);
        long high = Memory.getLong(at + 8);
        boolean negative = high < 0;
        if (negative) {
            low = -low;
            high = ~high + (low == 0 ? 1 : 0);
        }
        int length = high != 0 ? 128 - Long.numberOfLeadingZeros(high) : 64 - Long.numberOfLeadingZeros(low);
        long first = 0;
        if (length > 1) {
            // All bits behind the first one, moved to the top.
            int left = 129 - length;
            first = left >= 64 ? low << (left - 64) : high << left | low >>> (64 - left);
        }
        long head = 1L << 63 | (long) length << 56 | first >>> 8;
        return negative ? ~head : head;
    }

    private static long shifted(long prefix, int bits) {
        return bits == 64 ? 0 : prefix << bits;
    }
}
