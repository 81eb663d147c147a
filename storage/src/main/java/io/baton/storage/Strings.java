package io.baton.storage;

import io.baton.storage.column.StringColumn;
import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;

/** The bytes of columns of variable length: the only class that reads and writes them, all without allocating. */
final class Strings {
    /** Stands for a surrogate without its partner, which is no code point of UTF-8. */
    private static final int UNPAIRED = -1;

    private Strings() {
    }

    /** Returns the number of bytes; a length that cannot be is that of a row that no longer exists. */
    static int length(long row, VariableColumn column) {
        int length = Memory.getShort(row + column.offset()) & 0xFFFF;
        if (length > column.bytesMax()) {
            throw new IllegalStateException("table %s, column %s: the row was deleted while it was being read"
                .formatted(column.table(), column.name()));
        }
        return length;
    }

    static int compare(long rowA, long rowB, VariableColumn column) {
        int lengthA = length(rowA, column);
        int lengthB = length(rowB, column);
        long a = rowA + column.offset() + VariableColumn.LENGTH_BYTES;
        long b = rowB + column.offset() + VariableColumn.LENGTH_BYTES;
        int common = Math.min(lengthA, lengthB);
        int i = 0;
        for (; i + 8 <= common; i += 8) {
            long x = Memory.getLong(a + i);
            long y = Memory.getLong(b + i);
            if (x != y) {
                return Long.compareUnsigned(Long.reverseBytes(x), Long.reverseBytes(y));
            }
        }
        for (; i < common; i++) {
            int difference = (Memory.getByte(a + i) & 0xFF) - (Memory.getByte(b + i) & 0xFF);
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(lengthA, lengthB);
    }

    /** Returns whether an image has the value of a row that may be gone. */
    static boolean equal(long row, long image, VariableColumn column) {
        int length = length(image, column);
        return (Memory.getShort(row + column.offset()) & 0xFFFF) == length && startsWith(row, image, length, column);
    }

    /** Returns whether a column has the same bytes as another one of another row. */
    static boolean equal(long rowA, VariableColumn columnA, long rowB, VariableColumn columnB) {
        int length = length(rowA, columnA);
        return length == length(rowB, columnB) && equalBytes(rowA + columnA.offset() + VariableColumn.LENGTH_BYTES,
            rowB + columnB.offset() + VariableColumn.LENGTH_BYTES, length);
    }

    /** Returns whether a column has these bytes of an array. */
    static boolean equal(long row, VariableColumn column, byte[] source, int offset, int length) {
        if (length(row, column) != length) {
            return false;
        }
        long at = row + column.offset() + VariableColumn.LENGTH_BYTES;
        for (int i = 0; i < length; i++) {
            if (Memory.getByte(at + i) != source[offset + i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the string has these bytes somewhere. */
    static boolean contains(long row, StringColumn column, byte[] wanted) {
        long from = row + column.offset() + StringColumn.LENGTH_BYTES;
        int last = length(row, column) - wanted.length;
        for (int i = 0; i <= last; i++) {
            if (startsWith(from + i, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(long address, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (Memory.getByte(address + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a value starts with the whole of another one of the same column. */
    static boolean startsWith(long row, long start, VariableColumn column) {
        int length = length(start, column);
        return length(row, column) >= length && startsWith(row, start, length, column);
    }

    private static boolean startsWith(long row, long start, int length, VariableColumn column) {
        return equalBytes(row + column.offset() + VariableColumn.LENGTH_BYTES,
            start + column.offset() + VariableColumn.LENGTH_BYTES, length);
    }

    private static boolean equalBytes(long a, long b, int length) {
        for (int i = 0; i < length; i++) {
            if (Memory.getByte(a + i) != Memory.getByte(b + i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first eight bytes as an unsigned big-endian number, filled up with zeros. */
    static long head(long row, VariableColumn column) {
        int length = length(row, column);
        long at = row + column.offset() + VariableColumn.LENGTH_BYTES;
        if (length >= 8) {
            return Long.reverseBytes(Memory.getLong(at));
        }
        long head = 0;
        for (int i = 0; i < length; i++) {
            head |= (Memory.getByte(at + i) & 0xFFL) << (56 - 8 * i);
        }
        return head;
    }

    /** Returns the hash continued over the length and the bytes. */
    static long hash(long hash, long row, VariableColumn column) {
        int length = length(row, column);
        long at = row + column.offset() + VariableColumn.LENGTH_BYTES;
        long h = HashIndex.combine(hash, length);
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            h = HashIndex.combine(h, Memory.getLong(at + i));
        }
        long tail = 0;
        for (; i < length; i++) {
            tail = tail << 8 | (Memory.getByte(at + i) & 0xFFL);
        }
        return HashIndex.combine(h, tail);
    }

    static boolean equal(long row, StringColumn column, CharSequence value) {
        int length = length(row, column);
        long at = row + column.offset() + VariableColumn.LENGTH_BYTES;
        int chars = value.length();
        int bytes = 0;
        for (int i = 0; i < chars; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                if (bytes == length || Memory.getByte(at + bytes) != c) {
                    return false;
                }
                bytes++;
                continue;
            }
            int code = codePoint(value, i);
            if (code == UNPAIRED) {
                return false;
            }
            i += code >>> 16 == 0 ? 0 : 1;
            int size = size(code);
            if (bytes + size > length) {
                return false;
            }
            for (int k = 0; k < size; k++) {
                if (Memory.getByte(at + bytes + k) != byteOf(code, size, k)) {
                    return false;
                }
            }
            bytes += size;
        }
        return bytes == length;
    }

    /**
     * Writes the string's UTF-8 and returns the number of bytes, or throws, with nothing written: the bytes may be
     * those of a value that stays.
     */
    static int encode(CharSequence value, long at, StringColumn column) {
        int chars = value.length();
        int all = 0;
        for (int i = 0; i < chars; i++) {
            all |= value.charAt(i);
        }
        // Most strings are ASCII: a byte for each character, and nothing to be measured.
        if (all >= 0x80 || chars > column.bytesMax()) {
            // A sequence that changes meanwhile must not write beyond what was measured.
            return encodeMeasured(value.toString(), at, column);
        }
        for (int i = 0; i < chars; i++) {
            Memory.putByte(at + i, (byte) (value.charAt(i) & 0x7F));
        }
        return chars;
    }

    private static int encodeMeasured(String value, long at, StringColumn column) {
        long length = measure(column, value);
        if (length > column.bytesMax()) {
            throw new ValueOutOfRangeException(column, value, length);
        }
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            // All surrogates have their partners, as measuring has shown.
            int code = codePoint(value, i);
            i += code >>> 16 == 0 ? 0 : 1;
            int size = size(code);
            for (int k = 0; k < size; k++) {
                Memory.putByte(at + bytes + k, byteOf(code, size, k));
            }
            bytes += size;
        }
        return bytes;
    }

    /**
     * Returns how many bytes the string's UTF-8 takes.
     *
     * @throws ValueOutOfRangeException if a surrogate stands alone: it has no UTF-8
     */
    static long measure(StringColumn column, CharSequence value) {
        int chars = value.length();
        long bytes = 0;
        for (int i = 0; i < chars; i++) {
            int code = codePoint(value, i);
            if (code == UNPAIRED) {
                throw new ValueOutOfRangeException(column, value.charAt(i), i);
            }
            i += code >>> 16 == 0 ? 0 : 1;
            bytes += size(code);
        }
        return bytes;
    }

    private static int codePoint(CharSequence value, int index) {
        char c = value.charAt(index);
        if (!Character.isSurrogate(c)) {
            return c;
        }
        int code = Character.codePointAt(value, index);
        return code == c ? UNPAIRED : code;
    }

    private static int size(int code) {
        return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    }

    private static byte byteOf(int code, int size, int index) {
        if (size == 1) {
            return (byte) code;
        }
        int bits = code >>> (6 * (size - 1 - index));
        return (byte) (index == 0 ? ((0xF00 >>> size) & 0xFF) | bits : 0x80 | (bits & 0x3F));
    }
}
