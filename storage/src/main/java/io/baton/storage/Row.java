package io.baton.storage;

import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import io.baton.storage.column.VariableColumn;
import io.baton.storage.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reusable flyweight over one row image in off-heap memory: either a row in storage, read-only, or a writable image
 * in a {@link RowArena}. One thread at a time. Wrapping allocates nothing, nor do accessors, except those that return
 * an object or take one that is no {@link CharSequence}.
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
public final class Row {
    /** Bytes behind an image that hold its dirty range. */
    static final int DIRTY_BYTES = 8;

    private static final Lifetime NOT_WRAPPED = new Lifetime("this row is not wrapped around any memory");
    private static final long MICROS = 1_000_000;

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

    // NULL, and columns of any type

    /** Returns whether the column has no value; false for columns that are never NULL. */
    public boolean isNull(Column column) {
        return !hasValue(readable(column, column.table()), column.presence());
    }

    /**
     * Takes the column's value away.
     *
     * @throws NullValueException if the column is never NULL
     */
    public Row setNull(Column column) {
        long at = writable(column, column.table());
        int presence = column.presence();
        if (presence < 0) {
            throw NullValueException.notNullable(column);
        }
        int offset = column.offset();
        int bytes = column instanceof VariableColumn ? VariableColumn.LENGTH_BYTES : column.width();
        Memory.zero(at + offset, bytes);
        touch(offset, offset + bytes);
        long byteAt = at + (presence >>> 3);
        Memory.putByte(byteAt, (byte) (Memory.getByte(byteAt) & ~(1 << (presence & 7))));
        touch(presence >>> 3, (presence >>> 3) + 1);
        return this;
    }

    /** Returns whether the bit is set that says whether a column has a value. */
    static boolean hasValue(long row, int presence) {
        return presence < 0 || (Memory.getByte(row + (presence >>> 3)) >>> (presence & 7) & 1) != 0;
    }

    /** Returns the address of the column's value. */
    long value(Column column, int offset, int presence) {
        long at = readable(column, column.table());
        if (presence >= 0) {
            requireValue(at, column, presence);
        }
        return at + offset;
    }

    /** Returns the address of where the column's value is to be written, {@code bytes} of it. */
    long target(Column column, int offset, int bytes, int presence) {
        long at = writable(column, column.table());
        if (presence >= 0) {
            setPresent(at, presence);
        }
        touch(offset, offset + bytes);
        return at + offset;
    }

    static void requireValue(long row, Column column, int presence) {
        if (!hasValue(row, presence)) {
            throw NullValueException.read(column);
        }
    }

    /** Notes that the column of this bit has a value from now on. */
    void setPresent(long image, int presence) {
        long byteAt = image + (presence >>> 3);
        Memory.putByte(byteAt, (byte) (Memory.getByte(byteAt) | 1 << (presence & 7)));
        touch(presence >>> 3, (presence >>> 3) + 1);
    }

    /**
     * Returns the value of a column of any type, or null if it is NULL: a {@link Boolean}, {@link Double},
     * {@link Instant}, {@link LocalDate}, {@link String}, {@link UUID} or array of bytes; a {@link Long} for integers,
     * a {@link BigDecimal} for decimals of either size.
     */
    public @Nullable Object value(Column column) {
        if (isNull(column)) {
            return null;
        }
        return switch (column) {
            case BooleanColumn c -> get(c);
            case BytesColumn c -> get(c);
            case DateColumn c -> date(c);
            case DecimalColumn c -> get(c);
            case DoubleColumn c -> get(c);
            case LongColumn c when c.scale() > 0 -> decimal(c);
            case LongColumn c -> get(c);
            case StringColumn c -> get(c);
            case TimestampColumn c -> instant(c);
            case UuidColumn c -> get(c);
        };
    }

    /**
     * Stores a value into a column of any type, as its own setter does: an object as {@link #value} returns it, or null
     * for NULL. Any type of integer is taken for integers and, as their setters with integers take it, for moments,
     * days and decimals of eight bytes; a {@link Float} for doubles.
     *
     * @throws IllegalArgumentException if the object is of another type than the column
     */
    public Row setValue(Column column, @Nullable Object value) {
        if (value == null) {
            return setNull(column);
        }
        return switch (column) {
            case BooleanColumn c when value instanceof Boolean v -> set(c, v);
            case BytesColumn c when value instanceof byte[] v -> set(c, v);
            case DateColumn c when value instanceof LocalDate v -> set(c, v);
            case DateColumn c when isInteger(value) -> set(c, ((Number) value).longValue());
            case DecimalColumn c when value instanceof BigDecimal v -> set(c, v);
            case DoubleColumn c when value instanceof Double || value instanceof Float -> set(
                c, ((Number) value).doubleValue());
            case LongColumn c when value instanceof BigDecimal v -> set(c, v);
            case LongColumn c when isInteger(value) -> set(c, ((Number) value).longValue());
            case StringColumn c when value instanceof CharSequence v -> set(c, v);
            case TimestampColumn c when value instanceof Instant v -> set(c, v);
            case TimestampColumn c when isInteger(value) -> set(c, ((Number) value).longValue());
            case UuidColumn c when value instanceof UUID v -> set(c, v);
            default -> throw wrongType(column, value);
        };
    }

