package io.baton.storage.codec;

import io.baton.storage.memory.Memory;

/** Numbers of seven bits a byte, the lowest first; the highest bit says that another byte follows. */
final class Varint {
    /** Most bytes that a number takes. */
    static final int BYTES_MAX = 10;

    private Varint() {
    }

    /** Writes an unsigned number and returns the address behind it. */
    static long put(long at, long value) {
        long rest = value;
        long next = at;
        while ((rest & ~0x7FL) != 0) {
            Memory.putByte(next++, (byte) (rest | 0x80));
            rest >>>= 7;
        }
        Memory.putByte(next++, (byte) rest);
        return next;
    }

    /** Writes a signed number, small if it is close to 0, and returns the address behind it. */
    static long putZigzag(long at, long value) {
        return put(at, value << 1 ^ value >> 63);
    }

    static long unzigzag(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    /** Returns how many bytes an unsigned number takes. */
    static int bytes(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }
}
