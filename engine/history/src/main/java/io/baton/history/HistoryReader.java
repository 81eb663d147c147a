package io.baton.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

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
 * All methods that read throw {@link DamagedHistoryException} if the file is not a whole history as
 * docs/history-format.md has it, and {@link UncheckedIOException} if it cannot be read.
 */
public final class HistoryReader implements History, AutoCloseable {

    private static final int WORDS_OF_A_SCAN = 4;

    private final BlockReader blocks;
    private final ClientOrder order = new ClientOrder();
    private long[] words = new long[0];
    private int transactionsLeft;
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
    /** The tables of the transaction's scans, by their numbers. */
    private int[] scanTables = new int[16];

    private HistoryReader(BlockReader blocks) {
        this.blocks = blocks;
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
        try {
            return new HistoryReader(new BlockReader(path, FileChannel.open(path, StandardOpenOption.READ)));
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public List<RecordedTable> tables() {
        return blocks.tables();
    }

    @Override
    public void rewind() {
        blocks.rewind();
        order.clear();
        transactionsLeft = 0;
        read = 0;
        ended = false;
    }

    @Override
    public boolean next() {
        if (transactionsLeft == 0) {
            if (ended || !blocks.next(read)) {
                ended = true;
                return false;
            }
            beginBlock();
        }
        transactionsLeft--;
        beginTransaction();
        return true;
    }

    private void beginBlock() {
        words = blocks.words();
        transactionsLeft = blocks.transactions();
        nextTransaction = 0;
        client = blocks.client();
        final long first = blocks.firstSequence();
        if (first != order.next(client)) {
            throw blocks.damagedBlock("transaction " + client + "-" + first + " where " + client + "-"
                + order.next(client) + " has to come");
        }
    }

    private void beginTransaction() {
        transaction = nextTransaction;
        sequence = order.next(client);
        final int limit = blocks.wordCount();
        if (transaction + OperationWords.TRANSACTION_WORDS > limit
            || !OperationWords.isTransaction(words[transaction])) {
            throw blocks.damagedBlock("a transaction " + name() + " that is not one");
        }
        final long length = Integer.toUnsignedLong(OperationWords.length(words[transaction])) + 1;
        if (length < OperationWords.TRANSACTION_WORDS || length > limit - transaction) {
            throw blocks.damagedBlock("a transaction " + name() + " that is longer or shorter than it can be");
        }
        end = transaction + (int) length;
        if (transactionsLeft == 0 && end != limit) {
            throw blocks.damagedBlock((limit - end) * Long.BYTES + " bytes behind its last transaction");
        }
        checkTimes();
        at = transaction + OperationWords.TRANSACTION_WORDS;
        nextTransaction = end;
        read++;
        runLeft = 0;
        scans = 0;
        order.add(client, outcome() == HistoryOutcome.UNKNOWN ? beginNanos() : endNanos());
    }

    private void checkTimes() {
        if (beginNanos() < 0) {
            throw blocks.damagedBlock("a transaction " + name() + " that began before the history");
        }
        if (outcome() != HistoryOutcome.UNKNOWN && endNanos() < beginNanos()) {
            throw blocks.damagedBlock("a transaction " + name() + " that was answered before it began");
        }
        if (beginNanos() < order.lastEnd(client)) {
            throw blocks.damagedBlock("a transaction " + name() + " that began before its client's last one was "
                + "answered");
        }
    }

    private String name() {
        return client + "-" + sequence;
    }

    @Override
    public int client() {
        return client;
    }

    @Override
    public long sequence() {
        return sequence;
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
        if (!OperationWords.isOperation(word)) {
            throw damagedOperation();
        }
        final HistoryOperation kind = OperationWords.kind(word);
        final int length = kind == HistoryOperation.SCAN ? WORDS_OF_A_SCAN : 2;
        if (at + length > end || !placed(kind)) {
            throw damagedOperation();
        }
        key = words[at + 1];
        runLeft = OperationWords.run(word);
        at += length;
        return true;
    }

    /** Whether the operation's table, index, scan and run are such as its kind can have. */
    private boolean placed(HistoryOperation kind) {
        final int table = OperationWords.table(word);
        if (table >= blocks.tables().size() || blocks.tables().get(table).readOnly()) {
            return false;
        }
        final int index = OperationWords.index(word);
        return switch (kind) {
            case SCAN, CHANGE -> {
                if (kind == HistoryOperation.SCAN) {
                    addScan(table);
                }
                yield index >= 1 && index <= blocks.tables().get(table).indexes().size()
                    && OperationWords.run(word) == 0;
            }
            case SCANNED -> index == OperationWords.SCANS_MAX ? scans > index
                : index < scans && scanTables[scans - index] == table;
            default -> index == 0;
        };
    }

    private void addScan(int table) {
        scans++;
        if (scans == scanTables.length) {
            scanTables = Arrays.copyOf(scanTables, 2 * scans);
        }
        scanTables[scans] = table;
    }

    private DamagedHistoryException damagedOperation() {
        return blocks.damagedBlock("an operation of transaction " + name() + " that is not one");
    }

    @Override
    public HistoryOperation kind() {
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
        final int index = OperationWords.index(word);
        return switch (kind()) {
            case SCAN -> scans;
            case SCANNED -> index == OperationWords.SCANS_MAX ? 0 : scans - index;
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
        blocks.close();
    }
}
