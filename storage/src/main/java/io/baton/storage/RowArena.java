package io.baton.storage;

import io.baton.storage.memory.Memory;
import java.util.Arrays;

/**
 * Off-heap memory for the row images of one transaction at a time. It grows in chunks, so that addresses stay valid
 * until {@link #reset}, which keeps chunks for the next transaction. One thread.
 */
public final class RowArena implements AutoCloseable {
    /** Size of the first chunk in bytes; each further one is twice as large as the one before, up to the limit. */
    public static final int FIRST_CHUNK_BYTES = 64 * 1024;
    /** Size of the largest chunks in bytes. */
    public static final int CHUNK_BYTES_MAX = 4 * 1024 * 1024;
    /** Bytes that an arena keeps for the next transaction; chunks beyond that are freed by {@link #reset}. */
    public static final long KEPT_BYTES_MAX = 16 * 1024 * 1024;
    /** Most bytes that one arena may hold. */
    public static final long ARENA_BYTES_MAX = 1L << 30;

    private final Lifetime storage;
    private final long bytesMax;
    /** The name of the images in messages. */
    private final String what;
    /** Of images that are made outside a transaction of its own. */
    private Lifetime own = newLifetime();
    private final Lifetime transaction =
        new Lifetime("this row's transaction has ended; rows are valid until their procedure returns");
    /** Whether images that are made now are of a transaction. */
    private boolean inTransaction;
    private long[] chunks = new long[4];
    private int[] chunkBytes = new int[4];
    private int chunkCount;
    private int current = -1;
    private long next;
    private long end;
    private long totalBytes;

    RowArena(Lifetime storage) {
        this(storage, ARENA_BYTES_MAX, "row images");
    }

    RowArena(Lifetime storage, long bytesMax, String what) {
        this.storage = storage;
        this.bytesMax = bytesMax;
        this.what = what;
    }

    /**
     * Wraps a row around a new writable image that is a copy of the source; nothing of it counts as changed.
     *
     * @throws IllegalStateException if the source is not wrapped, or the arena is closed
     * @throws TransactionTooLargeException if the arena is at its limit
     */
    public void copy(Row into, Row source) {
        long from = source.readable(into.schema().name());
        long image = allocate(into.schema());
        Memory.copy(from, image, into.schema().imageBytes());
        into.wrap(lifetime(), image, true);
        into.clean();
    }

    /** Like {@link #copy}, but the image cannot be changed. */
    public void copyForReading(Row into, Row source) {
        copy(into, source);
        into.wrap(lifetime(), into.address(), false);
    }

    /**
     * Begins a transaction of the calling thread.
     *
     * @return the lifetime of all rows that the transaction sees, the same for every transaction of the arena;
     *     {@link #reset} ends the transaction. No other thread may use its rows
     * @throws IllegalStateException if the arena is closed
     */
    public Lifetime begin() {
        own.check();
        transaction.beginTerm();
        inTransaction = true;
        return transaction;
    }

    /** Like {@link #copy}, but the columns of the primary key keep their values. */
    public void copyWithFixedKey(Row into, Row source) {
        copy(into, source);
        into.fixKey();
    }

    /**
     * Wraps a row around a new writable image of zeros and empty strings but for the columns of the primary key, which
     * keep their values; nothing of it counts as changed.
     *
     * @throws ValueOutOfRangeException if a column cannot hold its part of the key
     */
    public void blankWithFixedKey(Row into, long packedKey) {
        blank(into);
        into.schema().writeKey(into, packedKey);
        into.clean();
        into.fixKey();
    }

    /** Does the same with the primary key of another row or image of the table, be it packed or wide. */
    public void blankWithFixedKey(Row into, Row probe) {
        TableSchema schema = into.schema();
        long from = probe.readable(schema.name());
        blank(into);
        schema.keyLayout().copy(from, into.address());
        into.fixKey();
    }

    /** Wraps a row around a new image, for reading, of which only the columns of the primary key have values. */
    public void copyKey(Row into, Row source) {
        TableSchema schema = into.schema();
        long from = source.readable(schema.name());
        long image = allocate(schema);
        schema.keyLayout().copy(from, image);
        into.wrap(lifetime(), image, false);
    }

    /** Wraps a row around a new writable image of zeros and empty strings; nothing of it counts as changed. */
    public void blank(Row into) {
        long image = allocate(into.schema());
        Memory.zero(image, into.schema().imageBytes());
        into.wrap(lifetime(), image, true);
        into.clean();
    }

    /** Forgets all images and ends the transaction; rows of it refuse to work from now on, others must not be used. */
    public void reset() {
        own.check();
        if (inTransaction) {
            transaction.endTerm();
            inTransaction = false;
        }
        if (totalBytes > KEPT_BYTES_MAX) {
            shrink();
        }
        if (current >= 0) {
            enter(0);
        }
    }

    /** Frees the memory; rows wrapped around images refuse to work from now on. Closing twice does nothing. */
    @Override
    public void close() {
        if (!own.isOpen()) {
            return;
        }
        own.end();
        transaction.end();
        for (int i = 0; i < chunkCount; i++) {
            Memory.free(chunks[i], chunkBytes[i]);
        }
        chunkCount = 0;
    }

    /** Frees the last chunks after an unusually large transaction. */
    private void shrink() {
        own.end();
        own = newLifetime();
        while (totalBytes > KEPT_BYTES_MAX) {
            chunkCount--;
            Memory.free(chunks[chunkCount], chunkBytes[chunkCount]);
            totalBytes -= chunkBytes[chunkCount];
        }
        current = Math.min(current, chunkCount - 1);
        next = 0;
        end = 0;
    }

    private static Lifetime newLifetime() {
        return new Lifetime("this row's arena is closed, or was reset after a large transaction");
    }

    private Lifetime lifetime() {
        return inTransaction ? transaction : own;
    }

    private long allocate(TableSchema schema) {
        own.check();
        storage.check();
        int bytes = schema.imageBytes() + Row.DIRTY_BYTES;
        if (bytes > end - next) {
            nextChunk(schema, bytes);
        }
        long image = next;
        next += bytes;
        return image;
    }

    private void nextChunk(TableSchema schema, int bytes) {
        while (current + 1 < chunkCount) {
            enter(current + 1);
            if (bytes <= end - next) {
                return;
            }
        }
        int size = (int) Math.min(CHUNK_BYTES_MAX, (long) FIRST_CHUNK_BYTES << Math.min(chunkCount, 16));
        size = Math.max(size, bytes);
        if (totalBytes + size > bytesMax) {
            throw new TransactionTooLargeException(schema.name(), what, bytesMax);
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunkCount);
            chunkBytes = Arrays.copyOf(chunkBytes, 2 * chunkCount);
        }
        chunks[chunkCount] = Memory.allocate(size);
        chunkBytes[chunkCount] = size;
        totalBytes += size;
        chunkCount++;
        enter(chunkCount - 1);
    }

    private void enter(int chunk) {
        current = chunk;
        next = chunks[chunk];
        end = next + chunkBytes[chunk];
    }
}
