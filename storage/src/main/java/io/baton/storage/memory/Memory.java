package io.baton.storage.memory;

import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Access to off-heap memory by raw address: the only class that does it. Nothing is checked here; callers hold
 * addresses of row slots and images, and offsets of columns that the builder laid out within them.
 */
public final class Memory {
    private static final int LINE_BYTES = 64;
    private static final UnsafeMemory RAW = UnsafeMemory.INSTANCE;

    private Memory() {
    }

    /** Returns a byte. */
    public static byte getByte(long address) {
        return RAW.readByte(address);
    }

    /** Returns two bytes, signed. */
    public static short getShort(long address) {
        return RAW.readShort(address);
    }

    /** Returns four bytes, signed. */
    public static int getInt(long address) {
        return RAW.readInt(address);
    }

    /** Returns eight bytes. */
    public static long getLong(long address) {
        return RAW.readLong(address);
    }

    /** Stores a byte. */
    public static void putByte(long address, byte value) {
        RAW.writeByte(address, value);
    }

    /** Stores two bytes. */
    public static void putShort(long address, short value) {
        RAW.writeShort(address, value);
    }

    /** Stores four bytes. */
    public static void putInt(long address, int value) {
        RAW.writeInt(address, value);
    }

    /** Stores eight bytes. */
    public static void putLong(long address, long value) {
        RAW.writeLong(address, value);
    }

    /** Returns the signed integer of 1, 2, 4 or 8 bytes. */
    public static long getInteger(long address, int width) {
        return switch (width) {
            case 8 -> getLong(address);
            case 4 -> getInt(address);
            case 2 -> getShort(address);
            default -> getByte(address);
        };
    }

    /** Stores the low 1, 2, 4 or 8 bytes of the value. */
    public static void putInteger(long address, int width, long value) {
        switch (width) {
            case 8 -> putLong(address, value);
            case 4 -> putInt(address, (int) value);
            case 2 -> putShort(address, (short) value);
            default -> putByte(address, (byte) value);
        }
    }

    /**
     * Loads from every cache line of a row, so that later reads of it do not wait for memory, and returns something of
     * them, which the caller uses for anything, lest the compiler drop the loads. Touches of several rows overlap.
     */
    public static long touch(long address, int bytes) {
        long sum = getByte(address + bytes - 1);
        for (int i = 0; i < bytes; i += LINE_BYTES) {
            sum += getByte(address + i);
        }
        return sum;
    }

    /** Copies bytes between two places outside the heap. */
    public static void copy(long from, long to, long bytes) {
        RAW.copyMemory(from, to, bytes);
    }

    /** Copies bytes to an array. */
    public static void copy(long from, byte[] to, int offset, int bytes) {
        RAW.readBytes(from, to, offset, bytes);
    }

    /** Copies bytes of an array. */
    public static void copy(byte[] from, int offset, long to, int bytes) {
        RAW.copyMemory(from, offset, to, bytes);
    }

    /** Fills with zeros. */
    public static void zero(long address, long bytes) {
        RAW.setMemory(address, bytes, (byte) 0);
    }

    /** Returns the address of fresh memory whose content is undefined, aligned to at least 8 bytes. */
    public static long allocate(long bytes) {
        return RAW.allocate(bytes);
    }

    /** Frees what {@link #allocate} returned; {@code bytes} is what was asked for. */
    public static void free(long address, long bytes) {
        RAW.freeMemory(address, bytes);
    }
}
