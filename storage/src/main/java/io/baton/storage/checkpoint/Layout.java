package io.baton.storage.checkpoint;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.Output;
import io.baton.storage.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Common parts of the files of a checkpoint: words, store ids, check values. */
final class Layout {
    static final long MANIFEST = word("BATONMAN");
    static final long ROWS = word("BATONROW");

    private Layout() {
    }

    private static long word(String ascii) {
        return ByteBuffer.wrap(ascii.getBytes(StandardCharsets.US_ASCII)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Adds a store id, the most significant byte first. */
    static void putId(UUID id, Output out) {
        out.putLong(Long.reverseBytes(id.getMostSignificantBits()));
        out.putLong(Long.reverseBytes(id.getLeastSignificantBits()));
    }

    static UUID getId(Input in) {
        long most = Long.reverseBytes(in.getLong());
        return new UUID(most, Long.reverseBytes(in.getLong()));
    }

    /** Returns the CRC-32C of bytes outside the heap; for few bytes, since it copies them. */
    static int check(long address, int bytes) {
        byte[] copy = new byte[bytes];
        Memory.copy(address, copy, 0, bytes);
        var crc = new CRC32C();
        crc.update(copy);
        return (int) crc.getValue();
    }

    /** Throws if the last four bytes are not the check value of those before. */
    static void requireCheck(long address, int bytes) {
        int expected = check(address, bytes - Integer.BYTES);
        int found = Memory.getInt(address + bytes - Integer.BYTES);
        if (found != expected) {
            throw new DamagedException("the check value at its end is %08x and should be %08x"
                .formatted(found, expected));
        }
    }
}
