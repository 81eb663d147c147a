package io.baton.storage;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A reusable description of a scan, built as {@link RangeBuilder} says. One thread; allocates nothing after
 * construction, except where a value is given as an object. A range must not be changed while a cursor walks over it.
 */
public final class IndexRange extends RangeBuilder<IndexRange> {
    private final IndexSchema schema;
    private final IndexOrder order;
    /** Keeps the image's memory; the garbage collector frees it. */
    private final MemorySegment memory;
    /** The bound values, in the columns of an image of the table. */
    private final Row image;
    private final RangeBounds bounds;
    private int bound;
    private boolean descending;

    /** Makes a range of the index with nothing bound, ascending. */
    public IndexRange(IndexSchema schema) {
        this.schema = schema;
        this.order = schema.order();
        TableSchema table = schema.tableSchema();
        this.memory = Arena.ofAuto().allocate(table.imageBytes() + Row.DIRTY_BYTES, 8);
        this.image = new Row(table);
        this.image.wrap(new Lifetime("an index range is never closed"), memory.address(), true);
        this.bounds = new RangeBounds(table);
    }

    /** Returns the index. */
    public IndexSchema schema() {
        return schema;
    }

    /** Forgets all bounds; ascending again. */
    public IndexRange clear() {
        bound = 0;
        bounds.clear();
        descending = false;
        return this;
    }

    /** Binds all columns of the index to what they are in a row or image of the table. */
    public IndexRange equalTo(Row row) {
        clear();
        Memory.copy(row.readable(schema.table()), memory.address(), schema.tableSchema().imageBytes());
        bound = order.parts();
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

    /** Returns the address of the bound values, in an image of the table. */
    long image() {
        return memory.address();
    }

    boolean isDescending() {
        return descending;
    }

    boolean isEmpty() {
        return bounds.isEmpty();
    }

    /**
     * Returns the smallest suffix of the range: the columns behind the prefix, as many as fit, as an integer that is
     * ordered like them.
     */
    public long lowSuffix() {
        return order.suffixBound(memory.address(), bound, bounds, false);
    }

    /** Returns the largest suffix of the range, see {@link #lowSuffix}. */
    public long highSuffix() {
        return order.suffixBound(memory.address(), bound, bounds, true);
    }

    /** Returns whether rows between the suffixes may be outside the range, so that {@link #matches} must be asked. */
    boolean needsFilter() {
        return !order.boundsAreExact(bounds.part() == null ? bound : bound + 1);
    }

    /** Returns whether the row at an address is in the range. */
    boolean matches(long row) {
        for (int i = 0; i < bound; i++) {
            if (order.part(i).compare(row, memory.address()) != 0) {
                return false;
            }
        }
        return bounds.matches(row);
    }

    @Override
    protected IndexRange range() {
        return this;
    }

    @Override
    protected IndexRange self() {
        return this;
    }

    void bind(long value) {
        IndexPart part = next();
        if (part.column() instanceof LongColumn column) {
            image.set(column, IndexPart.checked(part.part(), value));
            bound++;
        } else {
            bind((Object) value);
        }
    }

    void bind(CharSequence value) {
        IndexPart part = next();
        if (!(part.column() instanceof StringColumn column)) {
            throw Row.wrongType(part.column(), value);
        }
        image.set(column, value);
        bound++;
    }

    void bind(Object value) {
        IndexPart part = next();
        image.setValue(part.column(), value);
        if (!part.isLong()) {
            // Throws if the value does not fit into the part's bits.
            part.value(memory.address());
        }
        bound++;
    }

    void bindNull() {
        image.setNull(next().column());
        bound++;
    }

    RangeBounds bounds() {
        return bounds;
    }

    /** Returns the part that a bound is for: the one that has a range, or else the next one. */
    IndexPart ranged() {
        IndexPart ranged = bounds.part();
        return ranged != null ? ranged : next();
    }

    private IndexPart next() {
        if (bounds.part() != null || bound == order.parts()) {
            throw new IllegalArgumentException("%s: no column is left to bind behind %s"
                .formatted(schema, bounds.part() != null ? "a range" : "the last one"));
        }
        return order.part(bound);
    }
}
