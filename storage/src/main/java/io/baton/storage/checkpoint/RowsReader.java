package io.baton.storage.checkpoint;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Reads a file of a checkpoint from front to back, and believes nothing that was not checked. One thread. */
final class RowsReader {
    private static final int FIRST_BYTES = 4096;

    private final FileChannel file;
    private final long fileBytes;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BYTES);
    private long address = MemorySegment.ofBuffer(buffer).address();
    private final CRC32C crc = new CRC32C();
    private long offset;
    private long blockOffset;
    private int block;
    private int rows;

    RowsReader(FileChannel file) throws IOException {
        this.file = file;
        this.fileBytes = file.size();
    }

    /** Reads the header, and throws if it or the file's size is not as the manifest says. */
    void requireHeader(int table, Manifest manifest) throws IOException {
        long expected = manifest.tables().get(table).bytes();
        if (fileBytes != expected) {
            throw new DamagedException("it has %d bytes, and the manifest says %d".formatted(fileBytes, expected));
        }
        read(0, RowsFile.HEADER_BYTES);
        RowsFile.requireHeader(address, table, manifest);
    }

    /** Reads the next block; returns false if it is the last one, which has no rows. */
    boolean next(Input in) throws IOException {
        blockOffset = offset;
        read(0, RowsFile.BLOCK_HEADER_BYTES);
        int bytes = Memory.getInt(address);
        if (bytes < 0 || bytes > RowsFile.BLOCK_BYTES_MAX || bytes > fileBytes - offset) {
            throw new DamagedException("block %d has %d bytes of rows, but %d are left in the file"
                .formatted(block, bytes, fileBytes - offset));
        }
        reserve(RowsFile.BLOCK_HEADER_BYTES + bytes);
        read(RowsFile.BLOCK_HEADER_BYTES, bytes);
        int number = Memory.getInt(address + RowsFile.BLOCK_NUMBER);
        int check = Memory.getInt(address + RowsFile.BLOCK_CHECK);
        rows = Memory.getInt(address + RowsFile.BLOCK_ROWS);
        crc.reset();
        crc.update(buffer.limit(RowsFile.BLOCK_CHECK).position(0));
        crc.update(buffer.limit(RowsFile.BLOCK_HEADER_BYTES + bytes).position(RowsFile.BLOCK_HEADER_BYTES));
        if (check != (int) crc.getValue()) {
            throw new DamagedException("the check value of block %d is %08x and should be %08x"
                .formatted(block, check, (int) crc.getValue()));
        }
        if (number != block || (bytes == 0) != (rows == 0) || rows < 0) {
            throw new DamagedException("block %d says that it is number %d with %d rows in %d bytes"
                .formatted(block, number, rows, bytes));
        }
        block++;
        in.wrap(address + RowsFile.BLOCK_HEADER_BYTES, bytes);
        if (bytes == 0 && offset != fileBytes) {
            throw new DamagedException("%d bytes are behind the last block".formatted(fileBytes - offset));
        }
        return bytes > 0;
    }

    /** Reads the whole file and returns its address. */
    long readAll(int bytesMax) throws IOException {
        if (fileBytes > bytesMax) {
            throw new DamagedException("it has %d bytes; %d are possible".formatted(fileBytes, bytesMax));
        }
        reserve((int) fileBytes);
        read(0, (int) fileBytes);
        return address;
    }

    long fileBytes() {
        return fileBytes;
    }

    /** Returns the number of rows of the block that was read last. */
    int rows() {
        return rows;
    }

    /** Returns where the block begins that was read last, or was to be read. */
    long blockOffset() {
        return blockOffset;
    }

    private void reserve(int size) {
        if (size > buffer.capacity()) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(size, 2 * buffer.capacity()));
            long moved = MemorySegment.ofBuffer(larger).address();
            Memory.copy(address, moved, RowsFile.BLOCK_HEADER_BYTES);
            buffer = larger;
            address = moved;
        }
    }

    /** Reads bytes to a place of the buffer. */
    private void read(int at, int bytes) throws IOException {
        if (bytes > fileBytes - offset) {
            throw new DamagedException("%d bytes are wanted where %d are left".formatted(bytes, fileBytes - offset));
        }
        buffer.limit(at + bytes).position(at);
        while (buffer.hasRemaining()) {
            int count = file.read(buffer, offset);
            if (count < 0) {
                throw new DamagedException("it ends at byte %d, and had %d when it was opened"
                    .formatted(offset, fileBytes));
            }
            offset += count;
        }
    }
}
