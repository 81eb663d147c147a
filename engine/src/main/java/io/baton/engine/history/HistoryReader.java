package io.baton.engine.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a history, transaction by transaction, as often as wanted; holds one block in memory. One thread.
 *
 * <pre>
 * try (HistoryReader history = HistoryReader.open(path)) {
 *     while (history.next()) {
 *         while (history.nextOperation()) { ... history.kind(), history.key() ... }
 *     }
 * }
 * </pre>
 * All methods that read throw {@link DamagedHistoryException} if the file is not a whole history, and
 * {@link UncheckedIOException} if it cannot be read.
 */
public final class HistoryReader implements History, AutoCloseable {

    private static final int BLOCK_BYTES_MAX = BlockHeader.BYTES + HistoryRecorder.WORDS_MAX * Long.BYTES;
    private static final int FIRST_BUFFER_BYTES = 4096;
    private static final int WORDS_OF_A_SCAN = 4;

    private final Path path;
    private final FileChannel channel;
    private final List<HistoryTable> tables;
    private final long firstBlock;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long[] words = new long[FIRST_BUFFER_BYTES / Long.BYTES];
    /** Where the next block begins. */
    private long position;
    private int transactionsLeft;
    private int wordsInBlock;
    private int nextTransaction;
    private int client;
    private long sequence;
    private long read;
    private boolean ended;
    // The transaction
    private int transaction;
    private int at;
    private int end;
    // The operation
    private long word;
    private long key;
    private int runLeft;
    private int scans;

    private HistoryReader(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
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
        tables = FileHeader.tables(contents);
        firstBlock = position;
    }

    /**
     * Opens a history.
     *
     * @param path the file
     * @return a reader before the first transaction
     * @throws DamagedHistoryException if it is no history
     * @throws UncheckedIOException if it cannot be read
     */
    public static HistoryReader open(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new DamagedHistoryException("there is no file " + path
                + "; a run with --history FILE writes one");
        }
        FileChannel channel = null;
        HistoryReader reader = null;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ);
            reader = new HistoryReader(path, channel);
            return reader;
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        } finally {
            if (reader == null) {
                close(channel);
            }
        }
    }

    @Override
    public List<HistoryTable> tables() {
        return tables;
    }

    @Override
    public void rewind() {
        position = firstBlock;
        transactionsLeft = 0;
        read = 0;
        ended = false;
    }

    @Override
    public boolean next() {
        while (transactionsLeft == 0) {
            if (ended || !nextBlock()) {
                return false;
            }
        }
        transactionsLeft--;
        at = nextTransaction;
        if (at + OperationWords.TRANSACTION_WORDS > wordsInBlock || !OperationWords.isTransaction(words[at])) {
            throw damaged("has a transaction in block before byte " + position + " that is not one");
        }
        end = at + 1 + OperationWords.length(words[at]);
        if (end < at + OperationWords.TRANSACTION_WORDS || end > wordsInBlock) {
            throw damaged("has a transaction in block before byte " + position + " that is longer than its block");
        }
        begin();
        return true;
    }

    private void begin() {
        transaction = at;
        at += OperationWords.TRANSACTION_WORDS;
        nextTransaction = end;
        sequence++;
        read++;
        runLeft = 0;
        scans = 0;
    }

    @Override
    public int client() {
        return client;
    }

    @Override
    public long sequence() {
        return sequence - 1;
    }

    @Override
    public HistoryOutcome outcome() {
        return OperationWords.outcome(words[transaction]);
    }

    @Override
    public long beginNanos() {
        return words[transaction + 1];
    }

    @Override
    public long pointNanos() {
        return words[transaction + 2];
    }

    @Override
    public long endNanos() {
        return words[transaction + 3];
    }

    @Override
    public boolean nextOperation() {
        if (runLeft > 0) {
            runLeft--;
            key++;
            return true;
        }
        if (at >= end) {
            return false;
        }
        word = words[at];
        final OperationKind kind = OperationWords.kind(word);
        final int length = kind == OperationKind.SCAN ? WORDS_OF_A_SCAN : 2;
        if (at + length > end || !knownPlace(kind)) {
            throw damaged("has an operation in block before byte " + position + " that is not one");
        }
        key = words[at + 1];
        runLeft = kind.prefix() ? 0 : OperationWords.run(word);
        scans += kind == OperationKind.SCAN ? 1 : 0;
        at += length;
        return true;
    }

    private boolean knownPlace(OperationKind kind) {
        final int table = OperationWords.table(word);
        if (table >= tables.size()) {
            return false;
        }
        final int index = OperationWords.index(word);
        return !kind.prefix() || (index >= 1 && index <= tables.get(table).indexes().size());
    }

    @Override
    public OperationKind kind() {
        return OperationWords.kind(word);
    }

    @Override
    public int table() {
        return OperationWords.table(word);
    }

    @Override
    public int index() {
        return kind().prefix() ? OperationWords.index(word) - 1 : -1;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long version() {
        return OperationWords.version(word);
    }

    @Override
    public int scan() {
        return switch (kind()) {
            case SCAN -> scans;
            case SCANNED -> scans - OperationWords.index(word);
            default -> 0;
        };
    }

    @Override
    public long lowSuffix() {
        return words[at - 2];
    }

    @Override
    public long highSuffix() {
        return words[at - 1];
    }

    @Override
    public void close() {
        close(channel);
    }

    /** Reads the next block of transactions; false if the history ends here. */
    private boolean nextBlock() {
        try {
            if (!readBlock()) {
                throw damaged("is cut off at byte " + position + " after " + read
                    + " whole transactions: the run that wrote it did not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
        if (BlockHeader.kind(buffer) == BlockHeader.END) {
            ended = true;
            final long written = buffer.getLong(BlockHeader.BYTES);
            if (written != read) {
                throw damaged("has " + read + " transactions, but " + written + " were written");
            }
            return false;
        }
        if (BlockHeader.kind(buffer) != BlockHeader.TRANSACTIONS) {
            throw damaged("has a block of unknown kind before byte " + position);
        }
        wordsInBlock = BlockHeader.length(buffer) / Long.BYTES;
        if (words.length < wordsInBlock) {
            words = new long[wordsInBlock];
        }
        buffer.position(BlockHeader.BYTES).slice().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer()
            .get(words, 0, wordsInBlock);
        transactionsLeft = BlockHeader.count(buffer);
        nextTransaction = 0;
        client = BlockHeader.client(buffer);
        sequence = BlockHeader.sequence(buffer);
        return true;
    }

    /** Reads a whole block into the buffer; false if the file ends before the block does. */
    private boolean readBlock() throws IOException {
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
    }

    private boolean fill() throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    private DamagedHistoryException damaged(String what) {
        return new DamagedHistoryException(path + " " + what);
    }

    private static void close(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
