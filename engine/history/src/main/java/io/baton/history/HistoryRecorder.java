package io.baton.history;

import io.baton.engine.history.UnwritableHistoryException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records the transactions of one client, one after the other. Belongs to the client's coordinator; one thread at a
 * time. Until {@link #end} everything stays in an array of its own.
 *
 * <p>Versions are counters of a row or an index prefix, 0 for what was loaded or never there, up to 2^32 − 1. No
 * method but {@link #begin} throws, so that recording cannot come between a transaction and its commit: what cannot be
 * recorded ends the history, and {@code begin} says so.
 */
public final class HistoryRecorder {

    /** Most words of one transaction. */
    static final int WORDS_MAX = 1 << 23;
    /** The largest number of a client. */
    static final int CLIENT_MAX = (1 << 20) - 1;

    private static final String SMALLER = "record a smaller run";

    private final HistoryWriter writer;
    private final int client;
    private long[] words = new long[1024];
    private int size = OperationWords.TRANSACTION_WORDS;
    /** Where the last operation on a row stands that may go on as a run, or -1. */
    private int last = -1;
    private int scans;
    private long begin;
    private long lastEnd;
    private long point;
    private long sequence;
    private @Nullable Block block;

    HistoryRecorder(HistoryWriter writer, int client) {
        this.writer = writer;
        this.client = client;
    }

    /**
     * Begins a transaction.
     *
     * @param nowNanos when it was called; if the client was still busy then, the transaction begins when it was free
     * @throws UnwritableHistoryException if the history cannot be written any further
     */
    public void begin(long nowNanos) {
        writer.check();
        begin = sequence > 0 && nowNanos - lastEnd < 0 ? lastEnd : nowNanos;
        restart();
    }

    /** Forgets the operations of an attempt, because another one follows. */
    public void restart() {
        size = OperationWords.TRANSACTION_WORDS;
        last = -1;
        scans = 0;
        point = begin;
    }

    /**
     * Notes a moment at which the transaction held all its locks. The checker goes faster if there is one; what it
     * finds does not depend on it.
     *
     * @param nowNanos now
     */
    public void point(long nowNanos) {
        point = nowNanos;
    }

    /**
     * Notes that a row was looked for.
     *
     * @param table the table's number
     * @param key the packed primary key
     * @param version the version read
     * @param present whether it was there
     */
    public void read(int table, long key, int version, boolean present) {
        final HistoryOperation kind = present ? HistoryOperation.READ : HistoryOperation.READ_ABSENT;
        add(OperationWords.operation(kind, table, 0, version), key);
    }

    /**
     * Notes that a scan begins.
     *
     * @param table the table's number
     * @param index the index's number
     * @param prefix the prefix that it scans below
     * @param version the version of the prefix
     * @param low the smallest suffix of its range
     * @param high the largest suffix of its range
     * @return the scan's number in this transaction
     */
    public int scan(int table, int index, long prefix, int version, long low, long high) {
        reserve(4);
        words[size] = OperationWords.operation(HistoryOperation.SCAN, table, index + 1, version);
        words[size + 1] = prefix;
        words[size + 2] = low;
        words[size + 3] = high;
        size += 4;
        last = -1;
        return ++scans;
    }

    /**
     * Notes that a scan came across a row.
     *
     * @param scan the scan's number, as {@link #scan} returned it
     * @param table the table's number
     * @param key the packed primary key
     * @param version the version read
     */
    public void scanned(int scan, int table, long key, int version) {
        final int since = Math.min(scans - scan, OperationWords.SCANS_MAX);
        add(OperationWords.operation(HistoryOperation.SCANNED, table, since, version), key);
    }

    /**
     * Notes that a row was written.
     *
     * @param kind update, insert, delete or replace
     * @param table the table's number
     * @param key the packed primary key
     * @param read the version that the transaction had read before
     * @param written the version that it has made
     */
    public void write(HistoryOperation kind, int table, long key, int read, int written) {
        if (read + 1 != written) {
            // The engine's locks rule this out; if they fail, the history must show it.
            read(table, key, read, kind != HistoryOperation.INSERT);
        }
        add(OperationWords.operation(kind, table, 0, written), key);
        checkWritten(written);
    }

    /**
     * Notes that rows below an index prefix came or went.
     *
     * @param table the table's number
     * @param index the index's number
     * @param prefix the prefix
     * @param version the version that it has now
     */
    public void change(int table, int index, long prefix, int version) {
        reserve(2);
        words[size] = OperationWords.operation(HistoryOperation.CHANGE, table, index + 1, version);
        words[size + 1] = prefix;
        size += 2;
        last = -1;
        checkWritten(version);
    }

    /**
     * Ends the transaction and keeps it; may wait for the writer. Call it when all locks are given back.
     *
     * @param outcome how it ended
     * @param nowNanos when the caller gets the answer
     */
    public void end(HistoryOutcome outcome, long nowNanos) {
        final long first = writer.beginNanos();
        words[0] = OperationWords.transaction(outcome, size - 1);
        words[1] = begin - first;
        words[2] = point - first;
        words[3] = nowNanos - first;
        lastEnd = nowNanos;
        try {
            keep();
        } catch (OutOfMemoryError e) {
            writer.fail(new IOException("there is no memory for another block", e), SMALLER);
        }
        size = OperationWords.TRANSACTION_WORDS;
    }

    private void keep() {
        Block current = block;
        if (current == null || !current.fits(size)) {
            block = null;
            if (current != null) {
                writer.write(current);
            }
            current = writer.block(size);
            current.begin(client, sequence);
            block = current;
        }
        current.add(words, size);
        sequence++;
    }

    void flush() {
        final Block current = block;
        if (current != null) {
            writer.write(current);
            block = null;
        }
    }

    /** Adds an operation on a row, to the last one's run if it goes on. */
    private void add(long word, long key) {
        if (last >= 0 && OperationWords.withoutRun(words[last]) == word) {
            final int run = OperationWords.run(words[last]);
            if (run < OperationWords.RUN_MAX && words[last + 1] + run + 1 == key) {
                words[last] += OperationWords.RUN_ONE;
                return;
            }
        }
        reserve(2);
        words[size] = word;
        words[size + 1] = key;
        last = size;
        size += 2;
    }

    private void reserve(int count) {
        if (size + count > words.length && !grow()) {
            // The history is lost from here on, but the transaction is not.
            size = OperationWords.TRANSACTION_WORDS;
            last = -1;
        }
    }

    private boolean grow() {
        if (words.length >= WORDS_MAX) {
            writer.fail(new IOException("a transaction touched more than " + WORDS_MAX / 2 + " rows"), SMALLER);
            return false;
        }
        try {
            words = Arrays.copyOf(words, 2 * words.length);
            return true;
        } catch (OutOfMemoryError e) {
            writer.fail(new IOException("there is no memory for a transaction of " + words.length / 2 + " rows", e),
                SMALLER);
            return false;
        }
    }

    /** Nothing follows version 2^32 - 1. */
    private void checkWritten(int version) {
        if (version == 0) {
            writer.fail(new IOException("a row or prefix was written 2^32 times"), SMALLER);
        }
    }
}
