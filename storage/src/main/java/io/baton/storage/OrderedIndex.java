package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * An ordered index: a directory from prefix to {@link Partition}. Scanned through {@link IndexCursor}; changed by its
 * table only. Safe for all threads: each partition has its own latch, the directory is a {@link HashIndex}.
 */
public final class OrderedIndex {
    // Ownership: who finds a partition latches it and then looks whether it is alive and has the prefix asked for;
    // else it was removed in between, and the directory is asked again. Who empties a partition marks it dead and
    // takes it out of the directory before it releases the latch.
    private final IndexSchema schema;
    private final IndexOrder order;
    private final Lifetime lifetime;
    private final int imageBytes;
    private final HashIndex directory;
    private final PartitionTable partitions = new PartitionTable();

    OrderedIndex(IndexSchema schema, TableSchema table, Lifetime lifetime) {
        this.schema = schema;
        this.order = schema.order();
        this.lifetime = lifetime;
        this.imageBytes = table.imageBytes();
        this.directory = new HashIndex(0);
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

    /** Returns the address of the row with this suffix, or ABSENT. For exact orders. */
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
        Partition partition = latchedOrNew(order.prefix(row));
        try {
            return partition.insert(order, order.suffix(row), row);
        } finally {
            buryIfEmpty(partition);
            partition.unlatch();
        }
    }

    /** Removes the row at an address, which still has the content that it was added with. */
    void remove(long row) {
        if (remove(order.prefix(row), order.suffix(row), row) != row) {
            throw new IllegalStateException("%s has lost a row; this is a bug".formatted(schema));
        }
    }

    /** Removes the row with this suffix and returns its address, or ABSENT. For exact orders. */
    long remove(long prefix, long suffix) {
        return remove(prefix, suffix, 1);
    }

    /** Returns the latched partition, or null if the prefix has no rows. */
    @Nullable Partition latched(long prefix) {
        while (true) {
            long number = directory.find(prefix);
            if (number == 0) {
                return null;
            }
            Partition partition = partitions.get(number - 1);
            if (partition != null && partition.prefix() == prefix) {
                partition.latch();
                if (!partition.dead()) {
                    return partition;
                }
                partition.unlatch();
            }
            Thread.onSpinWait();
        }
    }

    private Partition latchedOrNew(long prefix) {
        while (true) {
            Partition partition = latched(prefix);
            if (partition != null) {
                return partition;
            }
            var fresh = new Partition(prefix);
            fresh.latch();
            long number = partitions.add(fresh);
            if (directory.putIfAbsent(prefix, number + 1) == 0) {
                return fresh;
            }
            // Another thread was faster. Some third thread with a stale number may already wait for this one.
            fresh.die();
            partitions.remove(number);
            fresh.unlatch();
        }
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
            partitions.remove(directory.remove(partition.prefix()) - 1);
        }
    }
}
