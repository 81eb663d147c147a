package io.baton.storage.recovery;

import io.baton.storage.codec.DamagedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The file {@code ids}, which says how many ids of calls have been reserved (storage/spec/3-durability.md).
 *
 * <pre>
 *   0          8         12             16      20
 *  +----------+---------+--------------+-------+
 *  | BATONIDS | version | reservations | check |
 *  +----------+---------+--------------+-------+
 * </pre>
 */
public final class IdsFile {
    /** How many ids are reserved at once: more than a million a second for twelve days. */
    public static final long IDS_RESERVED = 1L << 40;

    static final int BYTES = 20;
    /** With one more the last id would be greater than a long can be. */
    static final int RESERVATIONS_MAX = (1 << 23) - 1;
    /**
     * How many count in a store without the file. It is of a version that gave out ids below 2^56, and the same ones
     * after each opening.
     */
    static final int RESERVATIONS_BEFORE = 1 << 16;

    private static final byte[] MAGIC = "BATONIDS".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int VERSION_AT = 8;
    private static final int RESERVATIONS_AT = 12;
    private static final int CHECK_AT = 16;

    private IdsFile() {
    }

    static ByteBuffer write(int reservations) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, MAGIC);
        bytes.putInt(VERSION_AT, VERSION);
        bytes.putInt(RESERVATIONS_AT, reservations);
        bytes.putInt(CHECK_AT, check(bytes));
        return bytes;
    }

    /** Returns the number of reservations; the bytes are the whole file. */
    static int read(ByteBuffer file) {
        ByteBuffer bytes = file.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() != BYTES) {
            throw new DamagedException("it has %d bytes and should have %d".formatted(bytes.limit(), BYTES));
        }
        byte[] magic = new byte[MAGIC.length];
        bytes.get(0, magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new DamagedException("it does not begin with BATONIDS");
        }
        if (bytes.getInt(CHECK_AT) != check(bytes)) {
            throw new DamagedException("its check value is %08x and should be %08x"
                .formatted(bytes.getInt(CHECK_AT), check(bytes)));
        }
        if (bytes.getInt(VERSION_AT) != VERSION) {
            throw new DamagedException("it has format version %d, and this version of Baton reads version %d"
                .formatted(bytes.getInt(VERSION_AT), VERSION));
        }
        int reservations = bytes.getInt(RESERVATIONS_AT);
        if (reservations < 0 || reservations > RESERVATIONS_MAX) {
            throw new DamagedException("it has %d reservations; 0 to %d are possible"
                .formatted(reservations, RESERVATIONS_MAX));
        }
        return reservations;
    }

    private static int check(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes.duplicate().limit(CHECK_AT).position(0));
        return (int) crc.getValue();
    }
}
