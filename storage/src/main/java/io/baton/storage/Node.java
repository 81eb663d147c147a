package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Memory;

/**
 * The layout of a node of a partition's B+tree: a block of {@link IndexMemory} with an ordered array of entries. A
 * partition's only leaf starts small and moves to larger blocks; all other nodes have the largest size.
 *
 * <pre>
 *   0      4       5       6   8            16       24          32
 *  +------+-------+-------+---+------------+--------+-----------+-----------
 *  | size | level | class | 0 | previous   | next   | last leaf | entries ...     previous, next: neighbours of a leaf
 *  |      |       |       |   | / greatest |        |           |                 last leaf: of the tree, in its root
 *  +------+-------+-------+---+------------+--------+-----------+-----------      greatest: no suffix of the tree is
 *                                                                                 greater, in its root above leaves
 *   entry of a leaf, level 0      | suffix | row address |             16 bytes
 *   entry of an inner node        | suffix | row address | child |     24 bytes
 * </pre>
 *
 * <p>Entry {@code i} of an inner node is the smallest entry below child {@code i}, for {@code i} of at least 1; entry 0
 * is never compared. Suffixes that are equal are told apart by the rows, so every entry that is ever compared must be
 * that of a row that is there: those of inner nodes stay exact when rows go, because a stale one could name a row whose
 * memory is reused.
 */
final class Node {
    static final int SMALLEST_CLASS = 0;
    static final int LARGEST_CLASS = IndexMemory.NODE_CLASS_MAX;

    /** In place of a row address: before all rows with the same suffix. */
    static final long BEFORE_TIES = 0;
    /** In place of a row address: behind all rows with the same suffix. */
    static final long AFTER_TIES = -1;

    private static final int LEVEL = 4;
    private static final int CLASS = 5;
    private static final int PREVIOUS = 8;
    private static final int GREATEST = 8;
    private static final int NEXT = 16;
    private static final int LAST = 24;
    private static final int HEADER_BYTES = 32;
    private static final int ADDRESS = 8;
    private static final int CHILD = 16;
    private static final int LEAF_ENTRY_BYTES = 16;
    private static final int INNER_ENTRY_BYTES = 24;
    /** Entries that are close together in memory. */
    private static final int NEAR = 8;

    private Node() {
    }

    /** Makes a block a node without entries. */
    static void clear(long node, int level, int sizeClass) {
        Memory.putLong(node, (long) sizeClass << (8 * CLASS) | (long) level << (8 * LEVEL));
        Memory.putLong(node + PREVIOUS, 0);
        Memory.putLong(node + NEXT, 0);
        Memory.putLong(node + LAST, 0);
    }

    /** Returns size and level in one load, for {@link #headSize} and {@link #headLevel}. */
    static long head(long node) {
        return Memory.getLong(node);
    }

    static int headSize(long head) {
        return (int) head;
    }

    static int headLevel(long head) {
        return (int) (head >>> (8 * LEVEL)) & 0xFF;
    }

    static int size(long node) {
        return Memory.getInt(node);
    }

    static int level(long node) {
        return Memory.getByte(node + LEVEL);
    }

    static int sizeClass(long node) {
        return Memory.getByte(node + CLASS);
    }

    /** Returns how many entries a node of a level and size class can have. */
    static int capacity(int level, int sizeClass) {
        return (int) (IndexMemory.bytes(sizeClass) - HEADER_BYTES) / entryBytes(level);
    }

    static boolean full(long node) {
        return size(node) == capacity(level(node), sizeClass(node));
    }

    static long previous(long leaf) {
        return Memory.getLong(leaf + PREVIOUS);
    }

    static void setPrevious(long leaf, long previous) {
        Memory.putLong(leaf + PREVIOUS, previous);
    }

    static long next(long leaf) {
        return Memory.getLong(leaf + NEXT);
    }

    static void setNext(long leaf, long next) {
        Memory.putLong(leaf + NEXT, next);
    }

    static long last(long root) {
        return Memory.getLong(root + LAST);
    }

    static void setLast(long root, long leaf) {
        Memory.putLong(root + LAST, leaf);
    }

    static long greatest(long innerRoot) {
        return Memory.getLong(innerRoot + GREATEST);
    }

    static void setGreatest(long innerRoot, long suffix) {
        Memory.putLong(innerRoot + GREATEST, suffix);
    }

    static int entryBytes(int level) {
        return level == 0 ? LEAF_ENTRY_BYTES : INNER_ENTRY_BYTES;
    }

    private static long entry(long node, int i) {
        return entry(node, i, entryBytes(level(node)));
    }

    private static long entry(long node, int i, int entryBytes) {
        return node + HEADER_BYTES + (long) i * entryBytes;
    }

    static long suffix(long node, int i) {
        return Memory.getLong(entry(node, i));
    }

    static long address(long node, int i) {
        return Memory.getLong(entry(node, i) + ADDRESS);
    }

    static long leafSuffix(long leaf, int i) {
        return Memory.getLong(entry(leaf, i, LEAF_ENTRY_BYTES));
    }

