package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Memory;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The secondary indexes of one table, kept as its rows change. Safe for all threads, as {@link OrderedIndex} is. */
final class SecondaryIndexes {
    private final TableSchema schema;
    private final Lifetime lifetime;
    /** Changed by {@link Storage} only, while no rows are inserted, changed or deleted. */
    private OrderedIndex[] indexes;

    SecondaryIndexes(TableSchema schema, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.lifetime = lifetime;
        this.indexes = schema.indexes().stream().filter(i -> !i.primary())
            .map(i -> new OrderedIndex(i, schema, 0, lifetime, memory)).toArray(OrderedIndex[]::new);
    }

    List<OrderedIndex> all() {
        return List.of(indexes);
    }

    /** Returns the index of this very schema, or null if there is none. */
    @Nullable
    OrderedIndex find(IndexSchema index) {
        for (OrderedIndex candidate : indexes) {
            if (candidate.schema() == index) {
                return candidate;
            }
        }
        return null;
    }

    /** Keeps one more index from now on. */
    void include(OrderedIndex index) {
        OrderedIndex[] more = Arrays.copyOf(indexes, indexes.length + 1);
        more[indexes.length] = index;
        indexes = more;
    }

    /** Keeps an index no longer. */
    void exclude(OrderedIndex index) {
        indexes = Arrays.stream(indexes).filter(other -> other != index).toArray(OrderedIndex[]::new);
    }

    /** Gives back all memory. The indexes are not used afterwards. */
    void free() {
        for (OrderedIndex index : indexes) {
            index.free();
        }
    }

    /** Throws if a value does not fit into its bits of an index that a change of these bytes touches. */
    void check(long image, int first, int end) {
        for (OrderedIndex index : indexes) {
            if (!index.dropped && index.order().touches(first, end)) {
                index.order().check(image);
            }
        }
    }

    /** Makes room for one more row like this image; returns false if the memory limit refuses it. */
    boolean reserve(long image) {
        for (OrderedIndex index : indexes) {
            if (!index.dropped && !index.reserve(image)) {
                return false;
            }
        }
        return true;
    }

    void add(long row) {
        for (OrderedIndex index : indexes) {
            addTo(index, row);
        }
    }

    /**
     * Returns which indexes may lack rows. Who takes a row out of the table asks before the primary key loses it: who
     * builds an index does not meet it from then on, and may say that the index is complete without it.
     */
    long partial() {
        long partial = 0; // A bit for each of at most TableSchema.INDEXES_MAX indexes.
        for (int i = 0; i < indexes.length; i++) {
            partial |= indexes[i].partial ? 1L << i : 0;
        }
        return partial;
    }

    /** Removes a row, which may be missing from indexes that {@link #partial} has named. */
    void remove(long row, long partial) {
        for (int i = 0; i < indexes.length; i++) {
            removeFrom(indexes[i], row, (partial >>> i & 1) != 0);
        }
    }

    void removeIfThere(long row) {
        for (OrderedIndex index : indexes) {
            if (mayHave(index, row)) {
                index.removeIfThere(row);
            }
        }
    }

    /** Throws if another row has the values of one that was added in a unique index. */
    void checkUnique(long row, Row image) {
        for (OrderedIndex index : indexes) {
            checkUnique(index, row, image, false);
        }
    }

    /**
     * Looks after the row was added, so that of two threads that add equal ones at least one sees the other.
     *
     * @param zeros whether rows may differ in the sign of a zero alone, as those of earlier versions may
     */
    void checkUnique(OrderedIndex index, long row, Row image, boolean zeros) {
        if (index.dropped || !index.schema().unique() || index.isLone(row) || index.order().hasNull(row)) {
            return;
        }
        var cursor = new IndexCursor(index);
        cursor.open(new IndexRange(index.schema()).equalTo(image));
        while (cursor.next()) {
            if (cursor.address() != row && !(zeros && !index.order().identical(cursor.address(), row))) {
                // If its thread takes it back right now, this is any key; there was such a row all the same.
                var present = new Row(schema);
                present.wrap(lifetime, cursor.address(), false);
                throw new UniqueViolationException(schema, index.schema(), image, present);
            }
        }
    }

    /** Returns whether a change of these bytes of a row may move it in an index. */
    boolean touches(int first, int end) {
        boolean touches = false;
        for (OrderedIndex index : indexes) {
            touches |= index.order().touches(first, end);
        }
        return touches;
    }

    /** Copies bytes of an image to a row, and moves it in the indexes. */
    void changeAndMove(long row, long image, int first, int end) {
        // A full image: the comparison below needs the columns that were not changed, and those are the row's.
        long moved = 0; // A bit for each of at most TableSchema.INDEXES_MAX indexes.
        for (int i = 0; i < indexes.length; i++) {
            IndexOrder order = indexes[i].order();
            if (order.touches(first, end) && order.differs(row, image)) {
                // The primary key names the row, so who builds the index waits for its lock.
                removeFrom(indexes[i], row, indexes[i].partial);
                moved |= 1L << i;
            }
        }
        Memory.copy(image + first, row + first, end - first);
        for (int i = 0; moved != 0; i++, moved >>>= 1) {
            if ((moved & 1) != 0) {
                addTo(indexes[i], row);
            }
        }
    }

    private static boolean mayHave(OrderedIndex index, long row) {
        return !index.dropped || index.order().places(row);
    }

    private static void removeFrom(OrderedIndex index, long row, boolean partial) {
        if (mayHave(index, row) && !index.removeIfThere(row) && !partial && !index.dropped) {
            throw new IllegalStateException("%s has lost a row; this is a bug".formatted(index.schema()));
        }
    }

    private static void addTo(OrderedIndex index, long row) {
        // Once it is dropped, nothing was checked or reserved for it.
        if (!index.dropped && index.insert(row) != Table.ABSENT) {
            throw new IllegalStateException("%s already has a row with this primary key; this is a bug"
                .formatted(index.schema()));
        }
    }
}
