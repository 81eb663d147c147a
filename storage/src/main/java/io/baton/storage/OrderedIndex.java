package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * An ordered index: a directory from prefix to the rows that have it: to the one row itself, if a prefix never had two
 * since it last had none, else to a {@link Partition}. Scanned through {@link IndexCursor}; changed by its table only.
 * Safe for all threads: each partition has its own latch, the directory is a {@link HashIndex}.
 *
 * <pre>
 *   an entry of the directory   63                      3 2   1   0
 *                              +-------------------------+-------+---+
 *                              | address of the lone row | 0   0 | 0 |
 *                              +-------------------------+-------+---+
 *                              | number of the partition         | 1 |
 *                              +---------------------------------+---+
 * </pre>
 *
 * <p>The primary key's index has partitions only: nobody declares it ordered to have one row a prefix.
 */
public final class OrderedIndex {
    // Ownership: a thread that finds a partition latches it and then looks whether it is alive and has the prefix asked
    // for; else it was removed in between, and the directory is asked again. A thread that empties a partition marks it
    // dead and takes it out of the directory before it releases the latch.
    // A lone row leaves the directory before its memory is used again. A thread that makes a partition of it puts the
    // partition into the directory latched, in place of the row: from then on a thread that removes the row waits for
    // that latch, so the row can be read. A thread that only reads a lone row copies it and looks whether its segment
    // has changed meanwhile.
    private final IndexSchema schema;
    private final IndexOrder order;
    private final Lifetime lifetime;
    private final int imageBytes;
    private final HashIndex directory;
    private final PartitionTable partitions = new PartitionTable();

    OrderedIndex(IndexSchema schema, TableSchema table, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.order = schema.order();
        this.lifetime = lifetime;
        this.imageBytes = table.imageBytes();
        this.directory = new HashIndex(memory, 0);
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

    /** Returns the address of the row with this suffix, or ABSENT. For the primary key. */
    long find(long prefix, long suffix) {
        Partition partition = latched(prefix);
        if (partition == null) {
            return Table.ABSENT;
        }
        try {
            // The address only breaks ties, and exact orders have none.
            return partition.find(order, suffix, 1);
        } finally {
            partition.unlatch();
        }
    }

    /** Adds the row at an address; returns ABSENT, or the address of the equal row that is already there. */
    long insert(long row) {
        long prefix = order.prefix(row);
        if (!schema.primary() && directory.putIfAbsent(prefix, row) == 0) {
            return Table.ABSENT;
        }
        Partition partition = latchedOrNew(prefix);
        try {
            return partition.insert(order, order.suffix(row), row);
        } finally {
            buryIfEmpty(partition);
            partition.unlatch();
        }
    }

    /** Removes the row at an address, which still has the content that it was added with. */
    void remove(long row) {
        long prefix = order.prefix(row);
        if (directory.find(prefix) == row && directory.remove(prefix, row)) {
            return;
        }
        if (remove(prefix, order.suffix(row), row) != row) {
            throw new IllegalStateException("%s has lost a row; this is a bug".formatted(schema));
        }
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

    /** Copies the lone row of a prefix to an image of the table; returns whether it is still its lone row. */
    boolean copyLoneRow(long prefix, long row, long image) {
        return directory.copyRow(prefix, row, image, imageBytes);
    }

    /** Returns the latched partition, or null if the prefix has no rows or only a lone one. */
    @Nullable
    Partition latched(long prefix) {
        while (true) {
            long entry = directory.find(prefix);
            if ((entry & 1) == 0) {
                return null;
            }
            Partition partition = latched(prefix, entry);
            if (partition != null) {
                return partition;
            }
            Thread.onSpinWait();
        }
    }

    /** Returns the latched partition with an entry's number, or null if that is no longer the prefix's partition. */
    private @Nullable Partition latched(long prefix, long entry) {
        Partition partition = partitions.get(entry >>> 1);
        if (partition == null || partition.prefix() != prefix) {
            return null;
        }
        partition.latch();
        if (partition.dead()) {
            partition.unlatch();
            return null;
        }
        return partition;
    }

    private Partition latchedOrNew(long prefix) {
        while (true) {
            Partition partition = latched(prefix);
            if (partition != null) {
                return partition;
            }
            long lone = directory.find(prefix);
            if ((lone & 1) != 0) {
                continue;
            }
            var fresh = new Partition(prefix);
            fresh.latch();
            long number = partitions.add(fresh);
            if (enters(prefix, lone, number << 1 | 1)) {
                if (lone != 0) {
                    fresh.insert(order, order.suffix(lone), lone);
                }
                return fresh;
            }
            // Another thread was faster. Some third thread with a stale number may already wait for this one.
            fresh.die();
            partitions.remove(number);
            fresh.unlatch();
        }
    }

    /** Gives a prefix its partition, in place of its lone row or of nothing; returns whether it still had that. */
    private boolean enters(long prefix, long lone, long entry) {
        return lone == 0 ? directory.putIfAbsent(prefix, entry) == 0 : directory.replace(prefix, lone, entry);
    }

    private long remove(long prefix, long suffix, long row) {
        Partition partition = latched(prefix);
        if (partition == null) {
            return Table.ABSENT;
        }
        try {
            long removed = partition.remove(order, suffix, row);
            buryIfEmpty(partition);
            return removed;
        } finally {
            partition.unlatch();
        }
    }

    private void buryIfEmpty(Partition partition) {
        if (partition.empty()) {
            partition.die();
            partitions.remove(directory.remove(partition.prefix()) >>> 1);
        }
    }
}
