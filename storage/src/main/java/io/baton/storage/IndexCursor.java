package io.baton.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the rows of an {@link IndexRange}. Reusable, one thread; allocates nothing after construction.
 *
 * <p>A cursor takes entries in batches and looks for its place again after each, so concurrent changes never break
 * it: it returns every row that is in the range from {@link #open} to the end exactly once and in order. Whether it
 * returns rows that come or go in between is open, and the address of a row that went since its batch was fetched
 * leads nowhere; the engine's locks on the prefix rule that out.
 */
public final class IndexCursor {
    /** Many scans want one row only. */
    private static final int FIRST_BATCH = 4;
    private static final int BATCH_MAX = 64;

    private final OrderedIndex index;
    private final IndexOrder order;
    private final long[] batch = new long[BATCH_MAX];
    /** A copy of the last row seen, to break ties with when looking for the place again; its row may be gone then. */
    private final @Nullable MemorySegment lastRow;

    /** A copy of a lone row, to look at while the row itself may go. */
    private final MemorySegment loneRow;

    private @Nullable IndexRange range;
    private long prefix;
    private long limit;
    private boolean filter;
    private int batchSize;
    private int count;
    private int position;
    /** Where to go on: behind this suffix and row, in the direction of the scan. */
    private long fromSuffix;
    private long fromRow;
    private boolean atEnd = true;

    /** Makes a cursor that is not open. */
    public IndexCursor(OrderedIndex index) {
        this.index = index;
        this.order = index.order();
        this.loneRow = Arena.ofAuto().allocate(index.imageBytes(), 8);
        this.lastRow = order.exact() ? null : Arena.ofAuto().allocate(index.imageBytes(), 8);
    }

    /**
     * Places the cursor before the first row of the range.
     *
     * @throws IllegalArgumentException if the range is of another index
     * @throws IllegalStateException if fewer than the scan columns are bound, or storage is closed
     */
    public void open(IndexRange newRange) {
        if (newRange.schema() != index.schema()) {
            throw new IllegalArgumentException("a range of %s was given to a cursor of %s"
                .formatted(newRange.schema(), index.schema()));
        }
        index.lifetime().check();
        range = newRange;
        prefix = newRange.prefix();
        filter = newRange.needsFilter();
        boolean descending = newRange.isDescending();
        fromSuffix = descending ? newRange.highSuffix() : newRange.lowSuffix();
        fromRow = descending ? Node.AFTER_TIES : Node.BEFORE_TIES;
        limit = descending ? newRange.lowSuffix() : newRange.highSuffix();
        batchSize = FIRST_BATCH;
        count = 0;
        position = -1;
        atEnd = newRange.isEmpty();
    }

    /**
     * Goes to the next row.
     *
     * @return false if there is none; then {@link #address} has no meaning
     * @throws IllegalStateException if storage is closed
     */
    public boolean next() {
        if (++position < count) {
            return true;
        }
        if (!atEnd) {
            fetch();
        } else {
            count = 0;
        }
        position = 0;
        return count > 0;
    }

    /**
     * Returns the address of the row that the cursor is at.
     *
     * @throws IllegalStateException if the last call of {@link #next} did not return true
     */
    public long address() {
        if (position < 0 || position >= count) {
            throw new IllegalStateException("the cursor of %s is not at a row".formatted(index.schema()));
        }
        return batch[position];
    }

    private void fetch() {
        index.lifetime().check();
        count = 0;
        IndexRange current = range;
        if (current == null || fetchLoneRow(current)) {
            atEnd = true;
            return;
        }
        Partition partition = index.latched(prefix);
        if (partition == null) {
            atEnd = true;
            return;
        }
        try {
            if (current.isDescending()) {
                fetchDown(partition, current);
            } else {
                fetchUp(partition, current);
            }
        } finally {
            partition.unlatch();
        }
        batchSize = BATCH_MAX;
    }

    /** Fetches the prefix's only row if it has but one; returns whether it has one or none. */
    private boolean fetchLoneRow(IndexRange current) {
        long entry = index.entry(prefix);
        while (OrderedIndex.isLoneRow(entry)) {
            long copy = loneRow.address();
            if (index.copyLoneRow(prefix, entry, copy)) {
                int place = Node.compare(order, order.suffix(copy), copy, fromSuffix, fromRow);
                if ((current.isDescending() ? place < 0 : place > 0) && current.matches(copy)) {
                    batch[count++] = entry;
                }
                return true;
            }
            entry = index.entry(prefix);
        }
        return entry == Table.ABSENT;
    }

    private void fetchUp(Partition partition, IndexRange current) {
        Leaf leaf = partition.leafOf(order, fromSuffix, fromRow, true);
        int i = leaf.search(order, 0, fromSuffix, fromRow, true);
        while (leaf != null) {
            for (; i < leaf.size; i++) {
                if (leaf.suffix(i) > limit) {
                    atEnd = true;
                    return;
                }
                if (take(leaf, i, current)) {
                    fromRow = rowForTies(Node.AFTER_TIES);
                    return;
                }
            }
            leaf = leaf.next;
            i = 0;
        }
        atEnd = true;
    }

    private void fetchDown(Partition partition, IndexRange current) {
        Leaf leaf = partition.leafOf(order, fromSuffix, fromRow, false);
        int i = leaf.search(order, 0, fromSuffix, fromRow, false) - 1;
        while (leaf != null) {
            for (; i >= 0; i--) {
                if (leaf.suffix(i) < limit) {
                    atEnd = true;
                    return;
                }
                if (take(leaf, i, current)) {
                    fromRow = rowForTies(Node.BEFORE_TIES);
                    return;
                }
            }
            leaf = leaf.previous;
            i = leaf == null ? -1 : leaf.size - 1;
        }
        atEnd = true;
    }

    /** Takes the entry if it is in the range; returns whether the batch is full. */
    private boolean take(Leaf leaf, int i, IndexRange current) {
        long row = leaf.address(i);
        if (filter && !current.matches(row)) {
            return false;
        }
        batch[count++] = row;
        if (count < batchSize) {
            return false;
        }
        fromSuffix = leaf.suffix(i);
        return true;
    }

    /** Returns the address of a copy of the batch's last row, made under the latch; exact orders need none. */
    private long rowForTies(long ifExact) {
        if (lastRow == null) {
            return ifExact;
        }
        Memory.copy(batch[count - 1], lastRow.address(), index.imageBytes());
        return lastRow.address();
    }
}
