package io.baton.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of primary keys whose columns are given as objects. Safe for all threads: one image is enough, as
 * long as not two want it at once.
 */
final class KeyValues {
    private static final Lifetime FOREVER = new Lifetime("an image of key columns is never closed");

    private final TableSchema schema;
    private final KeyLayout key;
    private final AtomicReference<@Nullable Image> spare = new AtomicReference<>();

    KeyValues(TableSchema schema) {
        this.schema = schema;
        this.key = schema.keyLayout();
    }

    /** Returns the number of a key. */
    long number(Object[] values) {
        key.checkColumns(values.length);
        Image image = filled(values);
        long number = key.keyOf(image.row.address());
        spare.set(image);
        return number;
    }

    /** Returns what names the lock of a row, of which all key columns are given, or at least those that name it. */
    long lock(Object[] values) {
        if (values.length < schema.lockColumns() || values.length > key.columns()) {
            throw new IllegalArgumentException(("table %s: %d of the %d columns of its primary key name a lock, %d were"
                + " given").formatted(schema.name(), schema.lockColumns(), key.columns(), values.length));
        }
        Image image = filled(values);
        long number = key.lockKeyOf(image.row.address());
        spare.set(image);
        return number & key.maskOf(schema.lockColumns());
    }

    private Image filled(Object[] values) {
        Image last = spare.getAndSet(null);
        Image image = last == null ? new Image(schema) : last;
        for (int i = 0; i < values.length; i++) {
            image.row.setValue(key.parts[i].column(), values[i]);
        }
        return image;
    }

    /** A row outside of any arena; the garbage collector frees its memory. */
    private static final class Image {
        final Row row;
        private final MemorySegment memory;

        Image(TableSchema schema) {
            memory = Arena.ofAuto().allocate(schema.imageBytes() + Row.DIRTY_BYTES, 8);
            row = new Row(schema);
            row.wrap(FOREVER, memory.address(), true);
        }
    }
}
