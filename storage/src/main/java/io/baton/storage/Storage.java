package io.baton.storage;

import io.baton.storage.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of one node. Opened with all its tables by {@link #builder}; {@link #close} frees their memory, after
 * which every use of a table, row or cursor throws {@link IllegalStateException}. The caller makes sure that no other
 * thread is still at work while it closes.
 */
public final class Storage implements AutoCloseable {
    private final Lifetime lifetime = new Lifetime("storage is closed");
    private final MemoryAccount account;
    private final IndexMemory memory;
    private final List<Table> tables = new ArrayList<>();
    private final Map<String, Table> byName = new HashMap<>();

    private Storage(long memoryLimitBytes) {
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
            throw new IllegalArgumentException("table %s was opened with another schema".formatted(schema.name()));
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

    /** Returns the tables in the order they were declared in. */
    public List<Table> tables() {
        lifetime.check();
        return List.copyOf(tables);
    }

    /** Returns a new arena for row images; its user closes it. */
    public RowArena arena() {
        lifetime.check();
        return new RowArena(lifetime);
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
        for (Table table : tables) {
            table.close();
        }
        memory.close();
    }

    private void open(TableSchema schema, long rowsExpected, long rowsRestored, boolean versions) {
        var table = new Table(schema, rowsExpected, rowsRestored, versions, lifetime, memory);
        tables.add(table);
        byName.put(schema.name(), table);
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

        private Builder() {
        }

        /**
         * Adds a table.
         *
         * @param rowsExpected rows it is laid out for, from 1; it can grow to sixteen times as many
         * @throws IllegalArgumentException if the number is out of range or the name is taken
         */
        public Builder table(TableSchema schema, long rowsExpected) {
            if (rowsExpected < 1 || rowsExpected > ROWS_EXPECTED_MAX) {
                throw new IllegalArgumentException("table %s: %d rows expected; 1 to %d are possible"
                    .formatted(schema.name(), rowsExpected, ROWS_EXPECTED_MAX));
            }
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

        /** Opens the storage; if a table cannot be opened, those before it are closed again. */
        public Storage open() {
            var storage = new Storage(memoryLimitBytes);
            boolean complete = false;
            try {
                for (int i = 0; i < schemas.size(); i++) {
                    storage.open(schemas.get(i), rows.get(i), rowsRestored, versions);
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
