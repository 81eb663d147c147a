package io.baton.storage;

import io.baton.storage.memory.Memory;

/**
 * The rows of one table and its indexes. Safe for all threads as far as its own structures go; it takes no logical
 * locks. A thread that reads a row while another changes or deletes it may read anything (but does not crash): the
 * engine's locks rule that out.
 *
 * <p>All methods but {@link #schema} and {@link #index} throw {@link IllegalStateException} once storage is closed.
 * All throw {@link IllegalArgumentException} if a row or index is of another table.
 */
public final class Table {
    /** Returned instead of an address where there is no row. */
    public static final long ABSENT = 0;

    private static final int VERSION_BYTES = 8;
    /** The processor loads what follows by itself when it is copied. */
    private static final int TOUCHED_BYTES_MAX = 128;

    private final TableSchema schema;
    final KeyLayout key;
    final Lifetime lifetime;
    private final IndexMemory memory;
    final Slots slots;
    final PrimaryKey primary;
    /** Changed by {@link Storage} only, while nobody inserts, changes or deletes rows. */
    OrderedIndex[] secondary;
    /** Where a row's version stands, behind its image; 0 if rows have none, as those that never change. */
    final int versionOffset;
    private final int touchedBytes;

    Table(TableSchema schema, long rowsExpected, boolean versions, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.touchedBytes = Math.min(schema.imageBytes(), TOUCHED_BYTES_MAX);
        this.key = schema.keyLayout();
        this.lifetime = lifetime;
        this.memory = memory;
        final boolean versioned = versions && !schema.readOnly();
        this.versionOffset = versioned ? schema.imageBytes() : 0;
        this.primary = new PrimaryKey(schema, rowsExpected, lifetime, memory);
        this.secondary = schema.indexes().stream().filter(i -> !i.primary())
            .map(i -> new OrderedIndex(i, schema, lifetime, memory)).toArray(OrderedIndex[]::new);
        // Last, because only a table that is complete closes them.
        this.slots = new Slots(schema, rowsExpected, versioned ? VERSION_BYTES : 0, memory.account());
    }

    /** Returns the schema. */
    public TableSchema schema() {
        return schema;
    }

    /** Returns the address of the row with this packed primary key, or {@link #ABSENT}. Allocates nothing. */
    public long find(long packed) {
        lifetime.check();
        return primary.find(packed);
    }

    /**
     * Loads the memory where {@link #find} begins, so that several look-ups need not wait one after the other.
     *
     * @return part of what was loaded, which the caller must use for something lest the loading be left out
     */
    public long touch(long packed) {
        lifetime.check();
        return primary.touch(packed);
    }

    /**
     * Loads the first lines of the row at an address got from this table and not deleted since.
     *
     * @return part of what was loaded, see {@link #touch}
     */
    public long touchRow(long address) {
        checkRow(address);
        return Memory.touch(address, touchedBytes);
    }

    /** Returns whether there is a row with this packed primary key. */
    public boolean contains(long packed) {
        return find(packed) != ABSENT;
    }

    /** Returns the number of rows; approximate while other threads insert or delete. */
    public long rows() {
        lifetime.check();
        return slots.rows();
    }

    /** Wraps a row, for reading, around the row at an address got from this table and not deleted since. */
    public void read(long address, Row into) {
        if (into.schema() != schema) {
            throw new IllegalArgumentException("a row of table %s was given to table %s"
                .formatted(into.schema().name(), schema.name()));
        }
        checkRow(address);
        into.wrap(lifetime, address, false);
    }

    /**
     * Wraps a row, for reading, around the row at an address got from this table and not deleted since.
     *
     * @param into a row of this table
     * @param until when, and by whom, it may be used
     */
    public void read(long address, Row into, Lifetime until) {
        read(address, into);
        into.wrap(until, address, false);
    }

    /**
     * Adds a copy of an image to the table and its indexes, or changes nothing and throws. Of several threads that
     * insert equal rows at once, at most one succeeds.
     *
     * @return the row's address
     * @throws DuplicateKeyException if there is a row with this primary key
     * @throws UniqueViolationException if there is a row with its values in a unique index
     * @throws ValueOutOfRangeException if a value does not fit into its bits of a key or index
     * @throws TableFullException if the table is at its limit
     * @throws OutOfMemoryBudgetException if the storage has reached its limit of memory
     */
    public long insert(Row image) {
        long packed = schema.keyOf(image);
        long slot = reserve(image, packed);
        boolean complete = false;
        try {
            if (primary.putIfAbsent(packed, slot) != ABSENT) {
                throw new DuplicateKeyException(schema, packed);
            }
            for (OrderedIndex index : secondary) {
                addTo(index, slot);
            }
            for (OrderedIndex index : secondary) {
                checkUnique(index, packed, slot, image);
            }
            complete = true;
            return slot;
        } finally {
            if (!complete) {
                takeBack(packed, slot);
            }
        }
    }

