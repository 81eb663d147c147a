package io.baton.storage;

import io.baton.storage.column.Column;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.UuidColumn;
import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * A reusable flyweight over one row image in off-heap memory: either a row in storage, read-only, or a writable image
 * in a {@link RowArena}. One thread at a time. Wrapping and all accessors except {@link #get(StringColumn)} allocate
 * nothing.
 *
 * <p>An image (not a row in storage) is followed by the byte range that was changed since it was copied:
 *
 * <pre>
 *   0                     rowBytes rounded up to 8   +4           +8
 *  +---------------------+--------------------------+------------+
 *  | columns             | dirtyFrom, i32           | dirtyTo    |
 *  +---------------------+--------------------------+------------+
 * </pre>
 *
 * <p>Every accessor throws {@link IllegalStateException} if this row is not wrapped or its storage or arena is closed,
 * and {@link IllegalArgumentException} if the column is of another table, and equal to none of this one; setters also
 * if the row was opened for reading ({@link IllegalStateException}) or the value does not fit ({@link
 * ValueOutOfRangeException}). Getting a value that is NULL throws {@link NullValueException}.
 */
public final class Row extends RowValues {
    /** Bytes behind an image that hold its dirty range. */
    static final int DIRTY_BYTES = 8;

    private static final Lifetime NOT_WRAPPED = new Lifetime("this row is not wrapped around any memory");

    private final TableSchema schema;
    private final String table;
    private final int dirtyOffset;
    private Lifetime owner = NOT_WRAPPED;
    private long term = Lifetime.NEVER;
    private boolean writable;
    /** Whether the columns of the primary key stay as they are. */
    private boolean keyFixed;
    private long address;

    /** Makes a row of the table that is not wrapped yet. */
    public Row(TableSchema schema) {
        this.schema = schema;
        this.table = schema.name();
        this.dirtyOffset = schema.imageBytes();
    }

    /** Returns the table's schema. */
    public TableSchema schema() {
        return schema;
    }

    /** Returns the value of an integer column, or the scaled value of a decimal. */
    public long get(LongColumn column) {
        long at = readable(column, column.table());
        if (column.presence() >= 0) {
            requireValue(at, column, column.presence());
        }
        return Memory.getInteger(at + column.offset(), column.width());
    }

    /**
     * Stores an integer or a scaled decimal.
     *
     * @throws ValueOutOfRangeException if the value does not fit into the column's width
     * @throws IllegalArgumentException if it is another value of a primary key that a transaction has fixed
     */
    public Row set(LongColumn column, long value) {
        if (value < column.min() || value > column.max()) {
            throw new ValueOutOfRangeException(column.table(), column.name(), value, column.min(), column.max());
        }
        return storeInteger(column, column.offset(), column.width(), column.presence(), value);
    }

    @Override
    Row storeInteger(Column column, int offset, int width, int presence, long value) {
        long image = writable(column, column.table());
        if (isFixed(offset) && Memory.getInteger(image + offset, width) != value) {
            if (value == 0 && column instanceof DoubleColumn && Memory.getLong(image + offset) == Long.MIN_VALUE) {
                return this; // A row of an earlier version may have -0.0 in its key.
            }
            throw schema.keyLayout().changed(column, this, typed(column, value));
        }
        if (presence >= 0) {
            setPresent(image, presence);
        }
        Memory.putInteger(image + offset, width, value);
        touch(offset, offset + width);
        return this;
    }

    /** Returns the string; this allocates. */
    public String get(StringColumn column) {
        byte[] bytes = new byte[length(column)];
        get(column, bytes, 0);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Copies the string's bytes.
     *
     * @return the number of bytes
     * @throws IndexOutOfBoundsException if they do not fit behind {@code offset}
     */
    public int get(StringColumn column, byte[] target, int offset) {
        int length = length(column);
        Objects.checkFromIndexSize(offset, length, target.length);
        Memory.copy(address + column.offset() + VariableColumn.LENGTH_BYTES, target, offset, length);
        return length;
    }

    /** Returns the string's length in bytes of UTF-8. */
    public int length(StringColumn column) {
        long at = readable(column, column.table());
        if (column.presence() >= 0) {
            requireValue(at, column, column.presence());
        }
        return Strings.length(at, column);
    }

    /**
     * Stores a string as UTF-8.
     *
     * @throws ValueOutOfRangeException if it takes more bytes than the column has, or a surrogate in it stands without
     *     its partner: UTF-8 cannot say it
     */
    public Row set(StringColumn column, CharSequence value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        long at = writable(column, column.table()) + column.offset();
        if (isFixed(column.offset()) && !equal(column, value)) {
            throw schema.keyLayout().changed(column, this, value);
        }
        int length = Strings.encode(value, at + VariableColumn.LENGTH_BYTES, column);
        stored(column, at, length);
        return this;
    }

    /**
     * Stores bytes that the caller knows to be UTF-8.
     *
     * @throws ValueOutOfRangeException if there are more bytes than the column has
     * @throws IndexOutOfBoundsException if the range is not within {@code source}
     */
    public Row set(StringColumn column, byte[] source, int offset, int length) {
        if (source == null) {
            throw NullValueException.given(column);
        }
        Objects.checkFromIndexSize(offset, length, source.length);
        long at = writable(column, column.table()) + column.offset();
        if (length > column.bytesMax()) {
            var shown = new String(source, offset, length, StandardCharsets.UTF_8);
            throw new ValueOutOfRangeException(column, shown, length);
        }
        keepKey(column, source, offset, length);
        Memory.copy(source, offset, at + VariableColumn.LENGTH_BYTES, length);
        stored(column, at, length);
        return this;
    }

    /**
     * Stores the string or NULL of another row, of this table or another one, without allocating.
     *
     * @throws ValueOutOfRangeException if it takes more bytes than the column has
     * @throws NullValueException if it is NULL and the column is never NULL
     */
    public Row copy(StringColumn column, Row from, StringColumn fromColumn) {
        if (from.isNull(fromColumn)) {
            return setNull(column);
        }
        int length = from.length(fromColumn);
        long at = writable(column, column.table()) + column.offset();
        if (isFixed(column.offset()) && !Strings.equal(address, column, from.address, fromColumn)) {
            throw schema.keyLayout().changed(column, this, from.get(fromColumn));
        }
        if (length > column.bytesMax()) {
            throw new ValueOutOfRangeException(column, from.get(fromColumn), length);
        }
        long source = from.address + fromColumn.offset();
        Memory.copy(source + VariableColumn.LENGTH_BYTES, at + VariableColumn.LENGTH_BYTES, length);
        stored(column, at, length);
        return this;
    }

    /** Returns whether the column holds this string, without allocating; false if it is NULL. */
    public boolean equal(StringColumn column, CharSequence value) {
        long at = readable(column, column.table());
        return hasValue(at, column.presence()) && Strings.equal(at, column, value);
    }

    /** Returns whether the string has these bytes of UTF-8 somewhere, without allocating; false if it is NULL. */
    public boolean contains(StringColumn column, byte[] utf8) {
        long at = readable(column, column.table());
        return hasValue(at, column.presence()) && Strings.contains(at, column, utf8);
    }

    /** Returns the address of the image. */
    public long address() {
        return readable(table);
    }

    /**
     * Returns the address of an image that may be changed. Writers there keep to the layout of the schema's
     * columns, and says by {@link #changed} which bytes it wrote.
     */
    public long writableAddress() {
        return writable(table);
    }

    /**
     * Notes that bytes of the image were written at its address: those from {@code from} to in front of {@code to}.
     *
     * @throws IndexOutOfBoundsException if these are not bytes of the image
     */
    public void changed(int from, int to) {
        writable(table);
        touch(Objects.checkFromToIndex(from, to, dirtyOffset), to);
    }

    /** Returns whether this row is wrapped around memory that is still there. */
    public boolean isWrapped() {
        return owner.admits(term);
    }

    /** Returns whether this row is wrapped around an image that may be changed. */
    public boolean isWritable() {
        return owner.admits(term) && writable;
    }

    /** Shows from now on what another row of the table shows, for reading. */
    public void follow(Row other) {
        long theirs = other.readable(table);
        wrap(other.owner, theirs, false);
    }

    /** Lets go of the memory. */
    public void unwrap() {
        term = Lifetime.NEVER;
        address = 0;
        writable = false;
    }

    @SuppressWarnings("ReferenceEquality") // One that is stored again would cost a memory fence.
    void wrap(Lifetime newOwner, long newAddress, boolean newWritable) {
        if (owner != newOwner) {
            owner = newOwner;
        }
        term = newOwner.term();
        address = newAddress;
        writable = newWritable;
        keyFixed = false;
    }

    /** From now on the columns of the primary key refuse other values: the row is locked under this key. */
    void fixKey() {
        keyFixed = true;
    }

    @Override
    Row store(Column column, int offset, int presence, long first, long second) {
        if (isFixed(offset)) {
            long now = writable(column, column.table()) + offset;
            if (Memory.getLong(now) != first || Memory.getLong(now + 8) != second) {
                Object value = column instanceof UuidColumn ? new UUID(first, second)
                    : column instanceof DecimalColumn decimal ? decimal.scaled(first, second) : first;
                throw schema.keyLayout().changed(column, this, value);
            }
        }
        long at = target(column, offset, 16, presence);
        Memory.putLong(at, first);
        Memory.putLong(at + 8, second);
        return this;
    }

    @Override
    void keepKey(VariableColumn column, byte[] source, int offset, int length) {
        if (isFixed(column.offset())
            && !Strings.equal(writable(column, column.table()), column, source, offset, length)) {
            byte[] value = Arrays.copyOfRange(source, offset, offset + length);
            throw schema.keyLayout().changed(column, this,
                column instanceof StringColumn ? new String(value, StandardCharsets.UTF_8) : value);
        }
    }

    /** Whether the column at an offset is part of a key that is fixed. */
    private boolean isFixed(int offset) {
        return keyFixed && isKey(offset);
    }

    @Override
    boolean isKey(int offset) {
        return schema.keyLayout().has(offset);
    }

    /** Returns the address of a writable image of the given table. */
    long image(String ofTable) {
        return writable(ofTable);
    }

    /**
     * Returns the first byte of an image that was changed since it was copied; not less than {@link #dirtyTo} if
     * nothing was. Setting or clearing a value touches the column's own bytes, whatever else it touches.
     */
    public int dirtyFrom() {
        return Memory.getInt(writable(table) + dirtyOffset);
    }

    /** Returns the byte behind the last one of an image that was changed since it was copied. */
    public int dirtyTo() {
        return Memory.getInt(writable(table) + dirtyOffset + 4);
    }

    void clean() {
        Memory.putInt(address + dirtyOffset, Integer.MAX_VALUE);
        Memory.putInt(address + dirtyOffset + 4, 0);
    }

    /** Notes that a string's bytes have been written behind its length field. */
    private void stored(StringColumn column, long at, int length) {
        int offset = column.offset();
        if (column.presence() >= 0) {
            setPresent(at - offset, column.presence());
        }
        Memory.putShort(at, (short) length);
        touch(offset, offset + VariableColumn.LENGTH_BYTES + length);
    }

    @Override
    void touch(int from, int to) {
        long dirty = address + dirtyOffset;
        if (from < Memory.getInt(dirty)) {
            Memory.putInt(dirty, from);
        }
        if (to > Memory.getInt(dirty + 4)) {
            Memory.putInt(dirty + 4, to);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // A table's columns carry its own String instance.
    long readable(Column column, String ofTable) {
        if (!owner.admits(term) || (ofTable != table && isOther(column))) {
            throw refused(ofTable, isOther(column));
        }
        return address;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    long writable(Column column, String ofTable) {
        if (!owner.admits(term) || (ofTable != table && isOther(column)) || !writable) {
            throw refused(ofTable, isOther(column));
        }
        return address;
    }

    /** Whether a column is none of this table's, nor equal to one, as those of a schema that was built twice are. */
    private boolean isOther(Column column) {
        return !schema.columns().contains(column);
    }

    /** Returns the address of the image of a row of the table with this very name. */
    @SuppressWarnings("ReferenceEquality")
    long readable(String ofTable) {
        if (!owner.admits(term) || ofTable != table) {
            throw refused(ofTable, ofTable != table);
        }
        return address;
    }

    /** Returns the address of the image of a row of this table, or of one with an equal schema. */
    @SuppressWarnings("ReferenceEquality")
    long readable(TableSchema ofTable) {
        return readable(ofTable != schema && ofTable.sameAs(schema) ? table : ofTable.name());
    }

    /** Returns the address of the image of a row of the table with this very name that may be changed. */
    @SuppressWarnings("ReferenceEquality")
    private long writable(String ofTable) {
        if (!owner.admits(term) || ofTable != table || !writable) {
            throw refused(ofTable, ofTable != table);
        }
        return address;
    }

    private RuntimeException refused(String ofTable, boolean other) {
        if (other) {
            return new IllegalArgumentException(
                "a column or row of table %s was used with a row of table %s%s".formatted(ofTable, table,
                    ofTable.equals(table) ? ", which has another schema" : ""));
        }
        if (!owner.admits(term)) {
            return (term == Lifetime.NEVER ? NOT_WRAPPED : owner).over(term);
        }
        return new IllegalStateException("this row of table %s was opened for reading".formatted(table));
    }
}
