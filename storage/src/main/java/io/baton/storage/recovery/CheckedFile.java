package io.baton.storage.recovery;

import io.baton.storage.codec.DamagedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A small file of a store: a mark of 8 letters, a version, what the file is for, and a check value of all before it.
 *
 * <pre>
 *   0       8         12        bytes - 4   bytes
 *  +-------+---------+---------+-----------+
 *  | mark  | version | content | check     |
 *  +-------+---------+---------+-----------+
 * </pre>
 *
 * @param mark what the file begins with, 8 letters
 * @param version the only version there is
 * @param bytes the length of the file
 */
record CheckedFile(String mark, int version, int bytes) {
    private static final int VERSION_AT = 8;

    /** Returns a file without content, little-endian. */
    ByteBuffer begin() {
        ByteBuffer file = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.put(0, mark.getBytes(StandardCharsets.US_ASCII));
        return file.putInt(VERSION_AT, version);
    }

    /** Writes the check value, behind which nothing may change. */
    ByteBuffer end(ByteBuffer file) {
        return file.putInt(checkAt(), check(file));
    }

    /** Returns the content of a whole file, little-endian, if all is as it was written. */
    ByteBuffer read(ByteBuffer whole) {
        ByteBuffer file = whole.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (file.limit() != bytes) {
            throw new DamagedException("it has %d bytes and should have %d".formatted(file.limit(), bytes));
        }
        byte[] begin = new byte[VERSION_AT];
        file.get(0, begin);
        if (!mark.equals(new String(begin, StandardCharsets.US_ASCII))) {
            throw new DamagedException("it does not begin with " + mark);
        }
        if (file.getInt(checkAt()) != check(file)) {
            throw new DamagedException("its check value is %08x and should be %08x"
                .formatted(file.getInt(checkAt()), check(file)));
        }
        if (file.getInt(VERSION_AT) != version) {
            throw new DamagedException("it has format version %d, and this version of Baton reads version %d"
                .formatted(file.getInt(VERSION_AT), version));
        }
        return file;
    }

    private int checkAt() {
        return bytes - Integer.BYTES;
    }

    private int check(ByteBuffer file) {
        var crc = new CRC32C();
        crc.update(file.duplicate().limit(checkAt()).position(0));
        return (int) crc.getValue();
    }
}