    /** Undoes as much of an insert as has been done, whatever stopped it; the slot goes last, once nothing names it. */
    private void takeBack(long packed, long slot) {
        // The primary key is entered first and left last here: without it no index has the row.
        if (primary.find(packed) == slot) {
            for (OrderedIndex index : secondary) {
                index.removeIfThere(slot);
            }
            primary.remove(packed);
        }
        slots.give(slot);
    }

    /** Looks after the row was added, so that of two threads that add equal ones at least one sees the other. */
    void checkUnique(OrderedIndex index, long packed, long row, Row image) {
        if (!index.schema().unique() || index.isLone(row) || index.order().hasNull(row)) {
            return;
        }
        var cursor = new IndexCursor(index);
        cursor.open(new IndexRange(index.schema()).equalTo(image));
        while (cursor.next()) {
            if (cursor.address() != row) {
                // If its thread takes it back right now, this is any key; there was such a row all the same.
                long present = key.keyOfAny(cursor.address());
                throw new UniqueViolationException(schema, index.schema(), packed, present);
            }
        }
    }

    // What a transaction writes is checked first, all of it, and then applied, which cannot fail but for want of
    // memory: reserve or cancel before add, checkChange before change, nothing before remove.

    /**
     * Makes ready to add a row: checks the image and copies it to a slot that no reader finds yet.
     *
     * @param packed the packed primary key that the row must have
     * @return the slot, for {@link #add} or {@link #cancel}
     * @throws IllegalArgumentException if it has another key
     * @throws ValueOutOfRangeException if a value does not fit into its bits of a key or index
     * @throws TableFullException if the table is at its limit
     * @throws OutOfMemoryBudgetException if the storage has reached its limit of memory
     */
    public long reserve(Row image, long packed) {
        lifetime.check();
        long from = image.readable(schema.name());
        if (key.keyOf(from) != packed) {
            throw new IllegalArgumentException(("table %s: a row was inserted with key %s, but its columns say %s;"
                + " a key does not change").formatted(
                    schema.name(), schema.describe(packed), schema.describe(key.keyOf(from))));
        }
        for (OrderedIndex index : secondary) {
            index.order().check(from);
        }
        reserveIndexes(packed, from);
        long slot = slots.take();
        Memory.copy(from, slot, schema.imageBytes());
        if (versionOffset != 0) {
            Memory.putInt(slot + versionOffset, 0);
        }
        return slot;
    }

    private void reserveIndexes(long packed, long image) {
        boolean room = memory.admits() && primary.reserve(packed, image);
        for (OrderedIndex index : secondary) {
            room = room && index.reserve(image);
        }
        if (!room) {
            throw new OutOfMemoryBudgetException(schema.name(), memory.account());
        }
    }

    /** Gives back a slot that {@link #reserve} returned and that was not added. */
    public void cancel(long slot) {
        lifetime.check();
        slots.give(slot);
    }

    /**
     * Adds the row in a slot to the table and its indexes. The caller knows that there is no row with its key.
     *
     * @param slot what {@link #reserve} returned
     * @throws IllegalStateException if there is such a row: a bug
     */
    public void add(long slot) {
        lifetime.check();
        if (primary.putIfAbsent(key.keyOf(slot), slot) != ABSENT) {
            throw new IllegalStateException("a row is added to table %s whose key %s is there already; this is a bug"
                .formatted(schema.name(), schema.describe(key.keyOf(slot))));
        }
        for (OrderedIndex index : secondary) {
            addTo(index, slot);
        }
    }

    /**
     * Checks what was changed in an image, which the row at an address shall become.
     *
     * @throws StorageException if a column of the primary key was changed
     * @throws ValueOutOfRangeException if a value does not fit into its bits of an index
     */
    public void checkChange(long address, Row image) {
        lifetime.check();
        long from = image.image(schema.name());
        int first = image.dirtyFrom();
        int end = image.dirtyTo();
        if (key.overlaps(first, end)) {
            checkSameKey(address, from);
        }
        for (OrderedIndex index : secondary) {
            if (index.order().touches(first, end)) {
                index.order().check(from);
            }
        }
    }

