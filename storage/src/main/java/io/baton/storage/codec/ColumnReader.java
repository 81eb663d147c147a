package io.baton.storage.codec;

import io.baton.storage.Row;
import io.baton.storage.column.Column;
import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;
import java.util.List;

/** Reads values of columns into images, and checks all that there is to check. */
final class ColumnReader {
    /** The columns in the order of their numbers here. */
    final Columns columns;
    private final List<Column> handles;
    private final long[] min;
    private final long[] max;

    private ColumnReader(Columns columns, List<Column> handles) {
        this.columns = columns;
        this.handles = handles;
        this.min = new long[columns.count];
        this.max = new long[columns.count];
    }

    static ColumnReader of(Columns columns, List<Column> handles) {
        var reader = new ColumnReader(columns, List.copyOf(handles));
        for (int i = 0; i < columns.count; i++) {
            // Columns other than integers do not ask; a shift goes by its low six bits.
            long least = -1L << (8 * columns.widths[i] - 1);
            reader.min[i] = least;
            reader.max[i] = ~least;
        }
        return reader;
    }

    /** Makes the range of an integer column smaller, which is otherwise that of its width. */
    void narrow(int column, long least, long most) {
        min[column] = Math.max(min[column], least);
        max[column] = Math.min(max[column], most);
    }

    /** Reads a value, or that there is none if the column may be NULL. */
    void readNullable(Input in, int i, Row image, long address) {
        int presence = columns.presences[i];
        if (presence >= 0) {
            int present = in.getByte();
            if (present > 1) {
                throw damaged(i, "the byte %d stands where 0 means NULL and 1 a value".formatted(present));
            }
            long at = address + (presence >>> 3);
            int bit = 1 << (presence & 7);
            Memory.putByte(at, (byte) ((Memory.getByte(at) & ~bit) | (present == 0 ? 0 : bit)));
            image.changed(presence >>> 3, (presence >>> 3) + 1);
            if (present == 0) {
                clear(i, image, address);
                return;
            }
        }
        read(in, i, image, address);
    }

    private void clear(int i, Row image, long address) {
        int offset = columns.offsets[i];
        int bytes = columns.codes[i] == ColumnEncoding.VARIABLE ? VariableColumn.LENGTH_BYTES : columns.widths[i];
        Memory.zero(address + offset, bytes);
        image.changed(offset, offset + bytes);
    }

    /** Reads a value. */
    void read(Input in, int i, Row image, long address) {
        int code = columns.codes[i];
        int offset = columns.offsets[i];
        long to = address + offset;
        int bytes = columns.widths[i];
        switch (code) {
            case ColumnEncoding.BOOLEAN -> Memory.putByte(to, (byte) readBoolean(in, i));
            case ColumnEncoding.DOUBLE -> Memory.putLong(to, readDouble(in, i));
            case ColumnEncoding.UUID -> Memory.copy(in.take(16), to, 16);
            case ColumnEncoding.VARIABLE -> bytes = readVariable(in, i, to);
            case ColumnEncoding.DECIMAL -> readDecimal(in, i, to);
            default -> Memory.putInteger(to, bytes, readInteger(in, i));
        }
        image.changed(offset, offset + bytes);
    }

    private long readInteger(Input in, int i) {
        long value = in.getZigzag();
        if (value < min[i] || value > max[i]) {
            throw damaged(i, "value %d is outside %d..%d".formatted(value, min[i], max[i]));
        }
        return value;
    }

    private int readBoolean(Input in, int i) {
        int value = in.getByte();
        if (value > 1) {
            throw damaged(i, "a boolean is %d, not 0 or 1".formatted(value));
        }
        return value;
    }

    private long readDouble(Input in, int i) {
        long bits = in.getLong();
        if (ColumnEncoding.isOtherNan(bits)) {
            throw damaged(i, "the bits 0x%016x are a NaN that is never stored".formatted(bits));
        }
        return bits;
    }

    private int readVariable(Input in, int i, long to) {
        long length = in.getVarint();
        if (length < 0 || length > columns.limits[i]) {
            throw damaged(i, "a value has %s bytes, the limit is %d"
                .formatted(Long.toUnsignedString(length), columns.limits[i]));
        }
        int bytes = (int) length;
        ColumnEncoding.copy(in.take(bytes), to + VariableColumn.LENGTH_BYTES, bytes);
        Memory.putShort(to, (short) bytes);
        return VariableColumn.LENGTH_BYTES + bytes;
    }

    private void readDecimal(Input in, int i, long to) {
        int bytes = in.getByte();
        if (bytes < 1 || bytes > 16) {
            throw damaged(i, "a decimal takes %d bytes; 1 to 16 are possible".formatted(bytes));
        }
        long from = in.take(bytes);
        long low = signed(from, Math.min(bytes, 8));
        long high = bytes > 8 ? signed(from + 8, bytes - 8) : low >> 63;
        if (ColumnEncoding.decimalBytes(low, high) != bytes) {
            throw damaged(i, "a decimal takes %d bytes where %d do"
                .formatted(bytes, ColumnEncoding.decimalBytes(low, high)));
        }
        if (!Digits.fit(low, high, columns.limits[i])) {
            throw damaged(i, "a decimal has more than %d digits".formatted(columns.limits[i]));
        }
        Memory.putLong(to, low);
        Memory.putLong(to + 8, high);
    }

    /** Returns the signed integer of 1 to 8 bytes, the lowest first. */
    private static long signed(long from, int bytes) {
        long value = Memory.getByte(from + bytes - 1);
        for (int i = bytes - 2; i >= 0; i--) {
            value = value << 8 | (Memory.getByte(from + i) & 0xFF);
        }
        return value;
    }

    private DamagedException damaged(int i, String what) {
        Column column = handles.get(i);
        return new DamagedException("table %s, column %s: %s".formatted(column.table(), column.name(), what));
    }
}