    static long leafAddress(long leaf, int i) {
        return Memory.getLong(entry(leaf, i, LEAF_ENTRY_BYTES) + ADDRESS);
    }

    static long child(long inner, int i) {
        return Memory.getLong(entry(inner, i, INNER_ENTRY_BYTES) + CHILD);
    }

    static void set(long node, int i, long suffix, long address) {
        long entry = entry(node, i);
        Memory.putLong(entry, suffix);
        Memory.putLong(entry + ADDRESS, address);
    }

    /** Makes room for an entry at {@code i} and stores it; the leaf is not full. */
    static void add(long leaf, int i, long suffix, long address) {
        open(leaf, i, 0);
        set(leaf, i, suffix, address);
    }

    /** Adds a child that was just split off; its entry 0 is the smallest below it. The inner node is not full. */
    static void addChild(long inner, int i, long child) {
        open(inner, i, level(inner));
        set(inner, i, suffix(child, 0), address(child, 0));
        Memory.putLong(entry(inner, i, INNER_ENTRY_BYTES) + CHILD, child);
    }

    private static void open(long node, int i, int level) {
        int size = size(node);
        int bytes = entryBytes(level);
        if (i < size) {
            Memory.copy(entry(node, i, bytes), entry(node, i + 1, bytes), (long) (size - i) * bytes);
        }
        Memory.putInt(node, size + 1);
    }

    static void remove(long node, int i) {
        int size = size(node);
        int bytes = entryBytes(level(node));
        if (i + 1 < size) {
            Memory.copy(entry(node, i + 1, bytes), entry(node, i, bytes), (long) (size - i - 1) * bytes);
        }
        Memory.putInt(node, size - 1);
    }

    /** Moves the entries from {@code from} on to the front of an empty node of the same level. */
    static void move(long node, int from, long target) {
        int size = size(node);
        int bytes = entryBytes(level(node));
        Memory.copy(entry(node, from, bytes), entry(target, 0, bytes), (long) (size - from) * bytes);
        Memory.putInt(target, size - from);
        Memory.putInt(node, from);
    }

    /**
     * Returns the index of the first entry at or behind {@code from} that is greater than the given one, or, unless
     * {@code passEqual}, not less; the node's size if there is none.
     */
    static int search(IndexOrder order, long node, int from, long suffix, long address, boolean passEqual) {
        int bytes = entryBytes(level(node));
        int size = size(node);
        boolean pass = address == AFTER_TIES || (passEqual && address != BEFORE_TIES);
        if (order.exact() || address == AFTER_TIES || address == BEFORE_TIES) {
            return pass ? upper(node, bytes, from, size, suffix) : lower(node, bytes, from, size, suffix);
        }
        int low = lower(node, bytes, from, size, suffix);
        int high = upper(node, bytes, low, size, suffix);
        while (low < high) {
            int middle = (low + high) >>> 1;
            int difference = compareTies(order, Memory.getLong(entry(node, middle, bytes) + ADDRESS), address);
            if (difference < 0 || (difference == 0 && passEqual)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the index of the first entry at or behind {@code from} whose suffix is greater than the given one.
     *
     * @param head size and level as {@link #head} gave them
     */
    static int searchSuffix(long node, long head, int from, long suffix) {
        return upper(node, entryBytes(headLevel(head)), from, headSize(head), suffix);
    }

    private static int lower(long node, int bytes, int from, int size, long suffix) {
        return suffix == Long.MIN_VALUE ? from : upper(node, bytes, from, size, suffix - 1);
    }

    /**
     * A binary search whose first steps branch, because the processor then loads ahead what it guesses to be next, and
     * whose last steps do not, because they stay within two lines and half of their branches would be mispredicted.
     */
    private static int upper(long node, int bytes, int from, int size, long suffix) {
        long low = entry(node, from, bytes);
        int count = size - from;
        while (count > NEAR) {
            int half = count >>> 1;
            long middle = low + (long) half * bytes;
            if (Memory.getLong(middle - bytes) <= suffix) {
                low = middle;
                count -= half;
            } else {
                count = half;
            }
        }
        while (count > 1) {
            int half = count >>> 1;
            long middle = low + (long) half * bytes;
            low = Memory.getLong(middle - bytes) <= suffix ? middle : low;
            count -= half;
        }
        int index = (int) (low - entry(node, 0, bytes)) / bytes;
        return count == 1 && Memory.getLong(low) <= suffix ? index + 1 : index;
    }

    /** Compares the entry of a leaf at {@code i} with the given one. */
    static int compare(IndexOrder order, long leaf, int i, long suffix, long address) {
        long own = leafSuffix(leaf, i);
        return own != suffix ? (own < suffix ? -1 : 1) : compareTies(order, leafAddress(leaf, i), address);
    }

    /** Compares the row of an entry with the given one, of the same prefix and suffix. */
    static int compareTies(IndexOrder order, long ownAddress, long address) {
        if (address == BEFORE_TIES) {
            return 1;
        }
        if (address == AFTER_TIES) {
            return -1;
        }
        return order.exact() || ownAddress == address ? 0 : order.compareTies(ownAddress, address);
    }
}
