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
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link Row} that knows NULL and the types other than integers and strings. What is said there of
 * accessors holds here too; those that return or take an object allocate.
 */
abstract sealed class RowValues permits Row {
    private static final long MICROS = 1_000_000;

    /** Returns the address of the image of a row of this column's table. */
    abstract long readable(Column column, String ofTable);

    /** Returns the address of the image of a row of this column's table that may be changed. */
    abstract long writable(Column column, String ofTable);

    /** Notes that bytes of the image change. */
    abstract void touch(int from, int to);

    /** Stores an integer that the column can hold, unless it is another value of a primary key that is fixed. */
    abstract Row storeInteger(Column column, int offset, int width, int presence, long value);

    /** Returns whether the column at an offset is part of the primary key. */
    abstract boolean isKey(int offset);

    /** Stores sixteen bytes, unless they are another value of a primary key that is fixed. */
    abstract Row store(Column column, int offset, int presence, long first, long second);

    /** Throws if bytes are another value of a primary key that is fixed. */
    abstract void keepKey(VariableColumn column, byte[] source, int offset, int length);

    /** Returns whether the column has no value; false for columns that are never NULL. */
    public final boolean isNull(Column column) {
        return !hasValue(readable(column, column.table()), column.presence());
    }

    /**
     * Takes the column's value away.
     *
     * @throws NullValueException if the column is never NULL
     */
    public final Row setNull(Column column) {
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
        return (Row) this;
    }

    /** Returns whether the bit is set that says whether a column has a value. */
    static boolean hasValue(long row, int presence) {
        return presence < 0 || (Memory.getByte(row + (presence >>> 3)) >>> (presence & 7) & 1) != 0;
    }

    /** Returns the address of the column's value. */
    final long value(Column column, int offset, int presence) {
        long at = readable(column, column.table());
        if (presence >= 0) {
            requireValue(at, column, presence);
        }
        return at + offset;
    }

