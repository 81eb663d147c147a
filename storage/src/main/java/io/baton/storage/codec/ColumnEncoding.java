package io.baton.storage.codec;

import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;

/** How the value of one column is written, and compared, by a code for its type. Allocates nothing. */
final class ColumnEncoding {
    /** A column that the body leaves out. */
    static final int IN_KEY = 0;
    /** Zigzag. */
    static final int INTEGER_1 = 1;
    static final int INTEGER_2 = 2;
    static final int INTEGER_4 = 3;
    static final int INTEGER_8 = 4;
    /** A byte. */
    static final int BOOLEAN = 5;
    /** Eight bytes as they are. */
    static final int DOUBLE = 6;
    /** Sixteen bytes as they are. */
    static final int UUID = 7;
    /** A length and so many bytes. */
    static final int VARIABLE = 8;
    /** The number of bytes and so many. */
    static final int DECIMAL = 9;

    /** The only NaN that columns hold. */
    private static final long NAN = Double.doubleToLongBits(Double.NaN);
    private static final long INFINITY = Double.doubleToLongBits(Double.POSITIVE_INFINITY);

    private ColumnEncoding() {
    }

    /** Returns the code of an integer column of 1, 2, 4 or 8 bytes. */
    static int integer(int width) {
        return 1 + Integer.numberOfTrailingZeros(width);
    }

    /** Returns whether a value is 0, false or empty. */
    static boolean isZero(int code, long from) {
        return switch (code) {
            case INTEGER_1, BOOLEAN -> Memory.getByte(from) == 0;
            case INTEGER_2, VARIABLE -> Memory.getShort(from) == 0;
            case INTEGER_4 -> Memory.getInt(from) == 0;
            case INTEGER_8, DOUBLE -> Memory.getLong(from) == 0;
            default -> (Memory.getLong(from) | Memory.getLong(from + 8)) == 0;
        };
    }

    /** Returns whether two values are equal; what stands behind the bytes of a string does not count. */
    static boolean equal(int code, long a, long b) {
        return switch (code) {
            case INTEGER_1, BOOLEAN -> Memory.getByte(a) == Memory.getByte(b);
            case INTEGER_2 -> Memory.getShort(a) == Memory.getShort(b);
            case INTEGER_4 -> Memory.getInt(a) == Memory.getInt(b);
            case INTEGER_8, DOUBLE -> Memory.getLong(a) == Memory.getLong(b);
            case VARIABLE -> equalBytes(a, b);
            default -> Memory.getLong(a) == Memory.getLong(b) && Memory.getLong(a + 8) == Memory.getLong(b + 8);
        };
    }

    /**
     * Writes the value that stands in a row and returns the address behind it. If another thread changes the
     * value meanwhile, something is written that is a value of the column's type.
     *
     * @param limit as {@link Columns#limits}
     */
    static long put(int code, int limit, long at, long from) {
        return switch (code) {
            case INTEGER_1 -> Varint.putZigzag(at, Memory.getByte(from));
            case INTEGER_2 -> Varint.putZigzag(at, Memory.getShort(from));
            case INTEGER_4 -> Varint.putZigzag(at, Memory.getInt(from));
            case INTEGER_8 -> Varint.putZigzag(at, Memory.getLong(from));
            case BOOLEAN -> {
                Memory.putByte(at, Memory.getByte(from));
                yield at + 1;
            }
            case DOUBLE -> {
                long bits = Memory.getLong(from);
                Memory.putLong(at, isOtherNan(bits) ? NAN : bits);
                yield at + 8;
            }
            case UUID -> {
                Memory.putLong(at, Memory.getLong(from));
                Memory.putLong(at + 8, Memory.getLong(from + 8));
                yield at + 16;
            }
            case VARIABLE -> putVariable(limit, at, from);
            default -> putDecimal(limit, at, from);
        };
    }

    /** Returns whether this is a double that no column holds. */
    static boolean isOtherNan(long bits) {
        return (bits & Long.MAX_VALUE) > INFINITY && bits != NAN;
    }

    /** Returns how many bytes of two's complement an integer of 16 bytes takes. */
    static int decimalBytes(long low, long high) {
        return high == low >> 63 ? signedBytes(low) : 8 + signedBytes(high);
    }

    private static int signedBytes(long value) {
        return (72 - Long.numberOfLeadingZeros(value ^ value >> 63)) >>> 3;
    }

    private static long putDecimal(int digits, long at, long from) {
        long low = Memory.getLong(from);
        long high = Memory.getLong(from + 8);
        if (!Digits.fit(low, high, digits)) {
            low = 0;
            high = 0;
        }
        int bytes = decimalBytes(low, high);
        Memory.putByte(at, (byte) bytes);
        Memory.putLong(at + 1, low);
        Memory.putLong(at + 9, high);
        return at + 1 + bytes;
    }

    private static long putVariable(int bytesMax, long at, long from) {
        int length = Math.min(Memory.getShort(from) & 0xFFFF, bytesMax);
        long to = Varint.put(at, length);
        copy(from + VariableColumn.LENGTH_BYTES, to, length);
        return to + length;
    }

    /** Copies without a call if there are few bytes. Reads and writes none but these. */
    static void copy(long from, long to, int bytes) {
        if (bytes > 64) {
            Memory.copy(from, to, bytes);
        } else if (bytes >= 8) {
            int last = bytes - 8;
            for (int i = 0; i < last; i += 8) {
                Memory.putLong(to + i, Memory.getLong(from + i));
            }
            Memory.putLong(to + last, Memory.getLong(from + last));
        } else if (bytes >= 4) {
            int last = bytes - 4;
            Memory.putInt(to, Memory.getInt(from));
            Memory.putInt(to + last, Memory.getInt(from + last));
        } else {
            for (int i = 0; i < bytes; i++) {
                Memory.putByte(to + i, Memory.getByte(from + i));
            }
        }
    }

    private static boolean equalBytes(long a, long b) {
        int length = Memory.getShort(a) & 0xFFFF;
        if (length != (Memory.getShort(b) & 0xFFFF)) {
            return false;
        }
        int i = VariableColumn.LENGTH_BYTES;
        int end = i + length;
        for (; i + 8 <= end; i += 8) {
            if (Memory.getLong(a + i) != Memory.getLong(b + i)) {
                return false;
            }
        }
        for (; i < end; i++) {
            if (Memory.getByte(a + i) != Memory.getByte(b + i)) {
                return false;
            }
        }
        return true;
    }
}
