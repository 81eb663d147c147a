package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import java.util.function.LongConsumer;

/**
 * An ordered index: a directory from prefix to the rows that have it: to the one row itself, if a prefix never had two
 * since it last had none, else to a partition, the root of a B+tree. Scanned through {@link IndexCursor}; changed by
 * its table only. Safe for all threads: partitions are latched by {@link Stripe}, the directory is a {@link HashIndex}.
 *
 * <pre>
 *   an entry of the directory   63                      6 5     1   0
 *                              +-------------------------+-------+---+
 *                              | address of the lone row, even   | 0 |
 *                              +-------------------------+-------+---+
 *                              | address of the root     |   0   | 1 |
 *                              +-------------------------+-------+---+
 * </pre>
 *
 * <p>The primary key's index has partitions only, as nobody declares it ordered to have one row a prefix; but that of a
 * wide key whose scans bind all columns has them for twins only.
 */
public final class OrderedIndex {
    // Ownership: an entry that leads to a partition is put, changed and removed inside the stripe of its prefix only;
    // so within it, such an entry and its nodes stay. A lone row comes and goes without the stripe.
    // A lone row leaves the directory before its memory is used again. Who makes a partition of it puts that into the
    // directory, in place of the row, inside the stripe: from then on who removes the row waits for the stripe, so the
    // row can be read. Who only reads a lone row copies it, and looks whether its segment of the directory has changed.
    private static final int STRIPES = 128;
    private static final int ATTEMPTS_BEFORE_LATCH = 64;
    /** In place of a stamp, which is even. */
    private static final long NOT_COLLECTED = -1;

    private final IndexSchema schema;
    private final IndexOrder order;
    private final Lifetime lifetime;
    private final int imageBytes;
    private final KeyLayout key;
    /** Whether a lone row has no partition. */
    private final boolean loneRows;
    private final HashIndex directory;
    private final Stripe[] stripes = new Stripe[STRIPES];
    /** Whether the index may lack rows of its table, because it is being built. */
    volatile boolean partial;
    volatile boolean dropped; // Rows leave the index and none enters it any more, as it waits to be removed.

