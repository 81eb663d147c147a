package io.baton.storage;

import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Access to off-heap memory by raw address: the only class that does it. Nothing is checked here; callers hold
 * addresses of row slots and images, and offsets of columns that the builder laid out within them.
 */
final class Memory {
    private static final int LINE_BYTES = 64;
    private static final UnsafeMemory RAW = UnsafeMemory.INSTANCE;

    private Memory() {
    }

    static byte getByte(long address) {
        return RAW.readByte(address);
    }

    static short getShort(long address) {
        return RAW.readShort(address);
    }

    static int getInt(long address) {
        return RAW.readInt(address);
    }

    static long getLong(long address) {
        return RAW.readLong(address);
    }

    static void putByte(long address, byte value) {
        RAW.writeByte(address, value);
    }

    static void putShort(long address, short value) {
        RAW.writeShort(address, value);
    }

    static void putInt(long address, int value) {
        RAW.writeInt(address, value);
    }

    static void putLong(long address, long value) {
        RAW.writeLong(address, value);
    }

    /** Returns the signed integer of 1, 2, 4 or 8 bytes. */
    static long getInteger(long address, int width) {
        return switch (width) {
            case 8 -> getLong(address);
            case 4 -> getInt(address);
            case 2 -> getShort(address);
            default -> getByte(address);
        };
    }

    /** Stores the low 1, 2, 4 or 8 bytes of the value. */
    static void putInteger(long address, int width, long value) {
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
    static long touch(long address, int bytes) {
        long sum = getByte(address + bytes - 1);
        for (int i = 0; i < bytes; i += LINE_BYTES) {
            sum += getByte(address + i);
        }
        return sum;
    }

    static void copy(long from, long to, long bytes) {
        RAW.copyMemory(from, to, bytes);
    }

    static void copy(long from, byte[] to, int offset, int bytes) {
        RAW.readBytes(from, to, offset, bytes);
    }

    static void copy(byte[] from, int offset, long to, int bytes) {
        RAW.copyMemory(from, offset, to, bytes);
    }

    static void zero(long address, long bytes) {
        RAW.setMemory(address, bytes, (byte) 0);
    }

    /** Returns the address of fresh memory whose content is undefined, aligned to at least 8 bytes. */
    static long allocate(long bytes) {
        return RAW.allocate(bytes);
    }

    static void free(long address, long bytes) {
        RAW.freeMemory(address, bytes);
    }
}