    /** Returns the address of where the column's value is to be written, {@code bytes} of it. */
    final long target(Column column, int offset, int bytes, int presence) {
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
    final void setPresent(long image, int presence) {
        long byteAt = image + (presence >>> 3);
        Memory.putByte(byteAt, (byte) (Memory.getByte(byteAt) | 1 << (presence & 7)));
        touch(presence >>> 3, (presence >>> 3) + 1);
    }

    /**
     * Returns the value of a column of any type, or null if it is NULL: a {@link Boolean}, {@link Double},
     * {@link Instant}, {@link LocalDate}, {@link String}, {@link UUID} or array of bytes; a {@link Long} for integers,
     * a {@link BigDecimal} for decimals of either size.
     */
    public final @Nullable Object value(Column column) {
        if (isNull(column)) {
            return null;
        }
        Row row = (Row) this;
        return switch (column) {
            case BooleanColumn c -> get(c);
            case BytesColumn c -> get(c);
            case DateColumn c -> date(c);
            case DecimalColumn c -> get(c);
            case DoubleColumn c -> get(c);
            case LongColumn c when c.scale() > 0 -> decimal(c);
            case LongColumn c -> row.get(c);
            case StringColumn c -> row.get(c);
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
    public final Row setValue(Column column, @Nullable Object value) {
        if (value == null) {
            return setNull(column);
        }
        Row row = (Row) this;
        return switch (column) {
            case BooleanColumn c when value instanceof Boolean v -> set(c, v);
            case BytesColumn c when value instanceof byte[] v -> set(c, v);
            case DateColumn c when value instanceof LocalDate v -> set(c, v);
            case DateColumn c when isInteger(value) -> set(c, ((Number) value).longValue());
            case DecimalColumn c when value instanceof BigDecimal v -> set(c, v);
            case DoubleColumn c when value instanceof Double || value instanceof Float -> set(
                c, ((Number) value).doubleValue());
            case LongColumn c when value instanceof BigDecimal v -> set(c, v);
            case LongColumn c when isInteger(value) -> row.set(c, ((Number) value).longValue());
            case StringColumn c when value instanceof CharSequence v -> row.set(c, v);
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
    final void setInteger(Column column, long value) {
        switch (column) {
            case BooleanColumn c -> set(c, value != 0);
            case DateColumn c -> set(c, value);
            case TimestampColumn c -> set(c, value);
            case LongColumn c -> ((Row) this).set(c, value);
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

    /** Returns the value. */
    public final boolean get(BooleanColumn column) {
        return Memory.getByte(value(column, column.offset(), column.presence())) != 0;
    }

    /** Stores true or false. */
    public final Row set(BooleanColumn column, boolean value) {
        return storeInteger(column, column.offset(), 1, column.presence(), value ? 1 : 0);
    }

    /** Returns the value. */
    public final double get(DoubleColumn column) {
        return Double.longBitsToDouble(Memory.getLong(value(column, column.offset(), column.presence())));
    }

    /** Stores a double; which NaN it is gets lost. In a column of the primary key -0.0 becomes 0.0, which it equals. */
    public final Row set(DoubleColumn column, double value) {
        long bits = Double.doubleToLongBits(value);
        if (bits == Long.MIN_VALUE && isKey(column.offset())) {
            bits = 0;
        }
        return storeInteger(column, column.offset(), 8, column.presence(), bits);
    }

    /** Returns the microseconds since 1970-01-01T00:00:00Z. */
    public final long get(TimestampColumn column) {
        return Memory.getLong(value(column, column.offset(), column.presence()));
    }

    /** Returns the moment. */
    public final Instant instant(TimestampColumn column) {
        return moment(get(column));
    }

    /** Stores a moment as microseconds since 1970-01-01T00:00:00Z. */
    public final Row set(TimestampColumn column, long micros) {
        return storeInteger(column, column.offset(), 8, column.presence(), micros);
    }

    /**
     * Stores a moment; what it has of nanoseconds below a microsecond is cut off, towards the past.
     *
     * @throws ValueOutOfRangeException if its microseconds do not fit into 64 bits
     */
    public final Row set(TimestampColumn column, Instant value) {
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
    public final int get(DateColumn column) {
        return Memory.getInt(value(column, column.offset(), column.presence()));
    }

    /** Returns the day. */
    public final LocalDate date(DateColumn column) {
        return LocalDate.ofEpochDay(get(column));
    }

    /**
     * Stores a day as days since 1970-01-01.
     *
     * @throws ValueOutOfRangeException if they do not fit into 32 bits
     */
    public final Row set(DateColumn column, long epochDay) {
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
    public final Row set(DateColumn column, LocalDate value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        return set(column, value.toEpochDay());
    }

    /** Returns the decimal. */
    public final BigDecimal get(DecimalColumn column) {
        long at = value(column, column.offset(), column.presence());
        return column.scaled(Memory.getLong(at), Memory.getLong(at + 8));
    }

    /**
     * Stores a decimal, which is not rounded.
     *
     * @throws ValueOutOfRangeException if it has more digits before or after the point than the column
     */
    public final Row set(DecimalColumn column, BigDecimal value) {
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
    public final BigDecimal decimal(LongColumn column) {
        long at = value(column, column.offset(), column.presence());
        return BigDecimal.valueOf(Memory.getInteger(at, column.width()), column.scale());
    }

    /**
     * Stores a decimal, which is not rounded.
     *
     * @throws ValueOutOfRangeException if it has more digits after the point than the column or does not fit
     */
    public final Row set(LongColumn column, BigDecimal value) {
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
    public final UUID get(UuidColumn column) {
        long at = value(column, column.offset(), column.presence());
        return new UUID(Memory.getLong(at), Memory.getLong(at + 8));
    }

    /** Stores a UUID. */
    public final Row set(UuidColumn column, UUID value) {
        if (value == null) {
            throw NullValueException.given(column);
        }
        return set(column, value.getMostSignificantBits(), value.getLeastSignificantBits());
    }

    /** Stores a UUID as its two halves. */
    public final Row set(UuidColumn column, long mostSignificant, long leastSignificant) {
        return store(column, column.offset(), column.presence(), mostSignificant, leastSignificant);
    }

    /** Returns a copy of the bytes. */
    public final byte[] get(BytesColumn column) {
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
    public final int get(BytesColumn column, byte[] target, int offset) {
        int length = length(column);
        Objects.checkFromIndexSize(offset, length, target.length);
        long at = readable(column, column.table()) + column.offset();
        Memory.copy(at + VariableColumn.LENGTH_BYTES, target, offset, length);
        return length;
    }

    /** Returns the number of bytes. */
    public final int length(BytesColumn column) {
        long value = value(column, column.offset(), column.presence());
        return Strings.length(value - column.offset(), column);
    }

    /**
     * Stores bytes.
     *
     * @throws ValueOutOfRangeException if there are more than the column has
     */
    public final Row set(BytesColumn column, byte[] value) {
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
    public final Row set(BytesColumn column, byte[] source, int offset, int length) {
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
        return (Row) this;
    }

    /** Returns whether the column holds these bytes; false if it is NULL. */
    public final boolean equal(BytesColumn column, byte[] value) {
        return !isNull(column) && Arrays.equals(get(column), value);
    }
}
