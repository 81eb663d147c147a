package io.baton.storage.codec;

import io.baton.storage.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A bounded window over bytes outside the heap, read from front to back. A read behind its end, or a value that is
 * malformed, is a {@link DamagedException}; the position is undefined then. The memory belongs to the caller, who keeps
 * it while this is used. One thread. All numbers are little-endian.
 */
public final class Input {
    private long start;
    private long next;
    private long end;

    /** Looks at bytes, the first of which is read next. */
    public void wrap(long address, int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a window of %d bytes".formatted(bytes));
        }
        start = address;
        next = address;
        end = address + bytes;
    }

    /** Returns how many bytes were read. */
    public int position() {
        return (int) (next - start);
    }

    /** Returns how many bytes have not been read. */
    public int remaining() {
        return (int) (end - next);
    }

    /** Reads a byte, 0 to 255. */
    public int getByte() {
        return Memory.getByte(take(1)) & 0xFF;
    }

    /** Reads a byte that is 0 or 1. */
    public boolean getBoolean(String what) {
        int value = getByte();
        if (value > 1) {
            throw new DamagedException("%s is %d, not 0 or 1".formatted(what, value));
        }
        return value == 1;
    }

    /** Reads four bytes. */
    public int getInt() {
        return Memory.getInt(take(Integer.BYTES));
    }

    /** Reads eight bytes. */
    public long getLong() {
        return Memory.getLong(take(Long.BYTES));
    }

    /** Reads an unsigned number of one to ten bytes. */
    public long getVarint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            long b = Memory.getByte(take(1));
            value |= (b & 0x7F) << shift;
            if (b >= 0) {
                if ((b == 0 && shift > 0) || (shift == 63 && b > 1)) {
                    throw new DamagedException("a number of %d bytes ends with the byte %d"
                        .formatted(shift / 7 + 1, b));
                }
                return value;
            }
        }
        throw new DamagedException("a number takes more than %d bytes".formatted(Varint.BYTES_MAX));
    }

    /** Reads an unsigned number of one to ten bytes that is at most {@code max}. */
    public int getVarint(int max, String what) {
        long value = getVarint();
        if (value < 0 || value > max) {
            throw new DamagedException("%s is %s where %d is the most"
                .formatted(what, Long.toUnsignedString(value), max));
        }
        return (int) value;
    }

    /** Reads a signed number of one to ten bytes. */
    public long getZigzag() {
        return Varint.unzigzag(getVarint());
    }

    /** Reads a string: its number of bytes, which is a varint, and its UTF-8. */
    public String getString() {
        int length = getVarint(Integer.MAX_VALUE, "the length of a string");
        long at = take(length);
        byte[] utf8 = new byte[length];
        Memory.copy(at, utf8, 0, length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            throw new DamagedException("a string of %d bytes is not UTF-8".formatted(length), e);
        }
    }

    /** Reads so many bytes and returns the address of the first. */
    public long take(int bytes) {
        long at = next;
        if (bytes < 0 || bytes > end - at) {
            throw new DamagedException("%d bytes are wanted where %d are left".formatted(bytes, end - at));
        }
        next = at + bytes;
        return at;
    }
}
