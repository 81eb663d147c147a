package io.baton.engine.history;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of a history's first block and of its last one. Nothing else parses them.
 *
 * <pre>
 *  first block       last block
 *   "BATONHIS"        transactions: 8 bytes
 *   format: 4
 *   tables: 4
 *   for each table
 *     name: string   (a string: length in bytes, 2; UTF-8)
 *     schema hash: 8
 *     flags: 1       (bit 0: read-only)
 *     key columns: 1; for each: name: string, bits: 1
 *     indexes: 1; for each: name: string
 *   zeros to a multiple of 8
 * </pre>
 */
final class FileHeader {

    static final int FORMAT = 1;

    private static final long MAGIC = ByteBuffer.wrap("BATONHIS".getBytes(StandardCharsets.US_ASCII))
        .order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int BYTES_MAX = 4 << 20;

    private FileHeader() {
    }

    static ByteBuffer block(List<HistoryTable> tables) {
        if (tables.size() > HistoryTable.TABLES_MAX) {
            throw new IllegalArgumentException(
                tables.size() + " tables: a history names at most " + HistoryTable.TABLES_MAX);
        }
        final ByteBuffer block = ByteBuffer.allocate(BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
        block.position(BlockHeader.BYTES);
        block.putLong(MAGIC).putInt(FORMAT).putInt(tables.size());
        for (HistoryTable table : tables) {
            putString(block, table.name());
            block.putLong(table.schemaHash()).put((byte) (table.readOnly() ? 1 : 0));
            block.put((byte) table.keyColumns().size());
            for (HistoryTable.KeyColumn column : table.keyColumns()) {
                putString(block, column.name());
                block.put((byte) column.bits());
            }
            block.put((byte) table.indexes().size());
            table.indexes().forEach(index -> putString(block, index));
        }
        block.position(block.position() + 7 & -Long.BYTES);
        block.flip();
        BlockHeader.write(block, BlockHeader.TABLES, 0, 0, 0);
        return block;
    }

    static ByteBuffer endBlock(long transactions) {
        final ByteBuffer block = ByteBuffer.allocate(BlockHeader.BYTES + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(BlockHeader.BYTES, transactions);
        BlockHeader.write(block, BlockHeader.END, 0, 0, 0);
        return block;
    }

    static boolean isHistory(ByteBuffer contents) {
        return contents.remaining() >= 2 * Long.BYTES && contents.getLong(contents.position()) == MAGIC;
    }

    static int format(ByteBuffer contents) {
        return contents.getInt(contents.position() + Long.BYTES);
    }

    static List<HistoryTable> tables(ByteBuffer contents) {
        final List<HistoryTable> tables = new ArrayList<>();
        contents.position(contents.position() + Long.BYTES + Integer.BYTES);
        final int count = contents.getInt();
        for (int i = 0; i < count; i++) {
            final String name = string(contents);
            final long hash = contents.getLong();
            final boolean readOnly = contents.get() != 0;
            final List<HistoryTable.KeyColumn> columns = new ArrayList<>();
            for (int n = contents.get() & 0xFF; n > 0; n--) {
                columns.add(new HistoryTable.KeyColumn(string(contents), contents.get()));
            }
            final List<String> indexes = new ArrayList<>();
            for (int n = contents.get() & 0xFF; n > 0; n--) {
                indexes.add(string(contents));
            }
            tables.add(new HistoryTable(name, hash, readOnly, columns, indexes));
        }
        return tables;
    }

    private static void putString(ByteBuffer block, String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        block.putShort((short) bytes.length).put(bytes);
    }

    private static String string(ByteBuffer block) {
        final byte[] bytes = new byte[block.getShort() & 0xFFFF];
        block.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
