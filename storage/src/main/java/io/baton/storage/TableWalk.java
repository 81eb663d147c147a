package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * Walks over the primary keys of a whole table, in portions and in no useful order, while other threads insert and
 * delete. Every key that has a row from the first call of {@link #next} to the last is returned exactly once, and no
 * key twice; whether those are returned that come or go in between is open. Between two calls a walk holds nothing. One
 * thread.
 *
 * <p>The keys are those of the hash table that finds the rows or, if the primary key is ordered, the partitions of its
 * index.
 */
public final class TableWalk {
    private final Lifetime lifetime;
    private final HashIndex.Walk directory;
    /** Null if the directory leads to the rows themselves. */
    private final @Nullable OrderedIndex ordered;
    private final PrimaryKey primary;
    private boolean inPartition;
    private long prefix;
    /** The suffix of the last key that was returned of the partition. */
    private long lastSuffix;
    /** {@link Node#BEFORE_TIES} as long as no key of the partition was returned. */
    private long ties;

    /**
     * Makes a walk that has not begun.
     *
     * @throws IllegalStateException if storage is closed
     */
    public TableWalk(Table table) {
        this.lifetime = table.lifetime;
        this.primary = table.primary;
        this.directory = new HashIndex.Walk(primary.directory());
        this.ordered = primary.ordered();
        lifetime.check();
    }

    /**
     * Copies the packed primary keys of the next rows.
     *
     * @param keys where to; at least one
     * @return how many were copied: as many as there is room for, or fewer at the end of the walk; 0 behind it
     * @throws IllegalStateException if storage is closed
     */
    public int next(long[] keys) {
        lifetime.check();
        int count = 0;
        while (count < keys.length && (inPartition || directory.hasNext())) {
            if (ordered == null) {
                keys[count++] = directory.next();
            } else {
                count = walkPartition(ordered, keys, count);
            }
        }
        return count;
    }

    /** Copies keys of the partition under way, or else of the next prefix; returns how many there are then. */
    private int walkPartition(OrderedIndex index, long[] keys, int count) {
        if (!inPartition) {
            prefix = directory.next();
            lastSuffix = Long.MIN_VALUE;
            ties = Node.BEFORE_TIES;
            inPartition = true;
        }
        int end = index.copySuffixes(prefix, lastSuffix, ties, keys, count);
        if (end > count) {
            lastSuffix = keys[end - 1];
            ties = Node.AFTER_TIES;
        }
        inPartition = end == keys.length;
        for (int i = count; i < end; i++) {
            keys[i] = primary.key(prefix, keys[i]);
        }
        return end;
    }
}
