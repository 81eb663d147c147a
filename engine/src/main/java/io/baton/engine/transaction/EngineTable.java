package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.OrderedIndex;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.ValueOutOfRangeException;
import io.baton.storage.column.KeyPart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A table with the names of its locks. Shared by all coordinators. Its list of indexes changes only while no call is
 * under way ({@link CallGate}), all else never.
 */
public final class EngineTable {

    private static final VarHandle INDEXES;
    private static final long SALT = 0x9E37_79B9_7F4A_7C15L;
    private static final int INDEXES_MAX = 255;

    static {
        try {
            INDEXES = MethodHandles.lookup().findVarHandle(EngineTable.class, "indexes", EngineIndex[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public final TableSchema schema;
    public final Table rows;
    /** By which it is named where tables have numbers. */
    public final int ordinal;
    public final boolean readOnly;
    /** How many rows were about to come or go while calls were under way, and how many of them have. */
    private final LongAdder changesBegun = new LongAdder();
    private final LongAdder changesEnded = new LongAdder();
    /** Whether a secondary index is unique. */
    boolean hasUniqueIndexes;
    /** Whether rows are named by images, as their keys do not fit into a number. */
    final boolean wide;
    /** Whether all key columns name a row's lock. */
    private final boolean keysAreLocks;
    /** Whether a planned number is the key of a row. */
    public final boolean rowsAreLocks;
    private final long rowSalt;
    private final long lockMask;
    private final int lockShift;
    /** Read plainly by calls, which the gate orders behind its changes. */
    private EngineIndex[] indexes;

    public EngineTable(Table rows, int ordinal) {
        this.schema = rows.schema();
        this.rows = rows;
        this.ordinal = ordinal;
        this.readOnly = schema.readOnly();
        this.wide = schema.wideKey();
        this.keysAreLocks = schema.lockColumns() == schema.keyColumns();
        this.rowsAreLocks = keysAreLocks && !wide;
        this.rowSalt = salt(ordinal, 0);
        this.lockMask = schema.lockMask();
        this.lockShift = Long.numberOfTrailingZeros(lockMask);
        final List<IndexSchema> schemas = schema.indexes();
        if (schemas.size() > INDEXES_MAX) {
            throw new IllegalArgumentException("table " + schema.name() + " has " + schemas.size()
                + " indexes; at most " + INDEXES_MAX + " are possible");
        }
        this.indexes = new EngineIndex[schemas.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = new EngineIndex(schemas.get(i), rows.index(schemas.get(i)), i, IndexState.OPEN);
        }
        this.hasUniqueIndexes = Arrays.stream(indexes).anyMatch(EngineIndex::checksUnique);
    }

    /** What may be done with an index. */
    private enum IndexState {
        /** It lacks rows. Writers keep it and what is unique about it, nobody scans it. */
        BUILDING,
        /** All. */
        OPEN,
        /**
         * It was dropped, or could not be built. Nobody opens a scan of it; for those that are open writers lock it and
         * take rows out of it, until it is removed.
         */
        DROPPED
    }

    /** Adds an index that is being built, while no call is under way. */
    public EngineIndex addIndex(OrderedIndex index) {
        int number = 0;
        while (isTaken(number)) {
            number++;
        }
        final EngineIndex added = new EngineIndex(index.schema(), index, number, IndexState.BUILDING);
        final EngineIndex[] more = Arrays.copyOf(indexes, indexes.length + 1);
        more[indexes.length] = added;
        set(more);
        return added;
    }

    /** Removes the indexes that were dropped, while no call is under way; returns them. */
    public List<OrderedIndex> removeDropped() {
        final List<OrderedIndex> dropped =
            Arrays.stream(indexes).filter(EngineIndex::isDropped).map(index -> index.order).toList();
        set(Arrays.stream(indexes).filter(index -> !index.isDropped()).toArray(EngineIndex[]::new));
        return dropped;
    }

    /** Whether some index was dropped and is still to be removed. */
    public boolean hasDropped() {
        return Arrays.stream(indexes).anyMatch(EngineIndex::isDropped);
    }

    /** The secondary indexes that can be scanned. */
    public List<IndexSchema> secondaryIndexes() {
        return Arrays.stream((EngineIndex[]) INDEXES.getAcquire(this))
            .filter(index -> index.isOpen() && !index.schema.primary())
            .map(index -> index.schema).toList();
    }

    boolean has(IndexSchema index) {
        return Arrays.stream(indexes).anyMatch(candidate -> candidate.schema == index);
    }

    /** Whether an index has equal content, and its table, too. */
    boolean hasEqual(IndexSchema index) {
        return Arrays.stream(indexes).anyMatch(candidate -> candidate.schema.sameAs(index))
            && schema.sameAs(index.tableSchema());
    }

    private boolean isTaken(int number) {
        return Arrays.stream(indexes).anyMatch(index -> index.number == number);
    }

    private void set(EngineIndex[] now) {
        INDEXES.setRelease(this, now);
        hasUniqueIndexes = Arrays.stream(now).anyMatch(EngineIndex::checksUnique);
    }

    /** A row is about to come or go; called before the first change of a transaction is applied. */
    void changeBegins() {
        changesBegun.increment();
    }

    /** It has; called after the last change, before the transaction's locks are given back. */
    void changeEnds() {
        changesEnded.increment();
    }

    /**
     * A number that has grown when a row has begun to come or go meanwhile, or -1 if one is about to. Who locks all
     * rows that he finds after one look, and sees the same number at a second one, has all rows that there are.
     */
    public long changes() {
        // In this order: what has ended by now had begun before.
        final long ended = changesEnded.sum();
        final long begun = changesBegun.sum();
        return begun == ended ? begun : -1;
    }

    /** Names the lock of a row. */
    public long rowLock(long key) {
        return rowSalt ^ lockOf(key);
    }

    /** What of a key names the lock of its row: the bits of the columns that do, and nothing else. */
    long lockOf(long key) {
        return value(key & lockMask, lockShift);
    }

    /** What {@link #rowLock} names the lock of a row of a wide table by, whose number is known. */
    long lockKey(long number, Row row) {
        return keysAreLocks ? number : schema.lockKeyOf(row);
    }

    /** How many bits tell the names of this table's row locks apart, if a name may be one of them; else 65 or more. */
    int lockBits(long name) {
        if (!rowsAreLocks && schema.wideKey()) {
            return Long.SIZE;
        }
        int keyBits = 0;
        for (final KeyPart part : schema.keyParts()) {
            keyBits += part.bits();
        }
        final int bits = Math.max(0, Math.min(keyBits, Long.SIZE) - lockShift);
        return value(name ^ rowSalt, bits) == 0 ? bits : Long.SIZE + 1;
    }

    /** Describes the row, or the rows, of a lock for people. */
    String describeLock(long name) {
        if (schema.wideKey()) {
            return schema.name() + ", a row";
        }
        final long key = name ^ rowSalt;
        return schema.name() + " " + schema.describe(lockShift == Long.SIZE ? 0 : key << lockShift);
    }

    int indexCount() {
        return indexes.length;
    }

    EngineIndex index(int i) {
        return indexes[i];
    }

    /**
     * Finds an index that can be scanned.
     *
     * @throws IllegalArgumentException if there is none
     */
    public EngineIndex index(IndexSchema index) {
        for (EngineIndex candidate : indexes) {
            if (candidate.schema == index && candidate.isOpen()) {
                return candidate;
            }
        }
        if (!has(index) && hasEqual(index)) {
            for (EngineIndex candidate : indexes) {
                if (candidate.schema.sameAs(index) && candidate.isOpen()) {
                    return candidate;
                }
            }
        }
        throw noSuch(index);
    }

    private IllegalArgumentException noSuch(IndexSchema index) {
        return new IllegalArgumentException("table " + schema.name() + " has no " + index
            + (has(index) ? " that is complete" : ", or none any more"));
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
        public final OrderedIndex order;
        final int number;
        /** Whether a range's lock and the locks of its rows are one. */
        final boolean coversRows;
        private final long indexSalt;
        private final int coarser;

        private volatile IndexState state;

        private EngineIndex(IndexSchema schema, OrderedIndex order, int number, IndexState state) {
            this.state = state;
            this.schema = schema;
            this.order = order;
            this.number = number;
            this.coversRows = schema.primary() && table().schema.lockColumns() <= schema.scanColumns();
            this.indexSalt = salt(ordinal, number + 1);
            this.coarser = coversRows && !wide ? lockShift - bitsBehind(schema.scanColumns()) : 0;
        }

        /** Lets transactions scan the index, which is complete. */
        public void open() {
            state = IndexState.OPEN;
        }

        /** Lets no transaction begin to scan the index. */
        public void drop() {
            state = IndexState.DROPPED;
        }

        boolean isOpen() {
            return state == IndexState.OPEN;
        }

        /** Refuses a scan that has its lock, if the index may lack rows. */
        void checkOpen() {
            if (!isOpen()) {
                throw noSuch(schema);
            }
        }

        /** Whether a row has a place in the index: not all rows that come when it is dropped have. */
        public boolean mayHave(Row row) {
            if (!isDropped()) {
                return true;
            }
            try {
                schema.prefixOf(row);
                return true;
            } catch (ValueOutOfRangeException e) {
                return false;
            }
        }

        private boolean isDropped() {
            return state == IndexState.DROPPED;
        }

        /** Whether no two rows may have the same values in it, and the primary key does not see to that. */
        boolean checksUnique() {
            return schema.unique() && !schema.primary() && !isDropped();
        }

        /** The prefix of a row. */
        public long prefixOf(Row row) {
            return schema.prefixOf(row);
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
