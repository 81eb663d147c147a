package io.baton.storage.log.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The bytes of a record (storage/spec/4-log.md).
 *
 * <pre>
 *   0       4       8               16   17   18   20                        length, rounded up to 8
 *  +-------+-------+---------------+----+----+----+-------------------------+-----+
 *  | length| check | LSN           |type|flag| 0  | payload                 | 0.. |
 *  +-------+-------+---------------+----+----+----+-------------------------+-----+
 *
 *   payload of MARK and CLOSED:                    20              28              36      40
 *                                                  +---------------+---------------+-------+
 *                                                  | forced        | time          | CRC   |
 *                                                  +---------------+---------------+-------+
 * </pre>
 */
public final class RecordLayout {
    static final int LENGTH = 0;
    public static final int CHECK = 4;
    public static final int LSN = 8;
    public static final int TYPE = 16;
    public static final int FLAGS = 17;
    public static final int PAYLOAD = 20;
    public static final int HEADER_BYTES = 20;
    static final int RECORD_BYTES_MAX = 1 << 20;
    /** Bytes of writes in one record, at most. */
    public static final int FRAGMENT_BYTES_MAX = 262_144;
    /** In front of a fragment's writes: the LSN of the transaction's first one. */
    public static final int FIRST_LSN_BYTES = 8;

    public static final int TRANSACTION = 1;
    public static final int MARK = 2;
    public static final int CLOSED = 3;

    public static final int FIRST = 1;
    public static final int LAST = 2;

    public static final int MARK_FORCED = PAYLOAD;
    public static final int MARK_TIME = 28;
    public static final int MARK_CRC = 36;
    public static final int MARK_BYTES = 40;

    private RecordLayout() {
    }

    /** Returns the bytes that a record of this length takes: LSNs are multiples of 8. */
    public static int size(int length) {
        return length + 7 & -8;
    }

    /** Returns the check value of a mark's own, by which it is known where the chain cannot be followed. */
    public static int markCheck(long lsn, int type, long forced, long time) {
        final CRC32C crc = new CRC32C();
        updateLong(crc, lsn);
        crc.update(type);
        updateLong(crc, forced);
        updateLong(crc, time);
        return (int) crc.getValue();
    }

    /** Returns whether a MARK or CLOSED record of this LSN stands there, whose own check value is right. */
    static boolean isMark(ByteBuffer bytes, int at, long lsn) {
        final int type = bytes.get(at + TYPE);
        return bytes.getLong(at + LSN) == lsn && (type == MARK || type == CLOSED)
            && bytes.getInt(at + MARK_CRC)
                == markCheck(lsn, type, bytes.getLong(at + MARK_FORCED), bytes.getLong(at + MARK_TIME));
    }

    /** Adds four bytes, the lowest first. */
    public static void updateInt(CRC32C crc, int value) {
        crc.update(value);
        crc.update(value >>> 8);
        crc.update(value >>> 16);
        crc.update(value >>> 24);
    }

    private static void updateLong(CRC32C crc, long value) {
        updateInt(crc, (int) value);
        updateInt(crc, (int) (value >>> 32));
    }
}
