package io.baton.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.park.Parking;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Writes a history: one thread takes the blocks that recorders have filled and appends them to the file. Memory is
 * bounded by one block for each client and some to hand over; a recorder that finds none waits.
 *
 * <p>If the file cannot be written any further, because the disk is full for example, the rest of the history is
 * dropped and nobody waits any more: {@link HistoryRecorder#begin} and {@link #close} throw.
 */
public final class HistoryWriter implements AutoCloseable {

    /** 8 MiB: a disk may pause for a while before clients do. */
    private static final int BLOCKS_TO_HAND_OVER = 64;
    private static final String MAKE_ROOM = "make room or record elsewhere";

    /** Why nothing more is written. */
    private record Failure(String message, IOException cause) {
    }

    private final Path path;
    private final long beginNanos;
    private final HistoryOutput file;
    private final Parking parking;
    /** Guards the queues. */
    private final Lock lock;
    /** A block has come to a queue, or left one. */
    private final Condition changed;
    /** Blocks that a queue has room for. */
    private final int blocksMax;
    private final Queue<Block> free;
    private final Queue<Block> full;
    private final AtomicInteger blocksLeft;
    /** Handed over to end the thread. */
    private final Block last = new Block(BlockHeader.BYTES);
    private final Thread thread;
    @GuardedBy("this")
    private final List<HistoryRecorder> recorders = new ArrayList<>();
    @GuardedBy("this")
    private boolean closed;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    /** Counted by the thread; read by others once it has ended. */
    private long transactions;

    /**
     * Creates a file and writes the names of the tables.
     *
     * @param path where there is nothing yet
     * @param tables the tables by number
     * @param clientsMax most recorders
     * @param nowNanos the engine's clock; times in the file count from here
     * @param threads makes the writing thread
     * @throws UnwritableHistoryException if there is something at the path already, or the file cannot be created;
     *     if the names cannot be written, the first {@link HistoryRecorder#begin} throws it
     */
    public HistoryWriter(
            Path path, List<RecordedTable> tables, int clientsMax, long nowNanos, ThreadFactory threads) {
        this(path, HistoryFile::create, tables, clientsMax, nowNanos, threads, Parking.onMachine());
    }

    /**
     * Opens an output and writes the names of the tables.
     *
     * @param path where there is nothing yet
     * @param opener opens it
     * @param tables the tables by number
     * @param clientsMax most recorders
     * @param nowNanos the engine's clock; times in the file count from here
     * @param threads makes the writing thread
     * @param parking how threads wait for it
     * @throws UnwritableHistoryException if there is something at the path already, or the output cannot be opened;
     *     if the names cannot be written, the first {@link HistoryRecorder#begin} throws it
     */
    public HistoryWriter(Path path, HistoryOutput.Opener opener, List<RecordedTable> tables, int clientsMax,
            long nowNanos, ThreadFactory threads, Parking parking) {
        this.parking = parking;
        this.lock = parking.newLock();
        this.changed = lock.newCondition();
        this.path = path;
        this.beginNanos = nowNanos;
        final int blocks = clientsMax + BLOCKS_TO_HAND_OVER;
        this.free = new ArrayDeque<>(blocks);
        // Besides the blocks that come back there may be an outsize one of each client.
        this.blocksMax = blocks + clientsMax + 1;
        this.full = new ArrayDeque<>(blocksMax);
        this.blocksLeft = new AtomicInteger(blocks);
        final ByteBuffer names = FileHeader.block(tables);
        file = opener.open(path);
        boolean started = false;
        try {
            append(names);
            thread = threads.newThread(this::run);
            thread.start();
            started = true;
        } finally {
            if (!started) {
                abandon();
            }
        }
    }

    /** Closes the file, as there is no thread to write it: what has happened is thrown already. */
    private void abandon() {
        try {
            file.close();
        } catch (IOException e) {
            fail(e, MAKE_ROOM);
        }
    }

    /**
     * Makes a recorder.
     *
     * @param client the client's number, used once
     * @return the recorder
     */
    public synchronized HistoryRecorder recorder(int client) {
        final HistoryRecorder recorder = new HistoryRecorder(this, client);
        recorders.add(recorder);
        return recorder;
    }

    /**
     * Writes what is left and closes the file. No transaction is under way. Closing twice does nothing.
     *
     * @throws UnwritableHistoryException if the history could not be written; the file is closed all the same
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        recorders.forEach(HistoryRecorder::flush);
        put(full, last);
        parking.awaitEnd(thread);
        finish();
    }

    long beginNanos() {
        return beginNanos;
    }

    /** Throws if the history cannot be written any further. */
    void check() {
        final Failure failed = failure.get();
        if (failed != null) {
            throw new UnwritableHistoryException(failed.message, failed.cause);
        }
    }

    /** Ends the history here: nothing more is written. The first reason counts. */
    void fail(IOException reason, String advice) {
        failure.compareAndSet(null, new Failure("the history cannot be written to " + path
            + " any further (" + reason.getMessage() + "), and no call is taken without it; " + advice, reason));
    }

    /** Gives an empty block for a transaction of so many words; waits for one if need be. */
    Block block(int words) {
        final int bytes = Block.bytesFor(words);
        if (bytes > Block.BYTES) {
            return new Block(bytes);
        }
        final Block block = poll(free);
        if (block != null) {
            return block;
        }
        return blocksLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? new Block(Block.BYTES) : take(free);
    }

    /** Takes over a filled block. */
    void write(Block block) {
        put(full, block);
    }

    private void run() {
        for (Block block = take(full); block != last; block = take(full)) {
            if (append(block.finish())) {
                transactions += block.transactions;
            }
            if (block.standard()) {
                put(free, block);
            }
        }
    }

    /** Writes, unless the history has failed; whatever is thrown fails it, so that the thread goes on taking blocks. */
    private boolean append(ByteBuffer bytes) {
        if (failure.get() != null) {
            return false;
        }
        try {
            file.append(bytes);
            return true;
        } catch (IOException e) {
            fail(e, MAKE_ROOM);
        } catch (RuntimeException | Error e) {
            fail(new IOException(e.toString(), e), MAKE_ROOM);
        }
        return false;
    }

    private void finish() {
        try (HistoryOutput open = file) {
            if (append(FileHeader.endBlock(transactions))) {
                open.finish();
            }
        } catch (IOException e) {
            fail(e, MAKE_ROOM);
        }
        check();
    }

    private @Nullable Block poll(Queue<Block> queue) {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits through interrupts: half a history is none. */
    private Block take(Queue<Block> queue) {
        lock.lock();
        try {
            while (queue.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            changed.signalAll();
            return queue.remove();
        } finally {
            lock.unlock();
        }
    }

    private void put(Queue<Block> queue, Block block) {
        lock.lock();
        try {
            // Blocks of outsize transactions come beside the others: a client that fills them waits for the disk, too.
            while (queue.size() >= blocksMax) {
                changed.awaitUninterruptibly();
            }
            queue.add(block);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
