package io.baton.storage;

import io.baton.storage.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the rows of a whole table, a few at a time and in no useful order, while transactions run: the fuzzy part of a
 * checkpoint (storage/spec/5-checkpoints.md). Every row that is there from the first call of {@link #next} to the last
 * is copied exactly once, and no key twice; whether those are copied that come or go in between is open. Between two
 * calls a copy holds nothing. One thread; call {@link #close} at the end.
 *
 * <p>At most 32 rows or 32 KB are copied at a time as they are, byte by byte; what takes longer, such as encoding them,
 * is done with the copies. No latch is held while rows are copied: the stamp of the segment of the hash table, or of
 * the stripe of the ordered index, tells afterwards whether a row came or went there meanwhile, and then the copies are
 * made once more. After a few attempts the latch is taken, so that a copy comes to its end. Nothing is allocated for a
 * row.
 *
 * <h2>Why a copy is a row of its key</h2>
 *
 * The memory of a row that is deleted is used again at once. A copy that began with one row and ended with the next in
 * the same memory would have a key that no redo mends. The stamp, or the latch, rules that out:
 *
 * <ul>
 *   <li>A copy counts only if the primary key named the row from before its first byte was read until after the last:
 *       a thread that removes a name makes the stamp odd before, and other writes to that memory follow behind.
 *   <li>{@link Table#reserve} and {@link Table#add}: the image is complete before the primary key names it, and the
 *       latch makes it visible with the name. A reserved slot that is cancelled never had a name.
 *   <li>{@link Table#delete} removes the name first, under the latch, and only then does the memory go back. A row that
 *       was removed before is not met. Its memory stays mapped until the storage is closed, so reading it does no harm.
 *   <li>{@link Table#change} and {@link Table#replace} write into the row without the latch or a stamp, so a copy may
 *       have some of what they write and not the rest. But they write the key as it was, so the copy has the right
 *       key; and the record of that transaction, which lies behind the checkpoint's begin LSN because it was not yet
 *       applied when the copying began, has every column that they change.
 * </ul>
 *
 * <p>So a copy's value may be any mixture of an old and a new one, such as a length that neither had: who encodes it
 * trusts no length beyond its column's, and who decodes it refuses no value.
 *
 * <p>A lone row of a wide key is copied while the directory names it, and looked for again if its segment has changed;
 * after as many attempts, it is copied under the segment's latch.
 *
 * <p>One thing must not happen meanwhile: {@link Table#insert} of a row that a unique index refuses, since the primary
 * key names that row for a moment. Transactions look before they add.
 */
public final class TableCopy implements AutoCloseable {
    static final int ATTEMPTS_BEFORE_LATCH = 8;

    private final Lifetime lifetime;
    private final HashIndex directory;
    /** Null if the directory leads to the rows themselves. */
    private final @Nullable OrderedIndex ordered;
    private final HashIndex.Walk prefixes;
    private final Batch batch;
    /** Keeps the last row that was copied of a partition under way, if it takes the row to find the place again. */
    private final @Nullable MemorySegment lastRow;
    private int segment;
    /** Where in the segment to go on, in the order of {@link HashIndex.Walk}. */
    private long place;
    private boolean inPartition;
    private long prefix;
    private long lastSuffix;
    private long ties;

    /**
     * Makes a copy that has not begun.
     *
     * @throws IllegalStateException if storage is closed
     */
    public TableCopy(Table table) {
        this(table, 0, table.schema().imageBytes());
    }

    /**
     * Makes a copy of a table's primary keys alone: of what {@link #next} hands over, the columns of the key count,
     * and no others may be read.
     *
     * @throws IllegalStateException if storage is closed
     */
    public static TableCopy ofKeys(Table table) {
        return new TableCopy(table, table.key.firstByte(), table.key.endByte());
    }

    private TableCopy(Table table, int first, int end) {
        this.lifetime = table.lifetime;
        lifetime.check();
        this.directory = table.primary.directory();
        this.ordered = table.primary.ordered();
        this.prefixes = new HashIndex.Walk(directory);
        this.batch = new Batch(first, end);
        this.lastRow = ordered == null || ordered.order().exact() ? null : Arena.ofAuto().allocate(batch.bytes, 8);
    }

    /**
     * Copies the next rows.
     *
     * @param consumer gets the address of each copy, an image of the table's schema that does not change and that is
     *     there until the consumer returns. It is called outside of all latches
     * @return how many rows were handed over; 0 at the end
     * @throws IllegalStateException if storage or this copy is closed
     */
    public int next(LongConsumer consumer) {
        lifetime.check();
        if (batch.isClosed()) {
            throw new IllegalStateException("this copy of a table is closed");
        }
        batch.clear();
        boolean more = true;
        while (batch.rows() == 0 && more) {
            more = ordered == null ? copySlots() : copyPartition(ordered);
        }
        batch.forEach(consumer);
        return batch.rows();
    }

    /** Copies the rows of a few slots of the hash table, or of none; returns whether more may follow. */
    private boolean copySlots() {
        if (segment == directory.segments()) {
            return false;
        }
        long next = directory.segment(segment).copyRows(place, batch);
        if (batch.rows() == 0 && batch.refused()) {
            batch.grow();
            batch.clear();
            return true;
        }
        place = next;
        if (place == 0) {
            segment++;
        }
        return true;
    }

    /** Copies rows of the partition under way, or else of the next prefixes; returns whether more may follow. */
    private boolean copyPartition(OrderedIndex index) {
        if (!inPartition) {
            copyLoneRows(index);
        }
        if (!inPartition || batch.rows() > 0) {
            return false;
        }
        index.copyRows(prefix, lastSuffix, ties, batch);
        inPartition = batch.refused();
        if (inPartition) {
            lastSuffix = batch.lastSuffix();
            ties = tiesBehindLast();
        }
        return true;
    }

    /** Copies the lone rows of prefixes up to one that has a partition, which is then under way, or to the last one. */
    private void copyLoneRows(OrderedIndex index) {
        while (!inPartition && !batch.isFull() && prefixes.hasNext()) {
            prefix = prefixes.next();
            inPartition = !index.copyLoneRow(prefix, batch);
        }
        lastSuffix = Long.MIN_VALUE;
        ties = Node.BEFORE_TIES;
    }

    private long tiesBehindLast() {
        if (lastRow == null) {
            return Node.AFTER_TIES;
        }
        Memory.copy(batch.last(), lastRow.address(), batch.bytes);
        return lastRow.address() - batch.first;
    }

    /** Frees the memory of the copies. Closing twice does nothing. */
    @Override
    public void close() {
        batch.close();
    }

    /**
     * Copies of the same bytes of a few rows of one table, off the heap: what a {@link TableCopy} takes at a time.
     * Adding takes no memory, so that it can be done inside a latch. One thread.
     */
    static final class Batch implements AutoCloseable {
        private static final int BYTES_MAX = 32 * 1024;
        private static final int ROWS_MAX = 32;

        private final int first;
        private final int end;
        /** Bytes of a copy. */
        private final int bytes;
        private long copies;
        private long[] addresses;
        private int capacity;
        private int rows;
        private boolean refused;
        private long lastSuffix;

        Batch(int first, int end) {
            this.first = first;
            this.end = end;
            this.bytes = end - first;
            this.capacity = Math.clamp(BYTES_MAX / bytes, 1, ROWS_MAX);
            this.addresses = new long[capacity];
            this.copies = Memory.allocate((long) capacity * bytes);
        }

        /** Returns the first byte of a row that is copied. */
        int first() {
            return first;
        }

        /** Returns the byte behind the last one of a row that is copied. */
        int end() {
            return end;
        }

        /** Forgets the rows. */
        void clear() {
            rows = 0;
            refused = false;
        }

        /** Adds the address of a row if there is room; returns whether there was. */
        boolean add(long address) {
            if (rows == capacity) {
                refused = true;
                return false;
            }
            addresses[rows] = address;
            rows++;
            return true;
        }

        /** Returns whether no row can be added. */
        boolean isFull() {
            return rows == capacity;
        }

        /** Returns where the next row would begin in its copy, if the batch is not full. */
        long room() {
            return place(rows) - first;
        }

        /** Adds a row that was copied there. */
        void added(long address) {
            addresses[rows] = address;
            rows++;
        }

        /** Returns the address of the last copy. */
        long last() {
            return place(rows - 1);
        }

        private long place(int row) {
            return copies + (long) row * bytes;
        }

        /** Copies the rows whose addresses were added. */
        void copy() {
            for (int i = 0; i < rows; i++) {
                Memory.copy(addresses[i] + first, place(i), bytes);
            }
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

        /** Hands out where the rows would begin in their copies. */
        void forEach(LongConsumer consumer) {
            for (int i = 0; i < rows; i++) {
                consumer.accept(place(i) - first);
            }
        }

        /** Doubles the room; the batch must be empty. */
        void grow() {
            long larger = Memory.allocate(2L * capacity * bytes);
            close();
            copies = larger;
            capacity *= 2;
            addresses = new long[capacity];
        }

        boolean isClosed() {
            return copies == 0;
        }

        /** Frees the memory. Closing twice does nothing. */
        @Override
        public void close() {
            if (copies != 0) {
                Memory.free(copies, (long) capacity * bytes);
                copies = 0;
            }
        }
    }
}
