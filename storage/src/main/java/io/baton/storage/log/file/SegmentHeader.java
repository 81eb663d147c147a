package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The head of a segment (storage/spec/4-log.md).
 *
 * <pre>
 *   0          8         12        16                      32                40
 *  +----------+---------+---------+-----------------------+-----------------+-----------------+
 *  | BATONLOG | version | 4096    | store id              | segment number  | first LSN       |
 *  +----------+---------+---------+-----------------------+-----------------+-----------------+
 *   48         52        56                64        68        72
 *  +----------+---------+-----------------+---------+---------+
 *  | check    | 0       | time            | base    | CRC     |   zeros up to 4096
 *  +----------+---------+-----------------+---------+---------+
 * </pre>
 *
 * @param before check value of the last record before the segment
 * @param micros when the segment was begun, microseconds since 1970
 * @param base how many bases the store's checkpoints had when the segment was begun
 * @param crc of the header, with which the chain of check values begins; 0 in a header that is to be written
 */
public record SegmentHeader(UUID storeId, long number, long firstLsn, int before, long micros, int base, int crc) {
    public static final int BYTES = 4096;
    private static final long MAGIC =
        ByteBuffer.wrap("BATONLOG".getBytes(StandardCharsets.US_ASCII)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int VERSION = 1;
    private static final int VERSION_AT = 8;
    private static final int FIRST_RECORD_AT = 12;
    private static final int STORE_AT = 16;
    private static final int NUMBER_AT = 32;
    private static final int LSN_AT = 40;
    private static final int BEFORE_AT = 48;
    private static final int TIME_AT = 56;
    private static final int BASE_AT = 64;
    private static final int CRC_AT = 68;

    /** A header that is to be written. */
    public SegmentHeader(UUID storeId, long number, long firstLsn, int before, long micros, int base) {
        this(storeId, number, firstLsn, before, micros, base, 0);
    }

    /** Writes the header to the front of a buffer that has zeros and is little-endian; returns its CRC. */
    int write(ByteBuffer to) {
        to.putLong(0, MAGIC);
        to.putInt(VERSION_AT, VERSION);
        to.putInt(FIRST_RECORD_AT, BYTES);
        final ByteBuffer id = to.duplicate().order(ByteOrder.BIG_ENDIAN);
        id.putLong(STORE_AT, storeId.getMostSignificantBits());
        id.putLong(STORE_AT + 8, storeId.getLeastSignificantBits());
        to.putLong(NUMBER_AT, number);
        to.putLong(LSN_AT, firstLsn);
        to.putInt(BEFORE_AT, before);
        to.putLong(TIME_AT, micros);
        to.putInt(BASE_AT, base);
        final int written = crc(to);
        to.putInt(CRC_AT, written);
        return written;
    }

    private static int crc(ByteBuffer header) {
        final CRC32C crc = new CRC32C();
        crc.update(header.duplicate().limit(CRC_AT).position(0));
        return (int) crc.getValue();
    }

    /** Reads a header; {@link DamagedException} says what is wrong with it. */
    static SegmentHeader read(ByteBuffer from) {
        if (from.limit() < BYTES) {
            throw new DamagedException("the segment's header has 4096 bytes, and only %d are there"
                .formatted(from.limit()));
        }
        if (from.getLong(0) != MAGIC) {
            throw new DamagedException("the segment's header does not begin with BATONLOG");
        }
        if (from.getInt(CRC_AT) != crc(from)) {
            throw new DamagedException("the check value of the segment's header is %08x and should be %08x"
                .formatted(from.getInt(CRC_AT), crc(from)));
        }
        if (from.getInt(VERSION_AT) != VERSION || from.getInt(FIRST_RECORD_AT) != BYTES) {
            throw new DamagedException("the segment has format version %d, and this version of Baton reads version %d"
                .formatted(from.getInt(VERSION_AT), VERSION));
        }
        final ByteBuffer id = from.duplicate().order(ByteOrder.BIG_ENDIAN);
        return new SegmentHeader(new UUID(id.getLong(STORE_AT), id.getLong(STORE_AT + 8)), from.getLong(NUMBER_AT),
            from.getLong(LSN_AT), from.getInt(BEFORE_AT), from.getLong(TIME_AT), from.getInt(BASE_AT),
            from.getInt(CRC_AT));
    }
}
