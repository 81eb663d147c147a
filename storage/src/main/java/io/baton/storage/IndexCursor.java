package io.baton.storage;

import io.baton.storage.memory.Memory;
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
    /** Entries outside the range that are passed by before other threads have their turn in the partition. */
    private static final int REJECTED_MAX = 256;

    private final OrderedIndex index;
    private final IndexOrder order;
    private final long[] batch = new long[BATCH_MAX];
    /** A copy of the last row looked at, to break ties with when looking for the place again; it may be gone then. */
    private final @Nullable MemorySegment lastRow;

    /** A copy of a lone row, to look at while the row itself may go. */
    private final MemorySegment loneRow;

    private @Nullable IndexRange range;
    private long prefix;
    private long limit;
    private boolean filter;
    private int batchSize;
    /** Entries of the fetch under way that were outside the range. */
    private int rejected;
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
        while (!fetchOnce()) {
            Thread.onSpinWait();
        }
        batchSize = BATCH_MAX;
    }

    /** Looks into the index once; returns whether rows were fetched or the end was reached. */
    boolean fetchOnce() {
        IndexRange current = range;
        if (current == null) {
            atEnd = true;
            return true;
        }
        return (fetchLoneRow(current) || fetchPartition(current)) && (count > 0 || atEnd);
    }

    /** Fetches the prefix's only row if it has but one; returns whether it has one or none. */
    private boolean fetchLoneRow(IndexRange current) {
        long copy = loneRow.address();
        long entry = index.copyLoneRow(prefix, copy);
        if (OrderedIndex.isLoneRow(entry) && isAhead(copy, current.isDescending()) && current.matches(copy)) {
            batch[count++] = entry;
        }
        atEnd = !OrderedIndex.isPartition(entry);
        return atEnd;
    }

    /** Returns whether a row comes after the place where the scan stands. */
    private boolean isAhead(long row, boolean descending) {
        long suffix = order.suffix(row);
        if (suffix != fromSuffix) {
            return suffix > fromSuffix != descending;
        }
        int place = Node.compareTies(order, row, fromRow);
        return descending ? place < 0 : place > 0;
    }

    /** Fetches the next rows of the prefix's partition, or none if many are rejected; returns whether it has one. */
    private boolean fetchPartition(IndexRange current) {
        final long suffixBefore = fromSuffix;
        final long rowBefore = fromRow;
        rejected = 0;
        Stripe stripe = index.stripe(prefix);
        long inside = stripe.latch();
        try {
            long entry = index.entry(prefix);
            boolean found = OrderedIndex.isPartition(entry);
            if (found && current.isDescending()) {
                fetchDown(stripe, OrderedIndex.rootOf(entry), current);
            } else if (found) {
                fetchUp(stripe, OrderedIndex.rootOf(entry), current);
            }
            stripe.unlatchUnchanged();
            return found;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            count = 0;
            atEnd = false;
            fromSuffix = suffixBefore;
            fromRow = rowBefore;
            throw e;
        }
    }

    private void fetchUp(Stripe stripe, long partition, IndexRange current) {
        long leaf = stripe.leafOf(partition, fromSuffix, fromRow, true);
        int i = Node.search(order, leaf, 0, fromSuffix, fromRow, true);
        while (leaf != 0) {
            int size = Node.size(leaf);
            for (; i < size; i++) {
                long suffix = Node.leafSuffix(leaf, i);
                if (suffix > limit) {
                    atEnd = true;
                    return;
                }
                if (take(Node.leafAddress(leaf, i), suffix, current)) {
                    fromRow = rowForTies(Node.leafAddress(leaf, i), Node.AFTER_TIES);
                    return;
                }
            }
            leaf = Node.next(leaf);
            i = 0;
        }
        atEnd = true;
    }

    private void fetchDown(Stripe stripe, long partition, IndexRange current) {
        long leaf = stripe.leafOf(partition, fromSuffix, fromRow, false);
        int i = Node.search(order, leaf, 0, fromSuffix, fromRow, false) - 1;
        while (leaf != 0) {
            for (; i >= 0; i--) {
                long suffix = Node.leafSuffix(leaf, i);
                if (suffix < limit) {
                    atEnd = true;
                    return;
                }
                if (take(Node.leafAddress(leaf, i), suffix, current)) {
                    fromRow = rowForTies(Node.leafAddress(leaf, i), Node.BEFORE_TIES);
                    return;
                }
            }
            leaf = Node.previous(leaf);
            i = leaf == 0 ? -1 : Node.size(leaf) - 1;
        }
        atEnd = true;
    }

    /** Takes the entry if it is in the range; returns whether the latch is to be given back behind it. */
    private boolean take(long row, long suffix, IndexRange current) {
        if (filter && !current.matches(row)) {
            if (++rejected < REJECTED_MAX) {
                return false;
            }
        } else {
            batch[count++] = row;
            if (count < batchSize) {
                return false;
            }
        }
        fromSuffix = suffix;
        return true;
    }

    /** Returns the address of a copy of the last row looked at, made under the latch; exact orders need none. */
    private long rowForTies(long row, long ifExact) {
        if (lastRow == null) {
            return ifExact;
        }
        Memory.copy(row, lastRow.address(), index.imageBytes());
        return lastRow.address();
    }
}
