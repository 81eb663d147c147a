package io.baton.history;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header of a block of a history, 32 bytes, little-endian; the block's contents follow. Nothing else parses it.
 *
 * <pre>
 *  byte  0        4        8        12       16       20       24               32
 *       +--------+--------+--------+--------+--------+--------+-----------------+
 *       | magic  | kind   | bytes  | CRC    | client | trans- | first           |
 *       | "BhB1" |        |        | 32C    |        | actions| sequence number |
 *       +--------+--------+--------+--------+--------+--------+-----------------+
 * </pre>
 * The CRC is of the header, with 0 in its own place, and the contents.
 */
final class BlockHeader {

    static final int BYTES = 32;
    static final int MAGIC = 0x3142_6842;

    /** Names of tables: the first block. */
    static final int TABLES = 1;
    /** Transactions of one client, in their order. */
    static final int TRANSACTIONS = 2;
    /** The last block: the history is complete. */
    static final int END = 3;

    private static final int KIND = 4;
    private static final int LENGTH = 8;
    private static final int CRC = 12;
    private static final int CLIENT = 16;
    private static final int COUNT = 20;
    private static final int SEQUENCE = 24;

    private BlockHeader() {
    }

    /** Writes the header before the contents, which end at the buffer's limit and begin behind the header. */
    static void write(ByteBuffer block, int kind, int client, int count, long sequence) {
        block.putInt(0, MAGIC).putInt(KIND, kind).putInt(LENGTH, block.limit() - BYTES).putInt(CRC, 0)
            .putInt(CLIENT, client).putInt(COUNT, count).putLong(SEQUENCE, sequence);
        block.putInt(CRC, sum(block));
    }

    static boolean isOne(ByteBuffer block) {
        return block.getInt(0) == MAGIC && block.getInt(LENGTH) >= 0;
    }

    static int kind(ByteBuffer block) {
        return block.getInt(KIND);
    }

    static int length(ByteBuffer block) {
        return block.getInt(LENGTH);
    }

    static int client(ByteBuffer block) {
        return block.getInt(CLIENT);
    }

    static int count(ByteBuffer block) {
        return block.getInt(COUNT);
    }

    static long sequence(ByteBuffer block) {
        return block.getLong(SEQUENCE);
    }

    /** Tells whether the whole block, up to the limit, is as it was written. Spoils the place of the CRC. */
    static boolean intact(ByteBuffer block) {
        final int expected = block.getInt(CRC);
        block.putInt(CRC, 0);
        return sum(block) == expected;
    }

    private static int sum(ByteBuffer block) {
        final CRC32C crc = new CRC32C();
        crc.update(block.duplicate().position(0));
        return (int) crc.getValue();
    }
}
