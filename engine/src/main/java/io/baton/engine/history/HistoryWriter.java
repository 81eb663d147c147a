package io.baton.engine.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes a history: one thread takes the blocks that recorders have filled and appends them to the file. Memory is
 * bounded by one block for each client and some to hand over; a recorder that finds none waits. If the file cannot
 * be written, the rest of the history is dropped and {@link #close} says so.
 */
public final class HistoryWriter implements AutoCloseable {

    /** 8 MiB: a disk may pause for a while before clients do. */
    private static final int BLOCKS_TO_HAND_OVER = 64;

    private final Path path;
    private final long beginNanos;
    private final HistoryFile file;
    private final BlockingQueue<Block> free;
    private final BlockingQueue<Block> full;
    private final AtomicInteger blocksLeft;
    /** Handed over to end the thread. */
    private final Block last = new Block(BlockHeader.BYTES);
    private final Thread thread;
    @GuardedBy("this")
    private final List<HistoryRecorder> recorders = new ArrayList<>();
    @GuardedBy("this")
    private boolean closed;
    /** Written by the thread; read by others once it has ended. */
    private @Nullable IOException failure;
    private long transactions;

    /**
     * Creates the file, or empties it, and writes the names of the tables.
     *
     * @param path where
     * @param tables the tables by number
     * @param clientsMax most recorders
     * @param nowNanos the engine's clock; times in the file count from here
     * @param threads makes the writing thread
     * @throws UncheckedIOException if the file cannot be written
     */
    public HistoryWriter(
            Path path, List<HistoryTable> tables, int clientsMax, long nowNanos, ThreadFactory threads) {
        this.path = path;
        this.beginNanos = nowNanos;
        final int blocks = clientsMax + BLOCKS_TO_HAND_OVER;
        this.free = new ArrayBlockingQueue<>(blocks);
        // Besides the blocks that come back there may be an outsize one of each client.
        this.full = new ArrayBlockingQueue<>(blocks + clientsMax + 1);
        this.blocksLeft = new AtomicInteger(blocks);
        try {
            file = HistoryFile.create(path);
            file.append(FileHeader.block(tables));
        } catch (IOException e) {
            throw new UncheckedIOException("the history cannot be written to " + path + ": " + e.getMessage(), e);
        }
        thread = threads.newThread(this::run);
        thread.start();
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
     * @throws UncheckedIOException if the history could not be written
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        recorders.forEach(HistoryRecorder::flush);
        put(full, last);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        finish();
    }

    long beginNanos() {
        return beginNanos;
    }

    /** Gives an empty block for a transaction of so many words; waits for one if need be. */
    Block block(int words) {
        final int bytes = Block.bytesFor(words);
        if (bytes > Block.BYTES) {
            return new Block(bytes);
        }
        final Block block = free.poll();
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
            if (failure == null) {
                try {
                    file.append(block.finish());
                    transactions += block.transactions;
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (block.standard()) {
                put(free, block);
            }
        }
    }

    private void finish() {
        try (HistoryFile open = file) {
            if (failure == null) {
                open.append(FileHeader.endBlock(transactions));
            }
        } catch (IOException e) {
            failure = e;
        }
        final IOException failed = failure;
        if (failed != null) {
            throw new UncheckedIOException(
                "the history could not be written to " + path + ": " + failed.getMessage(), failed);
        }
    }

    /** Waits through interrupts: half a history is none. */
    private static <T> T take(BlockingQueue<T> queue) {
        boolean interrupted = false;
        while (true) {
            try {
                final T taken = queue.take();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return taken;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private static void put(BlockingQueue<Block> queue, Block block) {
        boolean interrupted = false;
        while (true) {
            try {
                queue.put(block);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
