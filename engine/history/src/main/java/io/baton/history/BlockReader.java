package io.baton.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the blocks of a history one after the other, holds one in memory, and refuses what the format does not allow.
 * One thread.
 */
final class BlockReader implements AutoCloseable {

    private static final int BLOCK_BYTES_MAX = BlockHeader.BYTES + HistoryRecorder.WORDS_MAX * Long.BYTES;
    private static final int FIRST_BUFFER_BYTES = 4096;

    private final Path path;
    private final FileChannel channel;
    private final List<RecordedTable> tables;
    private final long firstBlock;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long[] words = new long[FIRST_BUFFER_BYTES / Long.BYTES];
    private int wordCount;
    /** Where the next block begins. */
    private long position;

    /** Takes an open channel and reads the first block; closes the channel if that fails. */
    BlockReader(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        boolean complete = false;
        try {
            tables = readTables();
            firstBlock = position;
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    List<RecordedTable> tables() {
        return tables;
    }

    void rewind() {
        position = firstBlock;
    }

    /**
     * Reads the next block of transactions.
     *
     * @param read how many transactions came before
     * @return false if the history ends here
     */
    boolean next(long read) {
        if (!readBlock()) {
            throw damaged("is cut off at byte " + position + " after " + read
                + " whole transactions: the run that wrote it did not end");
        }
        return switch (BlockHeader.kind(buffer)) {
            case BlockHeader.TRANSACTIONS -> {
                readWords();
                yield true;
            }
            case BlockHeader.END -> {
                checkEnd(read);
                yield false;
            }
            case BlockHeader.TABLES -> throw damaged("names its tables twice, a second time before byte " + position);
            default -> throw damaged("has a block of unknown kind before byte " + position);
        };
    }

    int client() {
        return BlockHeader.client(buffer);
    }

    int transactions() {
        return BlockHeader.count(buffer);
    }

    long firstSequence() {
        return BlockHeader.sequence(buffer);
    }

    /** The words of the block; the same array for small blocks. */
    long[] words() {
        return words;
    }

    int wordCount() {
        return wordCount;
    }

    /** Says that something is wrong with the last block. */
    DamagedHistoryException damagedBlock(String what) {
        return damaged("has " + what + ", in the block before byte " + position);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<RecordedTable> readTables() {
        if (!readBlock() || BlockHeader.kind(buffer) != BlockHeader.TABLES) {
            throw damaged("does not begin with the names of its tables");
        }
        final ByteBuffer contents = buffer.position(BlockHeader.BYTES);
        if (!FileHeader.isHistory(contents)) {
            throw damaged("is no history");
        }
        if (FileHeader.format(contents) != FileHeader.FORMAT) {
            throw damaged("has format " + FileHeader.format(contents) + ", and this program reads format "
                + FileHeader.FORMAT + "; read it with the program that wrote it");
        }
        checkUnused();
        try {
            return FileHeader.tables(contents);
        } catch (IllegalArgumentException e) {
            throw damaged("has names of tables that cannot be read: " + e.getMessage());
        }
    }

    private void readWords() {
        final int bytes = BlockHeader.length(buffer);
        if (bytes % Long.BYTES != 0 || transactions() < 1) {
            throw damagedBlock(transactions() + " transactions in " + bytes + " bytes");
        }
        if (client() < 0 || client() > HistoryRecorder.CLIENT_MAX) {
            throw damagedBlock("transactions of client " + client() + ", and clients go from 0 to "
                + HistoryRecorder.CLIENT_MAX);
        }
        wordCount = bytes / Long.BYTES;
        if (words.length < wordCount) {
            words = new long[wordCount];
        }
        buffer.position(BlockHeader.BYTES).slice().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer()
            .get(words, 0, wordCount);
    }

    private void checkEnd(long read) {
        checkUnused();
        if (BlockHeader.length(buffer) != Long.BYTES) {
            throw damagedBlock("an end of " + BlockHeader.length(buffer) + " bytes");
        }
        final long written = buffer.getLong(BlockHeader.BYTES);
        if (written != read) {
            throw damaged("has " + read + " transactions, but " + written + " were written");
        }
        try {
            final long behind = channel.size() - position;
            if (behind != 0) {
                throw damaged("goes on for " + behind + " bytes behind its end at byte " + position);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void checkUnused() {
        if (client() != 0 || transactions() != 0 || firstSequence() != 0) {
            throw damagedBlock("a client or transactions in a block that has none");
        }
    }

    /** Reads a whole block into the buffer; false if the file ends before the block does. */
    private boolean readBlock() {
        try {
            buffer.clear().limit(BlockHeader.BYTES);
            if (!fill()) {
                return false;
            }
            if (!BlockHeader.isOne(buffer) || BlockHeader.length(buffer) > BLOCK_BYTES_MAX) {
                throw damaged(position == 0 ? "is no history"
                    : "is damaged at byte " + position + ": no block begins there");
            }
            final int bytes = BlockHeader.BYTES + BlockHeader.length(buffer);
            if (bytes > buffer.capacity()) {
                buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
            }
            buffer.limit(bytes);
            if (!fill()) {
                return false;
            }
            if (!BlockHeader.intact(buffer)) {
                throw damaged("is damaged between bytes " + position + " and " + (position + bytes)
                    + ": the block's sum is wrong");
            }
            position += bytes;
            return true;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private boolean fill() throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    private UncheckedIOException unreadable(IOException e) {
        return new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
    }

    private DamagedHistoryException damaged(String what) {
        return new DamagedHistoryException(path + " " + what);
    }
}