    OrderedIndex(IndexSchema schema, TableSchema table, long prefixesExpected, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.order = schema.order();
        this.lifetime = lifetime;
        this.imageBytes = table.imageBytes();
        this.key = table.keyLayout();
        this.loneRows = !schema.primary() || hasLoneRows(table);
        this.directory = new HashIndex(memory, prefixesExpected);
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe(order, memory);
        }
    }

    /** Returns whether the primary key's index has lone rows. */
    static boolean hasLoneRows(TableSchema table) {
        IndexSchema index = table.primaryIndex();
        return index != null && table.wideKey() && index.scanColumns() == table.keyColumns();
    }

    /** Returns what the index is ordered by. */
    public IndexSchema schema() {
        return schema;
    }

    IndexOrder order() {
        return order;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    int imageBytes() {
        return imageBytes;
    }

    /** Gives back all memory. The index is not used afterwards. */
    void free() {
        directory.forEachValue(entry -> {
            if (isPartition(entry)) {
                stripes[0].free(rootOf(entry));
            }
        });
        directory.free();
    }

    /** Returns the address of the row with this suffix, or ABSENT. For the primary key, whose order is exact. */
    long find(long prefix, long suffix) {
        Stripe stripe = stripe(prefix);
        for (int attempt = 0; attempt < ATTEMPTS_BEFORE_LATCH; attempt++) {
            long before = stripe.readStamp();
            long entry = directory.find(prefix);
            long row = entry == 0 ? Table.ABSENT : stripe.findUnlatched(rootOf(entry), suffix, before);
            if (row != Stripe.CHANGED && stripe.unchangedSince(before)) {
                return row;
            }
        }
        long inside = stripe.latch();
        try {
            long entry = directory.find(prefix);
            // The address only breaks ties, and exact orders have none.
            long row = entry == 0 ? Table.ABSENT : stripe.find(rootOf(entry), suffix, 1);
            stripe.unlatchUnchanged();
            return row;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    /** Returns the address of the row with an image's wide key, or ABSENT. */
    long findRow(long prefix, long image) {
        long entry = directory.find(prefix);
        if (!isPartition(entry)) {
            return findLone(entry, image);
        }
        long suffix = order.suffix(image);
        if (order.exact() && !loneRows) {
            return find(prefix, suffix);
        }
        Stripe stripe = stripe(prefix);
        long inside = stripe.latch();
        try {
            long now = directory.find(prefix);
            long row = isPartition(now) ? stripe.find(rootOf(now), suffix, image) : findLone(now, image);
            stripe.unlatchUnchanged();
            return row;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    private long findLone(long entry, long image) {
        return entry != 0 && key.same(entry, image) ? entry : Table.ABSENT;
    }

    /** Returns what leads from prefixes to rows and partitions. */
    HashIndex directory() {
        return directory;
    }

    /** Copies the lone row of a prefix, if it has one; returns false, with nothing copied, if it has a partition. */
    boolean copyLoneRow(long prefix, TableCopy.Batch into) {
        if (!loneRows) {
            return false;
        }
        long entry = directory.copyLoneRow(prefix, into.first(), into.end(), into.room());
        if (isLoneRow(entry)) {
            into.added(entry);
        }
        return !isPartition(entry);
    }

    /**
     * Copies the rows of a prefix's partition that come after a place, in order, as far as there is room. For the
     * primary key.
     *
     * @param suffix where the place is
     * @param ties {@link Node#BEFORE_TIES} to begin with an equal suffix, {@link Node#AFTER_TIES} to begin behind it,
     *     or the address of a copy of the row to begin behind
     * @param into gets the rows, in place of what it has, and asks for room if there are more
     */
    void copyRows(long prefix, long suffix, long ties, TableCopy.Batch into) {
        Stripe stripe = stripe(prefix);
        for (int attempt = 0; attempt < TableCopy.ATTEMPTS_BEFORE_LATCH; attempt++) {
            long before = collectLeaf(stripe, prefix, suffix, ties, into);
            if (before == NOT_COLLECTED) {
                before = collectRows(stripe, prefix, suffix, ties, into, false);
            }
            into.copy();
            if (stripe.unchangedSince(before)) {
                return;
            }
        }
        collectRows(stripe, prefix, suffix, ties, into, true);
    }

    /** Adds addresses of rows without the latch, if the partition is a single leaf; returns the stamp they have. */
    private long collectLeaf(Stripe stripe, long prefix, long suffix, long ties, TableCopy.Batch into) {
        long before = stripe.readStamp();
        long entry = directory.find(prefix);
        into.clear();
        if (ties != Node.BEFORE_TIES && ties != Node.AFTER_TIES) {
            return NOT_COLLECTED;
        }
        if (isPartition(entry)) {
            long leaf = rootOf(entry);
            long head = Node.head(leaf);
            if (Node.headLevel(head) > 0 || !stripe.unchangedSince(before)) {
                return NOT_COLLECTED;
            }
            int i = ties == Node.BEFORE_TIES ? 0 : Node.searchSuffix(leaf, head, 0, suffix);
            while (i < Node.headSize(head) && into.add(Node.leafAddress(leaf, i))) {
                into.lastSuffix(Node.leafSuffix(leaf, i));
                i++;
            }
        }
        return stripe.unchangedSince(before) ? before : NOT_COLLECTED;
    }

    /** Adds addresses of rows and, if so wanted, copies them, inside the latch; returns the stamp, as it was before. */
    private long collectRows(Stripe stripe, long prefix, long suffix, long ties, TableCopy.Batch into, boolean copy) {
        long inside = stripe.latch();
        try {
            long entry = directory.find(prefix);
            into.clear();
            if (isPartition(entry)) {
                stripe.collectRows(rootOf(entry), suffix, ties, into);
            }
            if (copy) {
                into.copy();
            }
            stripe.unlatchUnchanged();
            return inside - 1;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    /** Hands out all rows of the primary key, while no other thread changes it. */
    void forEachRow(LongConsumer consumer) {
        directory.forEachValue(entry -> {
            if (isPartition(entry)) {
                Stripe.forEachRow(rootOf(entry), consumer);
            } else {
                consumer.accept(entry);
            }
        });
    }

    /** Loads the line where a look-up of the prefix begins; see {@link HashIndex#touch}. */
    long touch(long prefix) {
        return directory.touch(prefix);
    }

    /**
     * Makes room for one more row like this image, as far as the memory limit allows it; see {@link HashIndex#reserve}.
     *
     * @return false if there is no room and the limit refuses growth
     */
    boolean reserve(long image) {
        return directory.reserve(order.prefix(image));
    }

    /** Adds the row at an address; returns ABSENT, or the address of the equal row that is already there. */
    long insert(long row) {
        return insert(order.prefix(row), row);
    }

    /** Does the same for a row whose prefix is known. */
    long insert(long prefix, long row) {
        if (loneRows) {
            long lone = directory.putIfAbsent(prefix, row);
            if (lone == 0 || (isLoneRow(lone) && schema.primary() && key.same(lone, row))) {
                return lone;
            }
        }
        long suffix = order.suffix(row);
        Stripe stripe = stripe(prefix);
        long inside = stripe.latch();
        try {
            long existing = insert(stripe, prefix, suffix, row);
            stripe.unlatch();
            return existing;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    private long insert(Stripe stripe, long prefix, long suffix, long row) {
        long entry = directory.find(prefix);
        while (!isPartition(entry)) {
            if (entry == 0 && loneRows) {
                if (directory.putIfAbsent(prefix, row) == 0) {
                    return Table.ABSENT;
                }
            } else {
                addPartition(stripe, prefix, entry);
            }
            entry = directory.find(prefix);
        }
        long root = rootOf(entry);
        long existing = Table.ABSENT;
        // A store, for which there is stack: if there is none for the call, the root is not another partition's.
        stripe.root = root;
        try {
            existing = stripe.insert(root, suffix, row);
        } finally {
            // Also after an error: the root may have moved before it.
            settle(stripe, prefix, entry);
        }
        return existing;
    }

    /** Gives a prefix its partition, in place of its lone row or of nothing, if it still has that. */
    private void addPartition(Stripe stripe, long prefix, long lone) {
        long root = stripe.create();
        boolean entered = false;
        try {
            entered = lone == 0 ? directory.putIfAbsent(prefix, root | 1) == 0
                : directory.replace(prefix, lone, root | 1);
        } finally {
            if (!entered) {
                stripe.drop(root);
            }
        }
        if (entered && lone != 0) {
            stripe.insert(root, order.suffix(lone), lone);
        }
    }

    /** Puts the partition's new root in place of the entry that led to it, or removes that if no row is left. */
    private void settle(Stripe stripe, long prefix, long entry) {
        long root = stripe.root;
        if (root == Stripe.NONE) {
            directory.remove(prefix, entry);
        } else if (root != rootOf(entry)) {
            directory.replace(prefix, entry, root | 1);
        }
    }

    /** Removes the row at an address if it is there, with the content that it was added with; no other has its key. */
    boolean removeIfThere(long row) {
        return removeIfThere(order.prefix(row), row);
    }

    /** Does the same for a row whose prefix is known. */
    boolean removeIfThere(long prefix, long row) {
        return (directory.find(prefix) == row && directory.remove(prefix, row))
            || remove(prefix, order.suffix(row), row) == row;
    }

    /** Returns whether a row that was added is the only one of its prefix. */
    boolean isLone(long row) {
        return directory.find(order.prefix(row)) == row;
    }

    /** Removes the row with this suffix and returns its address, or ABSENT. For the primary key. */
    long remove(long prefix, long suffix) {
        return remove(prefix, suffix, 1);
    }

    /** Returns the directory's entry for a prefix, or 0 if it has no rows. */
    long entry(long prefix) {
        return directory.find(prefix);
    }

    /** Returns whether an entry is the address of a row, the only one of its prefix. */
    static boolean isLoneRow(long entry) {
        return entry != 0 && (entry & 1) == 0;
    }

    /** Returns whether an entry leads to a partition. */
    static boolean isPartition(long entry) {
        return (entry & 1) != 0;
    }

    /** Returns the partition that an entry leads to, for the methods of {@link Stripe}. */
    static long rootOf(long entry) {
        return entry & ~1L;
    }

    /** Returns what latches the partition of a prefix. */
    Stripe stripe(long prefix) {
        // The directory's segments and slots come from other bits.
        return stripes[(int) (HashIndex.mix(prefix) >>> 32) & STRIPES - 1];
    }

    /** Copies the lone row of a prefix to an image of the table, if it has one; returns the directory's entry. */
    long copyLoneRow(long prefix, long image) {
        return directory.copyLoneRow(prefix, 0, imageBytes, image);
    }

    private long remove(long prefix, long suffix, long row) {
        Stripe stripe = stripe(prefix);
        long inside = stripe.latch();
        try {
            long entry = directory.find(prefix);
            long removed = Table.ABSENT;
            if (isPartition(entry)) {
                removed = stripe.remove(rootOf(entry), suffix, row);
                settle(stripe, prefix, entry);
            }
            stripe.unlatch();
            return removed;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }
}
