package io.baton.storage;

import io.baton.park.Parking;
import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of one node. Opened with its tables by {@link #builder}; {@link #close} frees their memory, after
 * which every use of a table, row or cursor throws {@link IllegalStateException}. The caller makes sure that no other
 * thread is still at work while it closes.
 */
public final class Storage implements AutoCloseable {
    /** A slot of a hash table has 16 bytes, and two thirds of the slots are used. */
    private static final long HASH_BYTES_PER_ROW = 24;

    private final Lifetime lifetime = new Lifetime("storage is closed");
    private final MemoryAccount account;
    private final IndexMemory memory;
    private final boolean versions;
    private final Parking parking;
    /** In the order they were declared or added in; a new map whenever there is one more. */
    private volatile Map<String, Table> byName = new LinkedHashMap<>();

    private Storage(long memoryLimitBytes, boolean versions, Parking parking) {
        this.versions = versions;
        this.parking = parking;
        account = new MemoryAccount(memoryLimitBytes);
        memory = new IndexMemory(account);
    }

    /** Starts a storage. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the table with this very schema.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Table table(TableSchema schema) {
        Table table = table(schema.name());
        if (table.schema() != schema) {
            String difference = table.schema().difference(schema);
            if (difference != null) {
                throw new IllegalArgumentException(
                    "table %s was opened with another schema: %s".formatted(schema.name(), difference));
            }
        }
        return table;
    }

    /**
     * Returns the table with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Table table(String name) {
        lifetime.check();
        Table table = byName.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no table %s; there are %s".formatted(name, byName.keySet()));
        }
        return table;
    }

    /** Returns the tables in the order they were declared or added in. */
    public List<Table> tables() {
        lifetime.check();
        return List.copyOf(byName.values());
    }

    /**
     * Makes an empty table that is not one of this storage's until {@link #add}.
     *
     * @param rowsExpected see {@link Builder#table}
     * @throws IllegalArgumentException if the number is out of range or there is a table of that name
     * @throws OutOfMemoryBudgetException if the limit of memory has no room for what the table is laid out for
     */
    public synchronized Table prepare(TableSchema schema, long rowsExpected) {
        lifetime.check();
        checkRows(schema, rowsExpected);
        if (byName.containsKey(schema.name())) {
            throw new IllegalArgumentException("there is a table %s already; it has %d rows"
                .formatted(schema.name(), byName.get(schema.name()).rows()));
        }
        boolean hashed = schema.primaryIndex() == null || OrderedIndex.hasLoneRows(schema);
        long hashBytes = hashed ? rowsExpected * HASH_BYTES_PER_ROW : 0;
        if (hashBytes > account.limitBytes() - account.bytes()) {
            throw new OutOfMemoryBudgetException(schema, rowsExpected, account);
        }
        var table = new Table(schema, rowsExpected, 0, versions, lifetime, memory, parking);
        if (!memory.admits()) {
            discard(table);
            throw new OutOfMemoryBudgetException(schema, rowsExpected, account);
        }
        return table;
    }

    /** Adds a table that {@link #prepare} has made. */
    public synchronized void add(Table table) {
        lifetime.check();
        var more = new LinkedHashMap<>(byName);
        more.put(table.schema().name(), table);
        byName = more;
    }

    /** Frees a table that {@link #prepare} has made and that was not used. */
    public synchronized void discard(Table table) {
        table.primary.free();
        table.secondary.free();
        table.close();
    }

    /**
     * Gives a table one more index, without the rows that are there: they are entered with {@link #enter}. Rows that
     * come, change or go from now on are in the index or not as they should. No rows of the table are inserted, changed
     * or deleted meanwhile, and the index is not scanned before it is {@link #complete}.
     */
    public OrderedIndex addIndex(Table table, IndexSchema schema) {
        lifetime.check();
        var index = new OrderedIndex(schema, table.schema(), 0, lifetime, memory);
        index.partial = true;
        table.secondary.include(index);
        return index;
    }

    /**
     * Enters the row at an address in an index that is being built, if it is not there yet. The row is not changed or
     * deleted meanwhile; if the index is unique, no row enters or leaves the row's prefix.
     *
     * @throws UniqueViolationException if there is a row with its values in the index, which is unique
     * @throws ValueOutOfRangeException if a value does not fit into its bits of the index
     * @throws OutOfMemoryBudgetException if the limit of memory is reached
     */
    public void enter(Table table, OrderedIndex index, long address) {
        lifetime.check();
        index.order().check(address);
        if (!index.isLone(address)) {
            if (!memory.admits() || !index.reserve(address)) {
                throw new OutOfMemoryBudgetException(table.schema().name(), account);
            }
            long there = index.insert(address);
            if (there != Table.ABSENT && there != address) {
                throw new IllegalStateException("%s has another row in place of the one at hand; this is a bug"
                    .formatted(index.schema()));
            }
        }
        if (index.schema().unique()) {
            var row = new Row(table.schema());
            table.read(address, row);
            table.secondary.checkUnique(index, address, row, false);
        }
    }

    /** Says that an index has all rows of its table. */
    public void complete(OrderedIndex index) {
        index.partial = false;
    }

    /**
     * Says that a secondary index waits to be removed: rows that are deleted or moved leave it, none enters it any
     * more, and none is refused for its sake. Others may insert, change, delete and scan meanwhile.
     */
    public void leave(OrderedIndex index) {
        index.dropped = true;
    }

    /** Removes a secondary index and frees its memory. The table is not used meanwhile, and the index never again. */
    public void dropIndex(Table table, OrderedIndex index) {
        lifetime.check();
        table.secondary.exclude(index);
        index.free();
    }

    /** Returns a new arena for row images; its user closes it. */
    public RowArena arena() {
        lifetime.check();
        return new RowArena(lifetime);
    }

    /** Returns a new arena for images that name rows and are not written; its user closes it. */
    public RowArena probes() {
        lifetime.check();
        return new RowArena(lifetime, RowArena.ARENA_BYTES_MAX, "images to name rows by");
    }

    /** Returns the bytes that rows and indexes of all tables take. */
    public long memoryBytes() {
        return account.bytes();
    }

    /** Returns the bytes from which on inserts are refused, see {@link MemoryAccount}. */
    public long memoryLimitBytes() {
        return account.limitBytes();
    }

    MemoryAccount account() {
        return account;
    }

    /** Frees all memory. Closing twice does nothing. */
    @Override
    public synchronized void close() {
        if (!lifetime.isOpen()) {
            return;
        }
        lifetime.end();
        for (Table table : byName.values()) {
            table.close();
        }
        memory.close();
    }

    private static void checkRows(TableSchema schema, long rowsExpected) {
        if (rowsExpected < 1 || rowsExpected > Builder.ROWS_EXPECTED_MAX) {
            throw new IllegalArgumentException("table %s: %d rows expected; 1 to %d are possible"
                .formatted(schema.name(), rowsExpected, Builder.ROWS_EXPECTED_MAX));
        }
    }

    /** Collects the tables of a storage. */
    public static final class Builder {
        /** Most rows that a table may be declared to have. */
        public static final long ROWS_EXPECTED_MAX = 1L << 32;

        private final List<TableSchema> schemas = new ArrayList<>();
        private final List<Long> rows = new ArrayList<>();
        private boolean versions;
        private long rowsRestored;
        private long memoryLimitBytes = Long.MAX_VALUE;
        private Parking parking = Parking.onMachine();

        private Builder() {
        }

        /**
         * Adds a table.
         *
         * @param rowsExpected rows it is laid out for, from 1; it can grow to sixteen times as many
         * @throws IllegalArgumentException if the number is out of range or the name is taken
         */
        public Builder table(TableSchema schema, long rowsExpected) {
            checkRows(schema, rowsExpected);
            if (schemas.stream().anyMatch(s -> s.name().equals(schema.name()))) {
                throw new IllegalArgumentException("there are two tables named %s".formatted(schema.name()));
            }
            schemas.add(schema);
            rows.add(rowsExpected);
            return this;
        }

        /** Keeps a version beside each row, for who records histories; see {@link Table#version}. */
        public Builder versions() {
            versions = true;
            return this;
        }

        /**
         * Lets every table grow by so many rows more while it is restored, see {@link TableRestore}. Nothing is laid
         * out for them: no memory is taken before they come.
         *
         * @throws IllegalArgumentException if that is less than 0
         */
        public Builder rowsRestored(long more) {
            if (more < 0) {
                throw new IllegalArgumentException("%d rows restored; give at least 0".formatted(more));
            }
            rowsRestored = more;
            return this;
        }

        /**
         * Sets how many bytes rows and indexes may take, see {@link MemoryAccount}; without a limit if this is not
         * called.
         *
         * @throws IllegalArgumentException if that is less than 1
         */
        public Builder memoryLimitBytes(long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("a memory limit of %d bytes; give at least 1".formatted(bytes));
            }
            memoryLimitBytes = bytes;
            return this;
        }

        /** Hands in what numbers the threads; the machine unless this is called. */
        public Builder parking(Parking newParking) {
            parking = newParking;
            return this;
        }

        /** Opens the storage; if a table cannot be opened, those before it are closed again. */
        public Storage open() {
            var storage = new Storage(memoryLimitBytes, versions, parking);
            boolean complete = false;
            try {
                for (int i = 0; i < schemas.size(); i++) {
                    storage.add(new Table(schemas.get(i), rows.get(i), rowsRestored, versions, storage.lifetime,
                        storage.memory, parking));
                }
                complete = true;
                return storage;
            } finally {
                if (!complete) {
                    storage.close();
                }
            }
        }
    }
}
