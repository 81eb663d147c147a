package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.OrderedIndex;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.List;

/** A table with the names of its locks. Shared by all coordinators, immutable. */
public final class EngineTable {

    private static final long SALT = 0x9E37_79B9_7F4A_7C15L;
    private static final int INDEXES_MAX = 255;

    final TableSchema schema;
    public final Table rows;
    final int ordinal;
    public final boolean readOnly;
    /** Whether a secondary index is unique. */
    final boolean hasUniqueIndexes;
    /** Whether rows are named by images, as their keys do not fit into a number. */
    final boolean wide;
    /** Whether all key columns name a row's lock. */
    private final boolean keysAreLocks;
    /** Whether a planned number is the key of a row. */
    public final boolean rowsAreLocks;
    private final long rowSalt;
    private final long lockMask;
    private final int lockShift;
    private final EngineIndex[] indexes;

    public EngineTable(Table rows, int ordinal) {
        this.schema = rows.schema();
        this.rows = rows;
        this.ordinal = ordinal;
        this.readOnly = schema.readOnly();
        this.hasUniqueIndexes = schema.indexes().stream().anyMatch(index -> index.unique() && !index.primary());
        this.wide = schema.wideKey();
        this.keysAreLocks = schema.lockColumns() == schema.keyColumns();
        this.rowsAreLocks = keysAreLocks && !wide;
        this.rowSalt = salt(ordinal, 0);
        this.lockMask = schema.lockPrefix(-1L);
        this.lockShift = Long.numberOfTrailingZeros(lockMask);
        final List<IndexSchema> schemas = schema.indexes();
        if (schemas.size() > INDEXES_MAX) {
            throw new IllegalArgumentException("table " + schema.name() + " has " + schemas.size()
                + " indexes; at most " + INDEXES_MAX + " are possible");
        }
        this.indexes = new EngineIndex[schemas.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = new EngineIndex(schemas.get(i), rows.index(schemas.get(i)), i);
        }
    }

    /** Names the lock of a row. */
    public long rowLock(long key) {
        return rowSalt ^ value(key & lockMask, lockShift);
    }

    /** What {@link #rowLock} names the lock of a row of a wide table by, whose number is known. */
    long lockKey(long number, Row row) {
        return keysAreLocks ? number : schema.lockKeyOf(row);
    }

    int indexCount() {
        return indexes.length;
    }

    EngineIndex index(int i) {
        return indexes[i];
    }

    EngineIndex index(IndexSchema index) {
        for (EngineIndex candidate : indexes) {
            if (candidate.schema == index) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("table " + schema.name() + " has no " + index);
    }

    /** Shifts as mathematics has it: by 64 bits everything is gone. */
    private static long value(long bits, int shift) {
        return shift == Long.SIZE ? 0 : bits >>> shift;
    }

    private static long salt(int table, int lock) {
        return ((long) table << 8 | lock) * SALT + SALT;
    }

    /** An ordered index with the names of its locks. */
    public final class EngineIndex {

        final IndexSchema schema;
        final OrderedIndex order;
        final int number;
        /** Whether a range's lock and the locks of its rows are one. */
        final boolean coversRows;
        private final long indexSalt;
        private final int coarser;

        private EngineIndex(IndexSchema schema, OrderedIndex order, int number) {
            this.schema = schema;
            this.order = order;
            this.number = number;
            this.coversRows = schema.primary() && table().schema.lockColumns() <= schema.scanColumns();
            this.indexSalt = salt(ordinal, number + 1);
            this.coarser = coversRows && !wide ? lockShift - bitsBehind(schema.scanColumns()) : 0;
        }

        public EngineTable table() {
            return EngineTable.this;
        }

        /** Names the lock of all rows with a prefix, be they there or not. */
        public long rangeLock(long prefix) {
            return coversRows ? rowSalt ^ value(prefix, coarser) : indexSalt ^ prefix;
        }

        private int bitsBehind(int columns) {
            int bits = 0;
            for (int i = columns; i < schema.parts().size(); i++) {
                bits += schema.parts().get(i).bits();
            }
            return bits;
        }
    }
}
