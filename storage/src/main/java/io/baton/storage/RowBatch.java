package io.baton.storage;

import io.baton.storage.memory.Memory;
import java.util.function.LongConsumer;

/**
 * Copies of a few rows of one table, off the heap: what a {@link TableCopy} takes at a time. Adding takes no memory, so
 * that it can be done inside a latch. One thread.
 */
final class RowBatch implements AutoCloseable {
    private static final int BYTES_MAX = 32 * 1024;
    private static final int ROWS_MAX = 32;

    private final int imageBytes;
    private long images;
    private int capacity;
    private int rows;
    private boolean refused;
    private long lastSuffix;

    RowBatch(int imageBytes) {
        this.imageBytes = imageBytes;
        this.capacity = Math.clamp(BYTES_MAX / imageBytes, 1, ROWS_MAX);
        this.images = Memory.allocate((long) capacity * imageBytes);
    }

    /** Forgets the rows. */
    void clear() {
        rows = 0;
        refused = false;
    }

    /** Copies a row if there is room; returns whether there was. */
    boolean add(long address) {
        if (rows == capacity) {
            refused = true;
            return false;
        }
        Memory.copy(address, images + (long) rows * imageBytes, imageBytes);
        rows++;
        return true;
    }

    /** Forgets all but the first rows. */
    void cut(int first) {
        rows = first;
    }

    int rows() {
        return rows;
    }

    /** Returns whether a row was refused since {@link #clear}. */
    boolean refused() {
        return refused;
    }

    /** Notes the suffix of the row that was added last. */
    void lastSuffix(long suffix) {
        lastSuffix = suffix;
    }

    long lastSuffix() {
        return lastSuffix;
    }

    /** Hands out the addresses of the copies. */
    void forEach(LongConsumer consumer) {
        for (int i = 0; i < rows; i++) {
            consumer.accept(images + (long) i * imageBytes);
        }
    }

    /** Doubles the room; the batch must be empty. */
    void grow() {
        long larger = Memory.allocate(2L * capacity * imageBytes);
        close();
        images = larger;
        capacity *= 2;
    }

    boolean isClosed() {
        return images == 0;
    }

    /** Frees the memory. Closing twice does nothing. */
    @Override
    public void close() {
        if (images != 0) {
            Memory.free(images, (long) capacity * imageBytes);
            images = 0;
        }
    }
}