    /** Returns what an integer that is stored in a column means there: what {@link #value} returns. */
    static Object typed(Column column, long stored) {
        return switch (column) {
            case BooleanColumn c -> stored != 0;
            case DateColumn c -> LocalDate.ofEpochDay(stored);
            case DoubleColumn c -> Double.longBitsToDouble(stored);
            case LongColumn c when c.scale() > 0 -> BigDecimal.valueOf(stored, c.scale());
            case TimestampColumn c -> moment(stored);
            default -> stored;
        };
    }

    private static Instant moment(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000);
    }

    /** Stores an integer into a column of any type that is stored as one. */
    void setInteger(Column column, long value) {
        switch (column) {
            case BooleanColumn c -> set(c, value != 0);
            case DateColumn c -> set(c, value);
            case TimestampColumn c -> set(c, value);
            // A key of an earlier version may be a decimal of 19 digits.
            case LongColumn c when c.scale() > 0 -> storeInteger(c, c.offset(), c.width(), c.presence(), value);
            case LongColumn c -> set(c, value);
            default -> throw wrongType(column, value);
        }
    }

    static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    static IllegalArgumentException wrongType(Column column, Object value) {
        return new IllegalArgumentException("table %s, column %s: it is of type %s, but a %s was given"
            .formatted(column.table(), column.name(), column.type(), value.getClass().getSimpleName()));
    }

    // Integers and strings

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
     * @throws ValueOutOfRangeException if the value does not fit into the column's width, or is a decimal of more than
     *     18 digits
     * @throws IllegalArgumentException if it is another value of a primary key that a transaction has fixed
     */
    public Row set(LongColumn column, long value) {
        if (value < column.min() || value > column.max()) {
            throw new ValueOutOfRangeException(column.table(), column.name(), value, column.min(), column.max());
        }
        return storeInteger(column, column.offset(), column.width(), column.presence(), value);
    }

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

    // The other types; getters and setters that return or take an object allocate

    /** Returns the value. */
    public boolean get(BooleanColumn column) {
        return Memory.getByte(value(column, column.offset(), column.presence())) != 0;
    }

    /** Stores true or false. */
    public Row set(BooleanColumn column, boolean value) {
        return storeInteger(column, column.offset(), 1, column.presence(), value ? 1 : 0);
    }

    /** Returns the value. */
    public double get(DoubleColumn column) {
        return Double.longBitsToDouble(Memory.getLong(value(column, column.offset(), column.presence())));
    }

    /** Stores a double; which NaN it is gets lost. In a column of the primary key -0.0 becomes 0.0, which it equals. */
    public Row set(DoubleColumn column, double value) {
        long bits = Double.doubleToLongBits(value);
        if (bits == Long.MIN_VALUE && isKey(column.offset())) {
            bits = 0;
        }
        return storeInteger(column, column.offset(), 8, column.presence(), bits);
    }

    /** Returns the microseconds since 1970-01-01T00:00:00Z. */
    public long get(TimestampColumn column) {
        return Memory.getLong(value(column, column.offset(), column.presence()));
    }

    /** Returns the moment. */
    public Instant instant(TimestampColumn column) {
        return moment(get(column));
    }

    /** Stores a moment as microseconds since 1970-01-01T00:00:00Z. */
    public Row set(TimestampColumn column, long micros) {
        return storeInteger(column, column.offset(), 8, column.presence(), micros);
    }

    /**
     * Stores a moment; what it has of nanoseconds below a microsecond is cut off, towards the past.
     *
     * @throws ValueOutOfRangeException if its microseconds do not fit into 64 bits
     */
    public Row set(TimestampColumn column, Instant value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        BigInteger micros = TimestampColumn.floor(value);
        if (micros.bitLength() > 63) {
            throw new ValueOutOfRangeException(
                column, value, new ArithmeticException("is more than 2^63 microseconds away from 1970"));
        }
        return set(column, micros.longValue());
    }

    /** Returns the days since 1970-01-01. */
    public int get(DateColumn column) {
        return Memory.getInt(value(column, column.offset(), column.presence()));
    }

    /** Returns the day. */
    public LocalDate date(DateColumn column) {
        return LocalDate.ofEpochDay(get(column));
    }

    /**
     * Stores a day as days since 1970-01-01.
     *
     * @throws ValueOutOfRangeException if they do not fit into 32 bits
     */
    public Row set(DateColumn column, long epochDay) {
        if (epochDay != (int) epochDay) {
            throw new ValueOutOfRangeException(
                column.table(), column.name(), epochDay, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        return storeInteger(column, column.offset(), 4, column.presence(), epochDay);
    }

    /**
     * Stores a day.
     *
     * @throws ValueOutOfRangeException if it is more than 2^31 days away from 1970-01-01
     */
    public Row set(DateColumn column, LocalDate value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        return set(column, value.toEpochDay());
    }

    /** Returns the decimal. */
    public BigDecimal get(DecimalColumn column) {
        long at = value(column, column.offset(), column.presence());
        return column.scaled(Memory.getLong(at), Memory.getLong(at + 8));
    }

    /**
     * Stores a decimal, which is not rounded.
     *
     * @throws ValueOutOfRangeException if it has more digits before or after the point than the column
     */
    public Row set(DecimalColumn column, BigDecimal value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        BigInteger unscaled;
        try {
            unscaled = column.unscaled(value);
        } catch (ArithmeticException misfit) {
            throw new ValueOutOfRangeException(column, value, misfit);
        }
        return store(column, column.offset(), column.presence(), unscaled.longValue(),
            unscaled.shiftRight(64).longValue());
    }

    /** Returns the integer or decimal of eight bytes as a decimal. */
    public BigDecimal decimal(LongColumn column) {
        long at = value(column, column.offset(), column.presence());
        return BigDecimal.valueOf(Memory.getInteger(at, column.width()), column.scale());
    }

    /**
     * Stores a decimal, which is not rounded.
     *
     * @throws ValueOutOfRangeException if it has more digits after the point than the column, or more than 18 in all
     */
    public Row set(LongColumn column, BigDecimal value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        long unscaled;
        try {
            unscaled = column.unscaled(value);
        } catch (ArithmeticException misfit) {
            throw new ValueOutOfRangeException(column, value, misfit);
        }
        return storeInteger(column, column.offset(), column.width(), column.presence(), unscaled);
    }

    /** Returns the UUID. */
    public UUID get(UuidColumn column) {
        long at = value(column, column.offset(), column.presence());
        return new UUID(Memory.getLong(at), Memory.getLong(at + 8));
    }

    /** Stores a UUID. */
    public Row set(UuidColumn column, UUID value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        return set(column, value.getMostSignificantBits(), value.getLeastSignificantBits());
    }

    /** Stores a UUID as its two halves. */
    public Row set(UuidColumn column, long mostSignificant, long leastSignificant) {
        return store(column, column.offset(), column.presence(), mostSignificant, leastSignificant);
    }

    /** Returns a copy of the bytes. */
    public byte[] get(BytesColumn column) {
        byte[] bytes = new byte[length(column)];
        get(column, bytes, 0);
        return bytes;
    }

    /**
     * Copies the bytes.
     *
     * @return the number of bytes
     * @throws IndexOutOfBoundsException if they do not fit behind {@code offset}
     */
    public int get(BytesColumn column, byte[] target, int offset) {
        int length = length(column);
        Objects.checkFromIndexSize(offset, length, target.length);
        long at = readable(column, column.table()) + column.offset();
        Memory.copy(at + VariableColumn.LENGTH_BYTES, target, offset, length);
        return length;
    }

    /** Returns the number of bytes. */
    public int length(BytesColumn column) {
        long value = value(column, column.offset(), column.presence());
        return Strings.length(value - column.offset(), column);
    }

    /**
     * Stores bytes.
     *
     * @throws ValueOutOfRangeException if there are more than the column has
     */
    public Row set(BytesColumn column, byte[] value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        return set(column, value, 0, value.length);
    }

    /**
     * Stores bytes.
     *
     * @throws ValueOutOfRangeException if there are more than the column has
     * @throws IndexOutOfBoundsException if the range is not within {@code source}
     */
    public Row set(BytesColumn column, byte[] source, int offset, int length) {
        if (source == null) {
            throw NullValueException.given(column);
        }
        Objects.checkFromIndexSize(offset, length, source.length);
        if (length > column.bytesMax()) {
            throw new ValueOutOfRangeException(column, length);
        }
        keepKey(column, source, offset, length);
        long at = target(column, column.offset(), VariableColumn.LENGTH_BYTES + length, column.presence());
        Memory.putShort(at, (short) length);
        Memory.copy(source, offset, at + VariableColumn.LENGTH_BYTES, length);
        return this;
    }

    /** Returns whether the column holds these bytes; false if it is NULL. */
    public boolean equal(BytesColumn column, byte[] value) {
        return !isNull(column) && Arrays.equals(get(column), value);
    }

    // Memory

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

    void touch(int from, int to) {
        long dirty = address + dirtyOffset;
        if (from < Memory.getInt(dirty)) {
            Memory.putInt(dirty, from);
        }
        if (to > Memory.getInt(dirty + 4)) {
            Memory.putInt(dirty + 4, to);
        }
    }

    @SuppressWarnings("ReferenceEquality") // A table's columns carry its own String instance.
    long readable(Column column, String ofTable) {
        if (!owner.admits(term) || (ofTable != table && isOther(column))) {
            throw refused(ofTable, isOther(column));
        }
        return address;
    }

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
