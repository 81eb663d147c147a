package io.baton.storage;

import io.baton.storage.memory.Memory;
import io.baton.storage.memory.Pages;
import java.util.List;

/**
 * Fills a table before an engine runs on it: rows of a checkpoint, then redo (storage/spec/6-recovery.md). Only the
 * primary key is kept meanwhile: secondary indexes are built at the end, because until then rows of different moments
 * stand side by side. For the same reason no limit holds but {@link Pages#RESTORED_GROWTH} times that of the rows.
 *
 * <p>Rows are named by the key columns of an image. Several threads may work on different keys of one table at once,
 * not on the same key, and the table is not used otherwise before {@link #indexBuilds} have run.
 *
 * <p>All methods throw {@link IllegalStateException} if storage is closed, and {@link ValueOutOfRangeException} if a
 * value does not fit into its bits of the primary key.
 */
public final class TableRestore {
    private final Table table;
    private final TableSchema schema;
    private final int imageBytes;

    /** Makes what fills a table. */
    public TableRestore(Table table) {
        this.table = table;
        this.schema = table.schema();
        this.imageBytes = schema.imageBytes();
        table.lifetime.check();
    }

    /** Returns the table. */
    public Table table() {
        return table;
    }

    /**
     * Makes the row with the image's key what the image says, be it there or not.
     *
     * @throws TableFullException if the table has many times the rows that it was declared to have
     * @throws StorageException if the row that is there has another zero in its key: once -0.0 and 0.0 were two keys,
     *     and one of the rows would be lost
     */
    public void put(Row image) {
        table.lifetime.check();
        long from = image.readable(schema.name());
        long number = table.key.keyOf(from);
        long there = table.key.wide() ? table.primary.find(number, from) : Table.ABSENT;
        if (there != Table.ABSENT) {
            requireIdentical(there, image);
            Memory.copy(from, there, imageBytes);
            return;
        }
        long slot = table.slots.takeBeyondLimits();
        Memory.copy(from, slot, imageBytes);
        if (table.versionOffset != 0) {
            Memory.putInt(slot + table.versionOffset, 0);
            table.primary.name(number, slot, image);
        }
        long present = table.primary.putIfAbsent(number, slot);
        if (present != Table.ABSENT) {
            requireIdentical(present, image);
            Memory.copy(from, present, imageBytes);
            table.slots.give(slot);
        }
    }

    private void requireIdentical(long there, Row image) {
        if (!table.key.identical(there, image.readable(schema.name()))) {
            throw new StorageException(schema.name(),
                ("table %s has two rows with key %s, one with -0.0 and one with 0.0, which are one key now; open the"
                    + " store with the version of Baton that wrote it, delete one of the two, and close it")
                    .formatted(schema.name(), table.key.describe(image)));
        }
    }

    /** Returns the address of the row with the image's key, or {@link Table#ABSENT}. */
    public long find(Row image) {
        return table.find(image);
    }

    /**
     * Makes an image a copy of the row at an address that {@link #find} has returned for it, so that some columns can
     * be changed before {@link #store}.
     */
    public void load(long address, Row image) {
        table.lifetime.check();
        Memory.copy(address, image.image(schema.name()), imageBytes);
    }

    /** Makes the row at an address that {@link #find} has returned for an image what the image says. */
    public void store(long address, Row image) {
        table.lifetime.check();
        Memory.copy(image.readable(schema.name()), address, imageBytes);
    }

    /** Removes the row with the image's key; returns whether it was there. */
    public boolean delete(Row image) {
        table.lifetime.check();
        long from = image.readable(schema.name());
        long row = table.primary.remove(table.key.keyOf(from), from);
        if (row == Table.ABSENT) {
            return false;
        }
        table.primary.unname(row);
        table.slots.give(row);
        return true;
    }

    /**
     * Returns what builds the secondary indexes, a piece of work for each. They may run at once; all have to run once,
     * and nothing is put, stored or deleted any more. Each throws {@link UniqueViolationException} if two rows are
     * equal in a unique index, which names both, unless they differ in the sign of a zero, as they once could, and
     * {@link ValueOutOfRangeException} if a value does not fit into its bits.
     */
    public List<Runnable> indexBuilds() {
        return table.secondary.all().stream().map(index -> (Runnable) () -> build(index)).toList();
    }

    private void build(OrderedIndex index) {
        table.lifetime.check();
        var row = new Row(schema);
        table.primary.forEachRow(address -> {
            index.order().check(address);
            if (index.insert(address) != Table.ABSENT) {
                throw new IllegalStateException("%s was built before; that is done once".formatted(index.schema()));
            }
            if (index.schema().unique()) {
                table.read(address, row);
                table.secondary.checkUnique(index, address, row, true);
            }
        });
    }
}
