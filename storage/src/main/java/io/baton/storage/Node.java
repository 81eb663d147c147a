package io.baton.storage;

import java.util.Arrays;

/**
 * A node of a partition's B+tree: an ordered array of entries, each a suffix and a row address side by side.
 *
 * <p>Both kinds hold at most {@link #ENTRIES_MAX} entries and start small. Suffixes that are equal are told apart by
 * the rows, so every entry that is ever compared, also in inner nodes, must be that of a row that is there.
 */
abstract sealed class Node permits Leaf, Inner {
    static final int ENTRIES_MAX = 64;

    /** In place of a row address: before all rows with the same suffix. */
    static final long BEFORE_TIES = 0;
    /** In place of a row address: behind all rows with the same suffix. */
    static final long AFTER_TIES = -1;

    long[] entries;
    int size;

    Node(int capacity) {
        entries = new long[2 * capacity];
    }

    final long suffix(int i) {
        return entries[2 * i];
    }

    final long address(int i) {
        return entries[2 * i + 1];
    }

    final boolean full() {
        return size == ENTRIES_MAX;
    }

    /**
     * Returns the index of the first entry at or behind {@code from} that is greater than the given one, or, unless
     * {@code passEqual}, not less; {@code size} if there is none.
     */
    final int search(IndexOrder order, int from, long suffix, long address, boolean passEqual) {
        int low = from;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int difference = compare(order, middle, suffix, address);
            if (difference < 0 || (difference == 0 && passEqual)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Compares the entry at {@code i} with the given one. */
    final int compare(IndexOrder order, int i, long suffix, long address) {
        return compare(order, entries[2 * i], entries[2 * i + 1], suffix, address);
    }

    /** Compares an entry with the given one, of the same prefix. */
    static int compare(IndexOrder order, long ownSuffix, long ownAddress, long suffix, long address) {
        if (ownSuffix != suffix) {
            return ownSuffix < suffix ? -1 : 1;
        }
        if (address == BEFORE_TIES) {
            return 1;
        }
        if (address == AFTER_TIES) {
            return -1;
        }
        return order.exact() || ownAddress == address ? 0 : order.compareTies(ownAddress, address);
    }

    final void set(int i, long suffix, long address) {
        entries[2 * i] = suffix;
        entries[2 * i + 1] = address;
    }

    /** Makes room for an entry at {@code i} and stores it; the node is not full. */
    void add(int i, long suffix, long address) {
        if (2 * size == entries.length) {
            entries = Arrays.copyOf(entries, Math.min(2 * ENTRIES_MAX, 2 * entries.length));
        }
        System.arraycopy(entries, 2 * i, entries, 2 * i + 2, 2 * (size - i));
        set(i, suffix, address);
        size++;
    }

    void remove(int i) {
        System.arraycopy(entries, 2 * i + 2, entries, 2 * i, 2 * (size - i - 1));
        size--;
    }

    /** Moves the entries from {@code from} on to the front of an empty node. */
    void moveTo(Node target, int from) {
        System.arraycopy(entries, 2 * from, target.entries, 0, 2 * (size - from));
        target.size = size - from;
        size = from;
    }
}
