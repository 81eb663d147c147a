package io.baton.storage.recovery;

import io.baton.storage.codec.DamagedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The file {@code store}, which says what the store is (storage/spec/3-durability.md).
 *
 * <pre>
 *   0          8         12      16              32      36      40
 *  +----------+---------+-------+---------------+-------+-------+
 *  | BATONSTO | version | 0     | store id      | 0     | check |
 *  +----------+---------+-------+---------------+-------+-------+
 * </pre>
 */
final class StoreFile {
    static final int BYTES = 40;

    private static final byte[] MAGIC = "BATONSTO".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int VERSION_AT = 8;
    private static final int ID_AT = 16;
    private static final int CHECK_AT = 36;

    private StoreFile() {
    }

    static ByteBuffer write(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, MAGIC);
        bytes.putInt(VERSION_AT, VERSION);
        ByteBuffer big = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
        big.putLong(ID_AT, id.getMostSignificantBits());
        big.putLong(ID_AT + Long.BYTES, id.getLeastSignificantBits());
        bytes.putInt(CHECK_AT, check(bytes));
        return bytes;
    }

    /** Returns the store's id; the bytes are the whole file. */
    static UUID read(ByteBuffer file) {
        ByteBuffer bytes = file.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() != BYTES) {
            throw new DamagedException("it has %d bytes and should have %d".formatted(bytes.limit(), BYTES));
        }
        byte[] magic = new byte[MAGIC.length];
        bytes.get(0, magic);
        if (!java.util.Arrays.equals(magic, MAGIC)) {
            throw new DamagedException("it does not begin with BATONSTO");
        }
        if (bytes.getInt(CHECK_AT) != check(bytes)) {
            throw new DamagedException("its check value is %08x and should be %08x"
                .formatted(bytes.getInt(CHECK_AT), check(bytes)));
        }
        if (bytes.getInt(VERSION_AT) != VERSION) {
            throw new DamagedException("it has format version %d, and this version of Baton reads version %d"
                .formatted(bytes.getInt(VERSION_AT), VERSION));
        }
        ByteBuffer big = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
        return new UUID(big.getLong(ID_AT), big.getLong(ID_AT + Long.BYTES));
    }

    private static int check(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes.duplicate().limit(CHECK_AT).position(0));
        return (int) crc.getValue();
    }
}
