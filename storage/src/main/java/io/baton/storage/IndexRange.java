package io.baton.storage;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A reusable description of a scan: the leading columns of an index bound by equality, in order and at least
 * {@link IndexSchema#scanColumns()} of them, then optionally a range on the next column, which must be an integer.
 * One thread; allocates nothing after construction. A range must not be changed while a cursor walks over it.
 *
 * <p>All methods that bind a column throw {@link IllegalArgumentException} if the next column is of the other kind or
 * there is none, and {@link ValueOutOfRangeException} if the column cannot hold the value.
 */
public final class IndexRange {
    private final IndexSchema schema;
    private final IndexOrder order;
    /** Keeps the image's memory; the garbage collector frees it. */
    private final MemorySegment memory;
    /** The bound values, in the columns of an image of the table. */
    private final Row image;
    private int bound;
    private boolean ranged;
    private long low;
    private long high;
    private boolean descending;

    /** Makes a range of the index with nothing bound, ascending. */
    public IndexRange(IndexSchema schema) {
        this.schema = schema;
        this.order = schema.order();
        TableSchema table = schema.tableSchema();
        this.memory = Arena.ofAuto().allocate(table.imageBytes() + Row.DIRTY_BYTES, 8);
        this.image = new Row(table);
        this.image.wrap(new Lifetime("an index range is never closed"), memory.address(), true);
    }

    /** Returns the index. */
    public IndexSchema schema() {
        return schema;
    }

    /** Forgets all bounds; ascending again. */
    public IndexRange clear() {
        bound = 0;
        ranged = false;
        descending = false;
        return this;
    }

    /** Binds the next column to an integer. */
    public IndexRange equal(long value) {
        IndexPart part = next();
        if (!(part.column() instanceof LongColumn column)) {
            throw wrongKind(part, "an integer");
        }
        image.set(column, IndexPart.checked(part.part(), value));
        bound++;
        return this;
    }

    /** Binds the next column to a string. */
    public IndexRange equal(CharSequence value) {
        IndexPart part = next();
        if (!(part.column() instanceof StringColumn column)) {
            throw wrongKind(part, "a string");
        }
        image.set(column, value);
        bound++;
        return this;
    }

    /** Bounds the next column, an integer, from both sides; what the column cannot hold is left out. */
    public IndexRange between(long lowInclusive, long highInclusive) {
        IndexPart part = next();
        if (part.isString()) {
            throw wrongKind(part, "a range of integers");
        }
        low = Math.max(lowInclusive, part.part().min());
        high = Math.min(highInclusive, part.part().max());
        ranged = true;
        return this;
    }

    /** Asks for the largest first. */
    public IndexRange descending() {
        descending = true;
        return this;
    }

    /**
     * Returns the prefix of all rows in the range: what {@link IndexSchema#prefixOf} returns for them.
     *
     * @throws IllegalStateException if fewer than the scan columns are bound
     */
    public long prefix() {
        if (bound < schema.scanColumns()) {
            throw new IllegalStateException("%s: %d columns are bound, a scan binds at least %d"
                .formatted(schema, bound, schema.scanColumns()));
        }
        return order.prefix(memory.address());
    }

    /** Returns whether a row or image of the table is in the range. */
    public boolean contains(Row row) {
        return matches(row.readable(schema.table()));
    }

    boolean isDescending() {
        return descending;
    }

    boolean isEmpty() {
        return ranged && low > high;
    }

    /**
     * Returns the smallest suffix of the range: the columns behind the prefix, as many as fit, as an integer that is
     * ordered like them.
     */
    public long lowSuffix() {
        return order.suffixBound(memory.address(), bound, ranged, low, false);
    }

    /** Returns the largest suffix of the range, see {@link #lowSuffix}. */
    public long highSuffix() {
        return order.suffixBound(memory.address(), bound, ranged, high, true);
    }

    /** Returns whether rows between the suffixes may be outside the range, so that {@link #matches} must be asked. */
    boolean needsFilter() {
        return !order.boundsAreExact(ranged ? bound + 1 : bound);
    }

    /** Returns whether the row at an address is in the range. */
    boolean matches(long row) {
        for (int i = 0; i < bound; i++) {
            if (order.part(i).compare(row, memory.address()) != 0) {
                return false;
            }
        }
        if (!ranged) {
            return true;
        }
        long value = order.part(bound).value(row);
        return value >= low && value <= high;
    }

    private IndexPart next() {
        if (ranged || bound == order.parts()) {
            throw new IllegalArgumentException("%s: no column is left to bind behind %s"
                .formatted(schema, ranged ? "a range" : "the last one"));
        }
        return order.part(bound);
    }

    private IllegalArgumentException wrongKind(IndexPart part, String given) {
        return new IllegalArgumentException("%s: column %s is %s, but %s was given".formatted(
            schema, part.column().name(), part.isString() ? "a string" : "an integer", given));
    }
}
