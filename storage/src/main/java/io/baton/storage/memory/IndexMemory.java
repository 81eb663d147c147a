package io.baton.storage.memory;

import java.util.Arrays;

/**
 * Off-heap memory for the hash tables and nodes of all indexes of a storage: blocks of 64 bytes times a power of two,
 * the <em>size class</em>, aligned to 64 bytes. A block that was given back is used again, whole or split, but no
 * memory returns to the system before {@link #close}: who reads an index without its latch may read a block that is
 * now something else, and sees that by the stamp, but never memory that is gone.
 *
 * <pre>
 *   free[class] --> | next free block | ... |      a slab from the system is one block of its class
 * </pre>
 */
public class IndexMemory extends Latch implements AutoCloseable {
    // Ownership: all fields and the first 8 bytes of free blocks are changed inside the latch. An error in the middle
    // loses at most the block at hand, until close.
    public static final int BLOCK_BYTES_MIN = 64;
    /** The size class of the largest nodes of trees: of a free block of this class or more any node can be made. */
    public static final int NODE_CLASS_MAX = 4;
    /** Sizes of {@link #take}: up to 64 TB. */
    private static final int SIZE_CLASSES = 41;
    private static final int SLAB_CLASS_MIN = 10;
    private static final int SLAB_CLASS_MAX = 15;
    /** A slab is at most this part of what there is, so that a small storage stays small. */
    private static final int SLAB_SHARE = 8;

    private final MemoryAccount account;
    private final long[] free = new long[SIZE_CLASSES];
    private long[] slabs = new long[16];
    private long[] slabBytes = new long[16];
    private int slabCount;
    private long totalBytes;
    /** In free blocks of which any node can be made. */
    private long reusableBytes;

    public IndexMemory(MemoryAccount account) {
        this.account = account;
    }

    /** Returns the bytes of a block of a size class. */
    public static long bytes(int sizeClass) {
        return (long) BLOCK_BYTES_MIN << sizeClass;
    }

    public MemoryAccount account() {
        return account;
    }

    /**
     * Returns whether an insert may start: whether less is in use than the limit. Memory that was taken for indexes
     * beyond it and is free again counts as not in use. Approximate while others take and give.
     */
    public boolean admits() {
        return account.admits(reusableBytes);
    }

    /** Returns a block of undefined content; takes memory beyond the account's limit if need be. */
    public long take(int sizeClass) {
        return take(sizeClass, false);
    }

    /** Returns a block of undefined content, or 0 if it needs memory from the system that the limit refuses. */
    public long tryTake(int sizeClass) {
        return take(sizeClass, true);
    }

    private long take(int sizeClass, boolean bounded) {
        long inside = latch();
        try {
            int from = sizeClass;
            while (from < SIZE_CLASSES && free[from] == 0) {
                from++;
            }
            if (from == SIZE_CLASSES) {
                from = Math.max(sizeClass, slabClass());
                if (!grow(from, bounded)) {
                    unlatch();
                    return 0;
                }
            }
            long block = free[from];
            free[from] = Memory.getLong(block);
            reusableBytes -= reusable(from);
            while (from > sizeClass) {
                from--;
                push(block + bytes(from), from);
            }
            unlatch();
            return block;
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    /** Takes back a block. */
    public void give(long block, int sizeClass) {
        long inside = latch();
        try {
            push(block, sizeClass);
            unlatch();
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }

    private void push(long block, int sizeClass) {
        Memory.putLong(block, free[sizeClass]);
        free[sizeClass] = block;
        reusableBytes += reusable(sizeClass);
    }

    private static long reusable(int sizeClass) {
        return sizeClass < NODE_CLASS_MAX ? 0 : bytes(sizeClass);
    }

    private int slabClass() {
        long units = totalBytes / SLAB_SHARE / BLOCK_BYTES_MIN;
        return Math.clamp(63 - Long.numberOfLeadingZeros(units | 1), SLAB_CLASS_MIN, SLAB_CLASS_MAX);
    }

    /** Makes a free block of a size class out of memory from the system; returns whether the limit allows it. */
    private boolean grow(int sizeClass, boolean bounded) {
        if (slabCount == slabs.length) {
            long[] moreBytes = Arrays.copyOf(slabBytes, 2 * slabCount);
            slabs = Arrays.copyOf(slabs, 2 * slabCount);
            slabBytes = moreBytes;
        }
        long bytes = bytes(sizeClass) + BLOCK_BYTES_MIN;
        if (!bounded) {
            account.take(bytes);
        } else if (!account.tryTake(bytes)) {
            return false;
        }
        long slab = 0;
        try {
            slab = Memory.allocate(bytes);
        } finally {
            if (slab == 0) {
                account.give(bytes);
            }
        }
        slabs[slabCount] = slab;
        slabBytes[slabCount] = bytes;
        slabCount++;
        totalBytes += bytes;
        push(slab + BLOCK_BYTES_MIN - 1 & -BLOCK_BYTES_MIN, sizeClass);
        return true;
    }

    /** Gives all memory back to the system; indexes are not read or changed afterwards. Closing twice does nothing. */
    @Override
    public void close() {
        long inside = latch();
        try {
            while (slabCount > 0) {
                slabCount--;
                Memory.free(slabs[slabCount], slabBytes[slabCount]);
            }
            account.give(totalBytes);
            totalBytes = 0;
            reusableBytes = 0;
            Arrays.fill(free, 0);
            unlatch();
        } catch (Throwable e) {
            stamp = inside + 1;
            throw e;
        }
    }
}
