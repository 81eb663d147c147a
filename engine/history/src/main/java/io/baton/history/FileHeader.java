package io.baton.history;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
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
 *     key columns: 1; for each: column
 *     indexes: 1; for each: name: string, prefix columns: 1, columns: 1, for each: column
 *   zeros to a multiple of 8
 *
 *  column
 *   name: string, type: 1, flags: 1 (bit 0: may be NULL, bit 1: signed), bits: 4
 * </pre>
 */
final class FileHeader {

    static final int FORMAT = 2;

    private static final long MAGIC = ByteBuffer.wrap("BATONHIS".getBytes(StandardCharsets.US_ASCII))
        .order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int BYTES_MAX = 4 << 20;
    private static final int READ_ONLY = 1;
    private static final int NULLABLE = 1;
    private static final int SIGNED = 2;

    private FileHeader() {
    }

    static ByteBuffer block(List<RecordedTable> tables) {
        if (tables.size() > RecordedTable.TABLES_MAX) {
            throw new IllegalArgumentException(
                tables.size() + " tables: a history names at most " + RecordedTable.TABLES_MAX);
        }
        final ByteBuffer block = ByteBuffer.allocate(BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
        block.position(BlockHeader.BYTES);
        block.putLong(MAGIC).putInt(FORMAT).putInt(tables.size());
        try {
            tables.forEach(table -> putTable(block, table));
        } catch (BufferOverflowException e) {
            throw new IllegalArgumentException(
                "the names of tables, columns and indexes take more than " + BYTES_MAX + " bytes", e);
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

    /**
     * Reads the tables.
     *
     * @throws IllegalArgumentException if they are not as the format has them; the message says what is wrong
     */
    static List<RecordedTable> tables(ByteBuffer contents) {
        try {
            contents.position(contents.position() + Long.BYTES + Integer.BYTES);
            final int count = contents.getInt();
            if (count < 0 || count > RecordedTable.TABLES_MAX) {
                throw new IllegalArgumentException("there are " + count + " of them");
            }
            final List<RecordedTable> tables = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tables.add(table(contents));
            }
            final int rest = contents.remaining();
            while (contents.hasRemaining()) {
                if (rest >= Long.BYTES || contents.get() != 0) {
                    throw new IllegalArgumentException("something follows them");
                }
            }
            return tables;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("their block ends in the middle of one", e);
        }
    }

    private static void putTable(ByteBuffer block, RecordedTable table) {
        putString(block, table.name());
        block.putLong(table.schemaHash()).put((byte) (table.readOnly() ? READ_ONLY : 0));
        putColumns(block, table.keyColumns());
        block.put((byte) table.indexes().size());
        for (RecordedIndex index : table.indexes()) {
            putString(block, index.name());
            block.put((byte) index.prefixColumns());
            putColumns(block, index.columns());
        }
    }

    private static RecordedTable table(ByteBuffer block) {
        final String name = string(block);
        final long hash = block.getLong();
        final int flags = block.get();
        if ((flags & ~READ_ONLY) != 0) {
            throw new IllegalArgumentException("table " + name + " has flags that mean nothing");
        }
        final List<RecordedColumn> key = columns(block);
        final List<RecordedIndex> indexes = new ArrayList<>();
        for (int n = block.get() & 0xFF; n > 0; n--) {
            final String index = string(block);
            final int prefixColumns = block.get() & 0xFF;
            indexes.add(new RecordedIndex(index, prefixColumns, columns(block)));
        }
        return new RecordedTable(name, hash, flags == READ_ONLY, key, indexes);
    }

    private static void putColumns(ByteBuffer block, List<RecordedColumn> columns) {
        block.put((byte) columns.size());
        for (RecordedColumn column : columns) {
            putString(block, column.name());
            block.put((byte) column.type().code())
                .put((byte) ((column.nullable() ? NULLABLE : 0) | (column.signed() ? SIGNED : 0)))
                .putInt(column.bits());
        }
    }

    private static List<RecordedColumn> columns(ByteBuffer block) {
        final List<RecordedColumn> columns = new ArrayList<>();
        for (int n = block.get() & 0xFF; n > 0; n--) {
            final String name = string(block);
            final RecordedColumn.Type type = RecordedColumn.Type.of(block.get() & 0xFF);
            final int flags = block.get();
            if ((flags & ~(NULLABLE | SIGNED)) != 0) {
                throw new IllegalArgumentException("column " + name + " has flags that mean nothing");
            }
            columns.add(new RecordedColumn(
                name, type, (flags & NULLABLE) != 0, (flags & SIGNED) != 0, block.getInt()));
        }
        return columns;
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