    /** Copies what was changed in an image since {@link RowArena#copy} to the row, and moves it in the indexes. */
    public void change(long address, Row image) {
        change(address, image.image(schema.name()), image.dirtyFrom(), image.dirtyTo());
    }

    /** Makes the row at an address all that an image says, and moves it in the indexes. */
    public void replace(long address, Row image) {
        change(address, image.image(schema.name()), 0, schema.imageBytes());
    }

    private void change(long address, long from, int first, int end) {
        lifetime.check();
        if (first >= end) {
            return;
        }
        boolean moves = false;
        for (OrderedIndex index : secondary) {
            moves |= index.order().touches(first, end);
        }
        if (moves) {
            changeAndMove(address, from, first, end);
        } else {
            Memory.copy(from + first, address + first, end - first);
        }
    }

    /**
     * Checks and then changes: {@link #checkChange} and {@link #change}.
     *
     * @param address the row's address
     * @throws StorageException if a column of the primary key was changed
     * @throws ValueOutOfRangeException if a value does not fit into its bits of an index
     */
    public void update(long address, Row image) {
        checkChange(address, image);
        change(address, image);
    }

    /**
     * Removes a row from the table and its indexes; its memory is used again.
     *
     * @throws MissingRowException if there is no row with this packed primary key
     */
    public void delete(long packed) {
        lifetime.check();
        long row = primary.remove(packed);
        if (row == ABSENT) {
            throw new MissingRowException(schema, packed);
        }
        for (OrderedIndex index : secondary) {
            index.remove(row);
        }
        slots.give(row);
    }

    /**
     * Returns the version of the row at an address: a number that is 0 after {@link #insert} and that
     * {@link #setVersion} changes; {@link #update} does not.
     *
     * @throws IllegalStateException if the storage was opened without versions, or the table is read-only
     */
    public int version(long address) {
        checkVersions();
        return Memory.getInt(address + versionOffset);
    }

    /**
     * Sets the version of the row at an address.
     *
     * @throws IllegalStateException if the storage was opened without versions, or the table is read-only
     */
    public void setVersion(long address, int version) {
        checkVersions();
        Memory.putInt(address + versionOffset, version);
    }

    /** Returns one of the table's ordered indexes. */
    public OrderedIndex index(IndexSchema index) {
        OrderedIndex found = index.primary() ? primary.ordered() : null;
        for (OrderedIndex candidate : secondary) {
            found = candidate.schema() == index ? candidate : found;
        }
        if (found == null || found.schema() != index) {
            throw new IllegalArgumentException("%s is not one of table %s".formatted(index, schema.name()));
        }
        return found;
    }

    void close() {
        slots.close();
    }

    private void changeAndMove(long row, long image, int first, int end) {
        // A full image: the comparison below needs the columns that were not changed, and those are the row's.
        long moved = 0; // A bit for each of at most TableSchema.INDEXES_MAX indexes.
        for (int i = 0; i < secondary.length; i++) {
            IndexOrder order = secondary[i].order();
            if (order.touches(first, end) && order.differs(row, image)) {
                secondary[i].remove(row);
                moved |= 1L << i;
            }
        }
        Memory.copy(image + first, row + first, end - first);
        for (int i = 0; moved != 0; i++, moved >>>= 1) {
            if ((moved & 1) != 0) {
                addTo(secondary[i], row);
            }
        }
    }

    private void addTo(OrderedIndex index, long row) {
        if (index.insert(row) != ABSENT) {
            throw new IllegalStateException("%s already has a row with this primary key; this is a bug"
                .formatted(index.schema()));
        }
    }

    private void checkRow(long address) {
        lifetime.check();
        if (address == ABSENT) {
            throw new IllegalArgumentException("table %s: there is no row to read".formatted(schema.name()));
        }
    }

    private void checkVersions() {
        lifetime.check();
        if (versionOffset == 0) {
            throw new IllegalStateException("table %s: its storage was opened without row versions, or it is read-only"
                .formatted(schema.name()));
        }
    }

    private void checkSameKey(long row, long image) {
        long before = key.keyOf(row);
        long after = key.keyOf(image);
        if (before != after) {
            throw new StorageException(schema.name(), "table %s: an update changes the primary key from %s to %s"
                .formatted(schema.name(), schema.describe(before), schema.describe(after)));
        }
    }
}
