package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.ColumnBuilder;
import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns, primary key and ordered indexes of a table. Immutable, may be shared by threads.
 *
 * <p>A primary key of integers that take 64 bits together is packed into a number, its <em>packed key</em>. Any other
 * is <em>wide</em>: it is always an ordered index, its number is a hash of all its columns (of a single double, its
 * bits), and a row is named by an image with the key columns set. All {@code key} methods check the values and throw
 * {@link ValueOutOfRangeException}.
 */
public final class TableSchema {
    /** Largest size of a row image in bytes. */
    public static final int ROW_BYTES_MAX = 1 << 20;
    /** Most secondary indexes of a table. */
    public static final int INDEXES_MAX = 64;

    private final String name;
    private final List<Column> columns;
    private final KeyLayout key;
    private final IndexSchema keyColumns;
    private final int rowBytes;
    private final int lockColumns;
    private final long lockMask;
    private final boolean readOnly;
    private final @Nullable IndexSchema primaryIndex;
    private final List<IndexSchema> indexes;

    private TableSchema(Builder builder, String name, List<Column> columns, KeyLayout key, int rowBytes) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.key = key;
        this.rowBytes = rowBytes;
        this.lockColumns = builder.lockColumns < 0 ? key.columns() : builder.lockColumns;
        this.lockMask = key.maskOf(lockColumns);
        this.readOnly = builder.readOnly;
        this.primaryIndex = builder.primaryIndex(key);
        this.indexes = Stream.concat(Stream.ofNullable(primaryIndex), builder.secondary.stream()).toList();
        this.keyColumns = new IndexSchema(name, key.parts(), key.columns(), key);
        keyColumns.bind(this);
    }

    /** The same table with other secondary indexes. */
    private TableSchema(TableSchema other, List<IndexSchema> secondary) {
        this.name = other.name;
        this.columns = other.columns;
        this.key = other.key;
        this.rowBytes = other.rowBytes;
        this.lockColumns = other.lockColumns;
        this.lockMask = other.lockMask;
        this.readOnly = other.readOnly;
        this.primaryIndex = other.primaryIndex;
        this.indexes = Stream.concat(Stream.ofNullable(primaryIndex), secondary.stream()).toList();
        this.keyColumns = other.keyColumns;
    }

    /** Starts a schema. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Returns the table's name. */
    public String name() {
        return name;
    }

    /** Returns the columns in the order of their declaration. */
    public List<Column> columns() {
        return columns;
    }

    /** Returns the size of a row image in bytes, rounded up to 8. */
    public int imageBytes() {
        return rowBytes + 7 & ~7;
    }

    /** Returns whether the table is never changed after loading, so that its rows need no locks. */
    public boolean readOnly() {
        return readOnly;
    }

    /** Returns how many leading columns of the primary key name a row's lock; all, if not declared. */
    public int lockColumns() {
        return lockColumns;
    }

    /** Returns the columns of the primary key, the most significant first. */
    public List<KeyPart> keyParts() {
        return key.parts();
    }

    /** Returns the number of columns of the primary key. */
    public int keyColumns() {
        return key.columns();
    }

    /** Returns whether the primary key is wide, so that rows are named by images. */
    public boolean wideKey() {
        return key.wide();
    }

    /** Packs a primary key of one column; returns the number of a wide one. */
    public long key(long a) {
        return key.key(a);
    }

    /** Packs a primary key of two columns; returns the number of a wide one. */
    public long key(long a, long b) {
        return key.key(a, b);
    }

    /** Packs a primary key of three columns; returns the number of a wide one. */
    public long key(long a, long b, long c) {
        return key.key(a, b, c);
    }

    /** Packs a primary key of four columns; returns the number of a wide one. */
    public long key(long a, long b, long c, long d) {
        return key.key(a, b, c, d);
    }

    /** Packs a primary key of any columns, given as to {@link Row#setValue}; returns the number of a wide one. */
    public long key(Object... values) {
        key.checkColumns(values.length);
        return keyColumns.number(values, key::keyOf);
    }

    /**
     * Returns what a plan names the lock of a row by, whatever the key. The columns of the primary key are given as to
     * {@link Row#setValue}: all, or from the first on at least the {@link #lockColumns}.
     */
    public long lockKey(Object... values) {
        key.checkLockColumns(values.length, lockColumns);
        return keyColumns.number(values, key::lockKeyOf) & lockMask;
    }

    /** Returns one column of a packed primary key, counted from 0. */
    public long keyColumn(long packed, int column) {
        return key.value(packed, column);
    }

    /** Returns which bits of {@link #lockKey} count: those of the lock columns if the key is packed, else all. */
    public long lockMask() {
        return lockMask;
    }

    /** Returns the packed primary key of a row or image, or the number of a wide one. */
    public long keyOf(Row row) {
        return key.keyOf(row.readable(this));
    }

    /** Returns what names the lock of a row or image: its packed key, or the number of a wide key's lock columns. */
    public long lockKeyOf(Row row) {
        return key.lockKeyOf(row.readable(this));
    }

    /** Returns whether two rows or images with the same {@link #keyOf} have the same primary key, as twins have not. */
    public boolean sameKey(Row a, Row b) {
        return key.same(a.readable(this), b.readable(this));
    }

    /** Stores the columns of a packed primary key into an image. */
    public void writeKey(Row image, long packed) {
        key.write(image, packed);
    }

    /** Returns a packed primary key as text, column by column, for messages. */
    public String describe(long packed) {
        return key.describe(packed);
    }

    /** Returns the primary key of a row or image as text, column by column, for messages. */
    public String describe(Row row) {
        return key.describe(row);
    }

    /** Returns the ordered indexes: the primary if it is ordered, then the secondary ones as declared. */
    public List<IndexSchema> indexes() {
        return indexes;
    }

    /** Returns the primary key as an ordered index, which a wide one always is; null if it is hashed. */
    public @Nullable IndexSchema primaryIndex() {
        return primaryIndex;
    }

    /**
     * Returns the column of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Column column(String columnName) {
        return columns.stream().filter(column -> column.name().equals(columnName)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("table %s has no column %s; it has %s"
                .formatted(name, columnName, columns.stream().map(Column::name).toList())));
    }

    /**
     * Returns the ordered index of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public IndexSchema index(String indexName) {
        return indexes.stream().filter(index -> index.name().equals(indexName)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("table %s has no ordered index %s; it has %s"
                .formatted(name, indexName, indexes.stream().map(IndexSchema::name).toList())));
    }

    /**
     * Describes one more secondary index, as {@link Builder#index} does. This schema stays as it is: an engine that
     * runs adds the index to the table.
     *
     * @throws IllegalArgumentException if a part is missing or of another table, or the number of columns is wrong
     */
    public IndexSchema newIndex(String index, int columns, KeyPart... parts) {
        return IndexSchema.added(this, index, columns, false, parts);
    }

    /** Describes one more unique index, as {@link Builder#uniqueIndex} does; see {@link #newIndex}. */
    public IndexSchema newUniqueIndex(String index, KeyPart... parts) {
        return IndexSchema.added(this, index, parts.length, true, parts);
    }

    /**
     * Describes this table with other secondary indexes, to be written down. It is no handle: this schema and the
     * indexes go on naming what they name.
     */
    public TableSchema withIndexes(List<IndexSchema> secondary) {
        return new TableSchema(this, secondary);
    }

    /** Returns all that there is to say about the schema, a line each; schemas of equal content have equal lines. */
    public List<String> definition() {
        var lines = new ArrayList<String>();
        lines.add("table " + name + (readOnly ? ", read-only" : ""));
        columns.forEach(column -> lines.add("column " + column.name() + ": " + column.type()));
        lines.add("primary key: " + keyParts() + "; locks name " + lockColumns);
        indexes.forEach(index -> lines.add(index.definition()));
        return lines;
    }

    /** Returns whether two schemas have equal content: names, types and order of columns, key and indexes. */
    public boolean sameAs(TableSchema other) {
        return difference(other) == null;
    }

    /** Returns the first difference between the content of two schemas in one sentence, or null if there is none. */
    public @Nullable String difference(TableSchema other) {
        List<String> here = definition();
        List<String> there = other.definition();
        for (int i = 0; i < Math.max(here.size(), there.size()); i++) {
            String own = i < here.size() ? here.get(i) : "nothing more";
            String others = i < there.size() ? there.get(i) : "nothing more";
            if (!own.equals(others)) {
                return "table %s: here is \"%s\" where the other schema has \"%s\"".formatted(name, own, others);
            }
        }
        return null;
    }

    KeyLayout keyLayout() {
        return key;
    }

    @Override
    public String toString() {
        return "table " + name;
    }

    /**
     * Collects what makes a schema. Every declaration of a column or index returns the handle that it is used with.
     */
    public static final class Builder extends ColumnBuilder<Builder> {
        private final List<IndexSchema> secondary = new ArrayList<>();
        private List<KeyPart> keyParts = List.of();
        private int scanColumns = -1;
        private int lockColumns = -1;
        private boolean readOnly;

        private Builder(String name) {
            super(name);
        }

        /**
         * Declares the primary key, of columns that are never NULL: packed if they are integers of at most 64 bits
         * together, the first most significant, and else wide.
         */
        public Builder primaryKey(KeyPart... parts) {
            keyParts = List.of(parts);
            for (KeyPart part : parts) {
                requireOwn(part);
                require(!part.column().nullable(), "column %s may be NULL, so it cannot be part of the primary key",
                    part.column().name());
            }
            return this;
        }

        /**
         * Makes the primary key an ordered index; every scan binds at least the first {@code columns} of it, and all of
         * a wide key if this is not called.
         */
        public Builder ordered(int columns) {
            scanColumns = columns;
            return this;
        }

        /**
         * Declares that the first {@code columns} of the primary key name the lock of a row; of a wide key all, or as
         * many as scans bind.
         */
        public Builder lockColumns(int columns) {
            lockColumns = columns;
            return this;
        }

        /** Declares that rows are never changed after loading. */
        public Builder readOnly() {
            readOnly = true;
            return this;
        }

        /**
         * Adds a secondary ordered index; the primary key, which must have been declared, breaks ties.
         *
         * @param columns leading parts that every scan binds, 0 to all
         */
        public IndexSchema index(String index, int columns, KeyPart... parts) {
            return index(index, columns, false, parts);
        }

        /**
         * Adds a secondary ordered index on values that no two rows may share; every scan binds all its parts. Rows
         * with NULL in any part share nothing.
         */
        public IndexSchema uniqueIndex(String index, KeyPart... parts) {
            return index(index, parts.length, true, parts);
        }

        private IndexSchema index(String index, int columns, boolean unique, KeyPart... parts) {
            require(!keyParts.isEmpty(), "declare the primary key before index %s", index);
            require(columns >= 0 && columns <= parts.length && parts.length > 0,
                "index %s has %d parts and %d scan columns", index, parts.length, columns);
            require(secondary.size() < INDEXES_MAX, "index %s is one too many; %d secondary indexes are possible",
                index, INDEXES_MAX);
            require(secondary.stream().noneMatch(other -> other.name().equals(index)),
                "two indexes are named %s", index);
            for (KeyPart part : parts) {
                requireOwn(part);
            }
            int ordinal = 1 + secondary.size();
            var schema = new IndexSchema(table, index, ordinal, columns, unique, List.of(parts), keyParts);
            secondary.add(schema);
            return schema;
        }

        /**
         * Returns the schema.
         *
         * @throws IllegalArgumentException if something is missing or contradicts itself
         */
        public TableSchema build() {
            int locks = lockColumns < 0 ? keyParts.size() : Math.min(lockColumns, keyParts.size());
            require(!keyParts.isEmpty(), "it has no primary key");
            KeyLayout key = KeyLayout.of(table, keyParts, locks);
            if (key.wide() && scanColumns < 0) {
                scanColumns = key.columns();
            }
            require(!key.wide() || locks == key.columns() || locks == scanColumns,
                "%d lock columns; a wide key's locks name all its %d columns, or the %d that scans bind",
                lockColumns, key.columns(), scanColumns);
            require(scanColumns <= key.columns(), "%d scan columns, but %d key columns", scanColumns, key.columns());
            require(lockColumns <= key.columns(), "%d lock columns, but %d key columns", lockColumns, key.columns());
            require(rowBytes() <= ROW_BYTES_MAX, "a row takes %d bytes; the limit is %d", rowBytes(), ROW_BYTES_MAX);
            var schema = new TableSchema(this, table, columns, key, rowBytes());
            schema.indexes.forEach(index -> index.bind(schema));
            return schema;
        }

        @Override
        protected Builder self() {
            return this;
        }

        private @Nullable IndexSchema primaryIndex(KeyLayout key) {
            return scanColumns < 0 ? null : new IndexSchema(table, keyParts, scanColumns, key);
        }

        @SuppressWarnings("ReferenceEquality")
        private void requireOwn(KeyPart part) {
            require(part.column().table() == table, "column %s is of another table", part.column().name());
        }
    }
}
