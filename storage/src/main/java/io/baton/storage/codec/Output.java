package io.baton.storage.codec;

import io.baton.storage.TransactionTooLargeException;
import io.baton.storage.memory.Memory;
import java.nio.charset.StandardCharsets;

/**
 * Bytes outside the heap that grow by doubling, up to a limit; reused. One thread. All numbers are little-endian.
 *
 * <p>Addresses are valid until something is added. Every {@code put} throws {@link IllegalStateException} if the limit
 * is passed, and leaves the bytes as they were.
 */
public final class Output implements AutoCloseable {
    /** Memory that an output keeps when it is cleared, in bytes; what goes beyond is given back. */
    public static final int KEPT_BYTES_MAX = 1 << 20;
    /** Largest limit, in bytes. */
    public static final long BYTES_MAX = Integer.MAX_VALUE;
    private static final int FIRST_BYTES = 4096;

    private final long bytesMax;
    private long address;
    private long capacity;
    private int size;

    /**
     * Makes an empty output.
     *
     * @param bytesMax most bytes that it takes, 1 to {@link #BYTES_MAX}
     */
    public Output(long bytesMax) {
        if (bytesMax < 1 || bytesMax > BYTES_MAX) {
            throw new IllegalArgumentException("a limit of %d bytes; 1 to %d are possible"
                .formatted(bytesMax, BYTES_MAX));
        }
        this.bytesMax = bytesMax;
    }

    /** Forgets all bytes. */
    public void clear() {
        size = 0;
        if (capacity > KEPT_BYTES_MAX) {
            close();
        }
    }

    /** Forgets the bytes from the given number on, so that so many are left; more than there are is refused. */
    public void truncate(int bytes) {
        if (bytes < 0 || bytes > size) {
            throw new IllegalArgumentException("%d bytes of an output of %d".formatted(bytes, size));
        }
        size = bytes;
    }

    /** Returns the address of the first byte; 0 before the first one was added. */
    public long address() {
        return address;
    }

    /** Returns the number of bytes. */
    public int size() {
        return size;
    }

    /** Adds the low eight bits. */
    public void putByte(int value) {
        long at = room(1);
        Memory.putByte(at, (byte) value);
        added(at + 1);
    }

    /** Adds four bytes. */
    public void putInt(int value) {
        long at = room(Integer.BYTES);
        Memory.putInt(at, value);
        added(at + Integer.BYTES);
    }

    /** Adds eight bytes. */
    public void putLong(long value) {
        long at = room(Long.BYTES);
        Memory.putLong(at, value);
        added(at + Long.BYTES);
    }

    /** Adds an unsigned number of one to ten bytes. */
    public void putVarint(long value) {
        added(Varint.put(room(Varint.BYTES_MAX), value));
    }

    /** Adds a signed number of one to ten bytes, few if it is close to 0. */
    public void putZigzag(long value) {
        added(Varint.putZigzag(room(Varint.BYTES_MAX), value));
    }

    /** Adds bytes that are elsewhere outside the heap. */
    public void putBytes(long from, int bytes) {
        long at = room(bytes);
        Memory.copy(from, at, bytes);
        added(at + bytes);
    }

    /** Adds bytes. */
    public void putBytes(byte[] bytes) {
        long at = room(bytes.length);
        Memory.copy(bytes, 0, at, bytes.length);
        added(at + bytes.length);
    }

    /** Adds a string: its number of bytes, which is a varint, and its UTF-8. This allocates. */
    public void putString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int before = size;
        putVarint(utf8.length);
        try {
            putBytes(utf8);
        } catch (IllegalStateException | OutOfMemoryError e) {
            size = before;
            throw e;
        }
    }

    /** Frees the memory. The output is empty then, and can be used again. */
    @Override
    public void close() {
        if (capacity > 0) {
            Memory.free(address, capacity);
        }
        address = 0;
        capacity = 0;
        size = 0;
    }

    /** Returns the address behind the last byte, where there is memory for so many more, also beyond the limit. */
    long room(int bytes) {
        if (bytes > capacity - size) {
            grow((long) size + bytes);
        }
        return address + size;
    }

    /** Says that bytes were written up to this address. */
    private void added(long end) {
        long bytes = end - address;
        if (bytes > bytesMax) {
            throw new IllegalStateException("%d bytes were written where there is room for %d"
                .formatted(bytes, bytesMax));
        }
        size = (int) bytes;
    }

    /** Says that a row was written up to this address; if that passes the limit, it counts as not written. */
    void added(long end, String table) {
        long bytes = end - address;
        if (bytes > bytesMax) {
            throw new TransactionTooLargeException(table, "encoded writes", bytesMax);
        }
        if (bytes > capacity) {
            throw new IllegalStateException("table %s: a row was written to byte %d of %d; this is a bug"
                .formatted(table, bytes, capacity));
        }
        size = (int) bytes;
    }

    private void grow(long bytes) {
        long larger = Math.max(bytes, Math.max(FIRST_BYTES, Math.min(2 * capacity, bytesMax)));
        long moved = Memory.allocate(larger);
        if (capacity > 0) {
            Memory.copy(address, moved, size);
            Memory.free(address, capacity);
        }
        address = moved;
        capacity = larger;
    }
}
