package io.baton.storage.checkpoint;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.Output;
import java.util.UUID;

/**
 * The layout of a table's file (storage/spec/5-checkpoints.md).
 *
 * <pre>
 *   0          8         12             16         32          40                  48       60      64
 *  +----------+---------+--------------+----------+-----------+-------------------+--------+-------+
 *  | BATONROW | version | table number | store id | begin LSN | checkpoint number | 0      | check |   header
 *  +----------+---------+--------------+----------+-----------+-------------------+--------+-------+
 *
 *   0          4          8        12      16
 *  +----------+----------+--------+-------+----------------------+
 *  | bytes n  | rows     | number | check | n bytes of rows      |                                     block
 *  +----------+----------+--------+-------+----------------------+
 * </pre>
 */
final class RowsFile {
    static final int HEADER_BYTES = 64;
    static final int BLOCK_HEADER_BYTES = 16;
    static final int BLOCK_ROWS = 4;
    static final int BLOCK_NUMBER = 8;
    static final int BLOCK_CHECK = 12;
    /** A block is written when it has so many bytes of rows. */
    static final int BLOCK_BYTES = 256 * 1024;
    /** A block is at most that and a few more rows, each of which takes at most four times the bytes of an image. */
    static final int BLOCK_BYTES_MAX = 64 << 20;

    private static final int VERSION = 1;
    private static final int ZEROS = 12;

    private RowsFile() {
    }

    static void writeHeader(int table, UUID storeId, long beginLsn, long checkpoint, Output out) {
        out.putLong(Layout.ROWS);
        out.putInt(VERSION);
        out.putInt(table);
        Layout.putId(storeId, out);
        out.putLong(beginLsn);
        out.putLong(checkpoint);
        out.putLong(0);
        out.putInt(0);
        out.putInt(Layout.check(out.address(), HEADER_BYTES - Integer.BYTES));
    }

    /** Throws if this is not the header of a checkpoint's table. */
    static void requireHeader(long address, int table, Manifest manifest) {
        var in = new Input();
        in.wrap(address, HEADER_BYTES);
        require(in.getLong() == Layout.ROWS, "it does not begin with BATONROW");
        Layout.requireCheck(address, HEADER_BYTES);
        int version = in.getInt();
        require(version == VERSION, "it has format version " + version);
        int number = in.getInt();
        require(number == table, "it is the file of table number " + number);
        UUID id = Layout.getId(in);
        require(id.equals(manifest.storeId()), "it is of the store " + id);
        long begin = in.getLong();
        long checkpoint = in.getLong();
        require(begin == manifest.beginLsn() && checkpoint == manifest.number(),
            "it is of checkpoint %016x, which begins at LSN %d".formatted(checkpoint, begin));
        in.take(ZEROS);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new DamagedException(otherwise);
        }
    }
}
