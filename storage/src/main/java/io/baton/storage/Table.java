package io.baton.storage;

import io.baton.park.Parking;
import io.baton.storage.memory.IndexMemory;
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
    final SecondaryIndexes secondary;
    /** Where a row's version stands, behind its image; 0 if rows have none, as those that never change. */
    final int versionOffset;
    private final int touchedBytes;

    Table(TableSchema schema, long rowsExpected, long rowsRestored, boolean versions, Lifetime lifetime,
            IndexMemory memory, Parking parking) {
        this.schema = schema;
        this.touchedBytes = Math.min(schema.imageBytes(), TOUCHED_BYTES_MAX);
        this.key = schema.keyLayout();
        this.lifetime = lifetime;
        this.memory = memory;
        final boolean versioned = versions && !schema.readOnly();
        this.versionOffset = versioned ? schema.imageBytes() : 0;
        this.primary = new PrimaryKey(schema, rowsExpected, versioned, lifetime, memory);
        this.secondary = new SecondaryIndexes(schema, lifetime, memory);
        // Last, because only a table that is complete closes them.
        this.slots = new Slots(schema, rowsExpected, rowsRestored, versioned ? VERSION_BYTES : 0, memory.account(),
            parking);
    }

    /** Returns the schema. */
    public TableSchema schema() {
        return schema;
    }

    /**
     * Returns the address of the row with this packed primary key, or {@link #ABSENT}. Allocates nothing.
     *
     * @throws IllegalStateException if the primary key is wide
     */
    public long find(long packed) {
        lifetime.check();
        return primary.find(packed);
    }

    /**
     * Returns the address of the row with the primary key of a row or image, be it packed or wide, or {@link #ABSENT}.
     * Allocates nothing.
     */
    public long find(Row probe) {
        return find(schema.keyOf(probe), probe);
    }

    /** Does the same for a row or image whose {@link TableSchema#keyOf} is known. */
    public long find(long number, Row probe) {
        lifetime.check();
        return primary.find(number, probe.readable(schema.name()));
    }

    /**
     * Refuses the key of an image, be there a row with it or not, if a history could not tell it from the key of
     * another row that is there. Does nothing if the storage was opened without versions, or the key is packed.
     *
     * @param number the {@link TableSchema#keyOf} of the image
     * @throws StorageException if there is a row with another key of this number
     */
    public void checkNumber(long number, Row probe) {
        lifetime.check();
        primary.checkNumber(number, probe);
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

    /** Does what {@link #touch(long)} does for a row or image whose {@link TableSchema#keyOf} is known. */
    public long touch(long number, Row probe) {
        lifetime.check();
        return primary.touch(number, probe.readable(schema.name()));
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

    /** Does the same; {@code until} says when, and by whom, the row may be used. */
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
        lifetime.check();
        long number = schema.keyOf(image);
        long slot = take(image, number);
        boolean complete = false;
        try {
            if (primary.putIfAbsent(number, slot) != ABSENT) {
                throw new DuplicateKeyException(schema, image);
            }
            secondary.add(slot);
            secondary.checkUnique(slot, image);
            complete = true;
            return slot;
        } finally {
            if (!complete) {
                takeBack(number, slot);
            }
        }
    }

    /** Undoes as much of an insert as has been done, whatever stopped it; the slot goes last, once nothing names it. */
    private void takeBack(long number, long slot) {
        // The primary key is entered first and left last here: without it no index has the row.
        if (primary.find(number, slot) == slot) {
            secondary.removeIfThere(slot);
            primary.remove(number, slot);
        }
        primary.unname(slot);
        slots.give(slot);
    }

    // All writes of a transaction are checked first, and then applied, which cannot fail but for want of
    // memory: reserve or cancel before add, checkChange before change, nothing before remove.

    /**
     * Makes ready to add a row: checks the image and copies it to a slot that no reader finds yet.
     *
     * @param packed the packed primary key that the row must have, or the hash of its wide one
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
        return take(image, packed);
    }

    private long take(Row image, long number) {
        long from = image.address();
        secondary.check(from, 0, schema.imageBytes());
        if (!memory.admits() || !primary.reserve(number, from) || !secondary.reserve(from)) {
            throw new OutOfMemoryBudgetException(schema.name(), memory.account());
        }
        long slot = slots.take();
        boolean complete = false;
        try {
            Memory.copy(from, slot, schema.imageBytes());
            if (versionOffset != 0) {
                Memory.putInt(slot + versionOffset, 0);
                primary.name(number, slot, image);
            }
            complete = true;
            return slot;
        } finally {
            if (!complete) {
                slots.give(slot);
            }
        }
    }

    /** Gives back a slot that {@link #reserve} returned and that was not added. */
    public void cancel(long slot) {
        lifetime.check();
        primary.unname(slot);
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
        add(slot, key.keyOf(slot));
    }

    /** Does the same for a row whose {@link TableSchema#keyOf} is known. */
    public void add(long slot, long number) {
        lifetime.check();
        if (primary.putIfAbsent(number, slot) != ABSENT) {
            throw new IllegalStateException("a row is added to table %s whose key %s is there already; this is a bug"
                .formatted(schema.name(), schema.describe(view(slot))));
        }
        secondary.add(slot);
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
        if (key.overlaps(first, end)
            && (key.wide() ? !key.same(address, from) : key.keyOf(address) != key.keyOf(from))) {
            throw new StorageException(schema.name(), "table %s: an update changes the primary key from %s to %s"
                .formatted(schema.name(), schema.describe(view(address)), schema.describe(view(from))));
        }
        secondary.check(from, first, end);
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
        if (secondary.touches(first, end)) {
            secondary.changeAndMove(address, from, first, end);
        } else {
            Memory.copy(from + first, address + first, end - first);
        }
    }

    /** Checks and then changes the row at an address: {@link #checkChange}, with all it throws, and {@link #change}. */
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
        long partial = secondary.partial();
        long row = primary.remove(packed);
        if (row == ABSENT) {
            throw new MissingRowException(schema, packed);
        }
        leave(row, partial);
    }

    /** Removes the row with the primary key of a row or image; {@link MissingRowException} if there is none. */
    public void delete(Row probe) {
        lifetime.check();
        long image = probe.readable(schema.name());
        long partial = secondary.partial();
        long row = primary.remove(key.keyOf(image), image);
        if (row == ABSENT) {
            throw new MissingRowException(schema, probe);
        }
        leave(row, partial);
    }

    /** Does the same for the row of a wide key at an address, whose {@link TableSchema#keyOf} is known. */
    public void delete(long number, long address) {
        lifetime.check();
        long partial = secondary.partial();
        if (!primary.removeIfThere(number, address)) {
            throw new MissingRowException(schema, view(address));
        }
        leave(address, partial);
    }

    private void leave(long row, long partial) {
        primary.unname(row);
        secondary.remove(row, partial);
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

    /** Sets the version of the row at an address; throws what {@link #version} throws. */
    public void setVersion(long address, int version) {
        checkVersions();
        Memory.putInt(address + versionOffset, version);
    }

    /** Returns one of the table's ordered indexes. */
    public OrderedIndex index(IndexSchema index) {
        OrderedIndex found = index.primary() ? primary.ordered() : secondary.find(index);
        if (found == null || found.schema() != index) {
            throw new IllegalArgumentException("%s is not one of table %s".formatted(index, schema.name()));
        }
        return found;
    }

    void close() {
        slots.close();
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

    private Row view(long address) {
        var row = new Row(schema);
        row.wrap(lifetime, address, false);
        return row;
    }
}
