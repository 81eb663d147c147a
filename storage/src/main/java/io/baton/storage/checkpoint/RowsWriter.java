package io.baton.storage.checkpoint;

import io.baton.storage.codec.Output;
import io.baton.storage.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes a table's file: a header, then blocks. One thread; reused for one file after the other. */
final class RowsWriter {
    private ByteBuffer buffer = ByteBuffer.allocateDirect(RowsFile.BLOCK_HEADER_BYTES + 2 * RowsFile.BLOCK_BYTES);
    private long address = MemorySegment.ofBuffer(buffer).address();
    private final CRC32C crc = new CRC32C();
    private int block;
    private long bytes;

    /** Writes the header of a file. */
    void begin(FileChannel file, Output header) throws IOException {
        block = 0;
        bytes = 0;
        write(file, header);
    }

    /** Writes a block. */
    void block(FileChannel file, Output rows, int count) throws IOException {
        int size = RowsFile.BLOCK_HEADER_BYTES + rows.size();
        reserve(size);
        Memory.putInt(address, rows.size());
        Memory.putInt(address + RowsFile.BLOCK_ROWS, count);
        Memory.putInt(address + RowsFile.BLOCK_NUMBER, block);
        if (rows.size() > 0) {
            Memory.copy(rows.address(), address + RowsFile.BLOCK_HEADER_BYTES, rows.size());
        }
        crc.reset();
        crc.update(buffer.limit(RowsFile.BLOCK_CHECK).position(0));
        crc.update(buffer.limit(size).position(RowsFile.BLOCK_HEADER_BYTES));
        Memory.putInt(address + RowsFile.BLOCK_CHECK, (int) crc.getValue());
        block++;
        writeFully(file, size);
    }

    /** Writes bytes as they are. */
    void write(FileChannel file, Output what) throws IOException {
        reserve(what.size());
        Memory.copy(what.address(), address, what.size());
        writeFully(file, what.size());
    }

    /** Returns the bytes written since {@link #begin}. */
    long bytes() {
        return bytes;
    }

    private void reserve(int size) {
        if (size > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(Math.max(size, 2 * buffer.capacity()));
            address = MemorySegment.ofBuffer(buffer).address();
        }
    }

    private void writeFully(FileChannel file, int size) throws IOException {
        buffer.limit(size).position(0);
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        bytes += size;
    }
}
