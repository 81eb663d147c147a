package io.baton.storage;

import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LoneSurrogates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An ordered index: the parts it is ordered by, of which every scan binds the first {@link #scanColumns()}. Those
 * leading columns give a 64-bit prefix: packed exactly if they are integers of at most 64 bits together, else a hash.
 * The engine locks prefixes to keep phantoms out; storage keeps one partition per prefix. Immutable.
 */
public final class IndexSchema {
    private static final int ORDINAL_ADDED = Integer.MAX_VALUE;

    private final String table;
    private final String name;
    private final int ordinal;
    private final int scanColumns;
    private final boolean unique;
    private final List<KeyPart> parts;
    private final IndexOrder order;
    /** Bits of the packed primary key behind the scan columns; -1 in secondary indexes and those of wide keys. */
    private final int suffixBits;
    /** The table's schema; set once, when it is built, before anything else can see this index. */
    private @Nullable TableSchema tableSchema;
    /** Finds prefixes; one is enough, as long as not two threads want it at once. */
    private final AtomicReference<@Nullable IndexRange> spareRange = new AtomicReference<>();

    /** Makes the ordered primary index; {@code key} is the table's key, which has the same parts. */
    IndexSchema(String table, List<KeyPart> parts, int scanColumns, KeyLayout key) {
        this.table = table;
        this.name = table + ".primary";
        this.ordinal = 0;
        this.scanColumns = scanColumns;
        this.unique = true;
        this.parts = parts;
        this.order = new IndexOrder(parts, scanColumns, parts);
        this.suffixBits = key.bitsAfter(scanColumns);
    }

    /** Makes a secondary index; one that binds all its parts may be unique. */
    IndexSchema(String table, String name, int ordinal, int scanColumns, boolean unique, List<KeyPart> parts,
            List<KeyPart> primaryKey) {
        this.table = table;
        this.name = LoneSurrogates.requireNone("table " + table + ": the name of an index", name);
        this.ordinal = ordinal;
        this.scanColumns = scanColumns;
        this.unique = unique;
        this.parts = parts;
        this.order = new IndexOrder(parts, scanColumns, primaryKey);
        this.suffixBits = -1;
    }

    /** Makes an index of a table that is built already. */
    @SuppressWarnings("ReferenceEquality") // A table's columns have its very name.
    static IndexSchema added(TableSchema table, String name, int columns, boolean unique, @Nullable KeyPart[] parts) {
        var given = new ArrayList<KeyPart>();
        for (KeyPart part : parts) {
            if (part == null || part.column().table() != table.name()) {
                throw new IllegalArgumentException("index %s: part %d is %s; give columns of table %s".formatted(name,
                    given.size() + 1, part == null ? "null" : "column " + part.column().name() + " of table "
                        + part.column().table() + ", of another schema",
                    table.name()));
            }
            given.add(part);
        }
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("an index of table %s has no name; give one".formatted(table.name()));
        }
        if (columns < 0 || columns > parts.length || parts.length == 0) {
            throw new IllegalArgumentException("index %s has %d parts and %d scan columns"
                .formatted(name, parts.length, columns));
        }
        var schema =
            new IndexSchema(table.name(), name, ORDINAL_ADDED, columns, unique, List.copyOf(given), table.keyParts());
        schema.bind(table);
        return schema;
    }

    /** Returns the index's name, for messages. */
    public String name() {
        return name;
    }

    /** Returns the name of the table. */
    public String table() {
        return table;
    }

    /**
     * Returns the index's number within its schema: 0 for the primary, then 1, 2 and so on as declared; the same high
     * one for all that are added later.
     */
    public int ordinal() {
        return ordinal;
    }

    /** Returns how many leading parts every scan binds. */
    public int scanColumns() {
        return scanColumns;
    }

    /** Returns the parts in order, without the primary key that breaks ties. */
    public List<KeyPart> parts() {
        return parts;
    }

    /** Returns whether this is the primary key's index. */
    public boolean primary() {
        return ordinal == 0;
    }

    /**
     * Returns whether no two rows may have the same values in all parts; rows with NULL in any of them may. Storage
     * only finds such rows ({@link IndexRange#equalTo}): who inserts and updates must look, under the lock of the
     * prefix.
     */
    public boolean unique() {
        return unique;
    }

    /** Returns the 64-bit prefix of a row's leading columns. */
    public long prefixOf(Row row) {
        return order.prefix(row.readable(table));
    }

    /**
     * Returns the prefix of the row with a packed primary key.
     *
     * @throws IllegalStateException if this is not the primary index, or its key is wide
     */
    public long prefixOfKey(long key) {
        if (suffixBits < 0) {
            throw new IllegalStateException(primary() ? WideKey.noNumber(table)
                : "%s: only the primary index finds a prefix in a key".formatted(this));
        }
        return suffixBits == 64 ? 0 : key >>> suffixBits;
    }

    /**
     * Compares two rows by their place in the index: the index's columns, then the primary key.
     *
     * @return negative, zero or positive; zero also for two images of one row that have the same place
     */
    public int compare(Row a, Row b) {
        return order.compare(a.readable(table), b.readable(table));
    }

    /** Returns the prefix for one leading integer column. */
    public long prefix(long a) {
        checkPrefix(1);
        return order.extendPrefix(order.startPrefix(), 0, a);
    }

    /** Returns the prefix for two leading integer columns. */
    public long prefix(long a, long b) {
        checkPrefix(2);
        return order.extendPrefix(order.extendPrefix(order.startPrefix(), 0, a), 1, b);
    }

    /** Returns the prefix for three leading integer columns. */
    public long prefix(long a, long b, long c) {
        checkPrefix(3);
        long two = order.extendPrefix(order.extendPrefix(order.startPrefix(), 0, a), 1, b);
        return order.extendPrefix(two, 2, c);
    }

    /** Returns the prefix for one leading string column. */
    public long prefix(CharSequence a) {
        return prefix((Object) a);
    }

    /**
     * Returns the prefix for leading columns of any type; values are given as to {@link Row#setValue}, null for NULL.
     */
    public long prefix(@Nullable Object... values) {
        checkPrefix(values.length);
        IndexRange range = bound(values);
        long prefix = range.prefix();
        spareRange.set(range);
        return prefix;
    }

    /** Returns a number of an image that has leading columns, given in the same way, and anything in the others. */
    long number(Object[] values, LongUnaryOperator ofImage) {
        IndexRange range = bound(values);
        long number = ofImage.applyAsLong(range.image());
        spareRange.set(range);
        return number;
    }

    private IndexRange bound(@Nullable Object[] values) {
        IndexRange spare = spareRange.getAndSet(null);
        IndexRange range = spare == null ? new IndexRange(this) : spare.clear();
        for (Object value : values) {
            if (value == null) {
                range.isNull();
            } else {
                range.equal(value);
            }
        }
        return range;
    }

    /** Returns whether a column of the index is NULL in a row or image, so that a unique index lets it be. */
    public boolean hasNull(Row row) {
        return order.hasNull(row.readable(table));
    }

    /** Returns all that the index was declared with, in one line. */
    String definition() {
        return (unique ? "unique index " : "index ") + name + ": " + parts + "; scans bind " + scanColumns;
    }

    /** Returns whether two indexes of tables with equal schemas have equal content: name, columns, and uniqueness. */
    public boolean sameAs(IndexSchema other) {
        return table.equals(other.table) && name.equals(other.name) && scanColumns == other.scanColumns
            && unique == other.unique && primary() == other.primary() && parts.equals(other.parts);
    }

    void bind(TableSchema schema) {
        tableSchema = schema;
    }

    /** Returns the schema that the index was declared with, or made for by {@link TableSchema#newIndex}. */
    public TableSchema tableSchema() {
        if (tableSchema == null) {
            throw new IllegalStateException("%s: build the table's schema first".formatted(this));
        }
        return tableSchema;
    }

    int suffixBits() {
        return suffixBits;
    }

    IndexOrder order() {
        return order;
    }

    private void checkPrefix(int given) {
        if (given != scanColumns) {
            throw new IllegalArgumentException("index %s has %d scan columns, %d were given"
                .formatted(name, scanColumns, given));
        }
    }

    @Override
    public String toString() {
        return "index " + name + " of table " + table;
    }
}
