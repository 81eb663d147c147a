package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table by number, if its key is wide and a history is recorded: that names rows by numbers, so no two
 * rows may have the same. Of any other table it knows nothing and refuses nothing. Safe for all threads.
 */
final class RowNames {
    private final TableSchema schema;
    private final KeyLayout key;
    private final Lifetime lifetime;
    private final @Nullable HashIndex rows;

    RowNames(TableSchema schema, boolean recorded, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.key = schema.keyLayout();
        this.lifetime = lifetime;
        this.rows = recorded && key.wide() ? new HashIndex(memory, 0) : null;
    }

    /** Names the row in a slot, a copy of an image, by its number; or gives the slot back and throws. */
    void give(long number, long slot, Row image, Slots slots) {
        if (rows == null) {
            return;
        }
        boolean named = false;
        try {
            long other = rows.putIfAbsent(number, slot);
            if (other != Table.ABSENT) {
                throw key.same(other, image.address()) ? new DuplicateKeyException(schema, image) : twins(image, other);
            }
            named = true;
        } finally {
            if (!named) {
                slots.give(slot);
            }
        }
    }

    /** Takes a row its name again. */
    void take(long row) {
        if (rows != null) {
            rows.remove(key.keyOf(row), row);
        }
    }

    /** Throws if another row than that of the probe, which may be absent, has the number of the probe's key. */
    void check(long number, Row probe) {
        long other = rows == null ? Table.ABSENT : rows.find(number);
        if (other != Table.ABSENT && !key.same(other, probe.address())) {
            throw twins(probe, other);
        }
    }

    void free() {
        if (rows != null) {
            rows.free();
        }
    }

    private StorageException twins(Row image, long other) {
        var there = new Row(schema);
        there.wrap(lifetime, other, false);
        return new StorageException(schema.name(), ("table %s: the keys %s and %s have the same hash, and a history"
            + " names rows by it; give one another key, or record no history").formatted(
                schema.name(), schema.describe(image), schema.describe(there)));
    }
}
