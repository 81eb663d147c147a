package io.baton.engine.model;

import io.baton.engine.Scan;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
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
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a model table and the few values that it takes. The model knows a value by its number, the engine by the
 * value itself; numbers are in the order of the values, and NULL, if there is, is 0.
 */
final class ModelColumn {

    private static final long HASH_OF_NULL = 0x4E55_4C4C;

    final Column column;
    private final @Nullable Object[] values;
    private final long[] hashes;
    /** Half of each value, for scans of what starts so; empty if it has no parts. */
    private final Object[] starts;

    ModelColumn(TableSchema.Builder builder, String name, ModelType type, int count, boolean nullable) {
        column = type.add(nullable ? builder.nullable() : builder, name);
        final int first = nullable ? 1 : 0;
        values = new @Nullable Object[first + count];
        hashes = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            final Object value = i < first ? null : type.value(i - first, count);
            values[i] = value;
            hashes[i] = value == null ? HASH_OF_NULL : hash(value);
        }
        if (Arrays.stream(hashes).distinct().count() < hashes.length) {
            throw new IllegalStateException("two values of " + type + " have one hash");
        }
        starts = new Object[column instanceof StringColumn || column instanceof BytesColumn ? values.length : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = start(values[i]);
        }
    }

    private static Object start(@Nullable Object value) {
        return switch (value) {
            case String text ->
                text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2));
            case byte[] bytes -> Arrays.copyOf(bytes, bytes.length / 2);
            case null, default -> "";
        };
    }

    /** How many numbers there are. */
    int size() {
        return values.length;
    }

    /** The number of the first value that is not NULL. */
    int first() {
        return values[0] == null ? 1 : 0;
    }

    boolean hasStarts() {
        return starts.length > 0;
    }

    /** The number of the first value that starts as another one does, or of the last. */
    int startingLike(int number, boolean last) {
        int found = number;
        while (found >= first() && found < size() && startsLike(found, number)) {
            found += last ? 1 : -1;
        }
        return last ? found - 1 : found + 1;
    }

    private boolean startsLike(int other, int number) {
        final Object value = values[other];
        if (value instanceof byte[] bytes) {
            final byte[] start = (byte[]) starts[number];
            return bytes.length >= start.length && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
        }
        return value instanceof String text && text.startsWith((String) starts[number]);
    }

    void set(Row row, int number) {
        row.setValue(column, values[number]);
    }

    /** The value of a number, null for NULL. */
    @Nullable
    Object value(int number) {
        return values[number];
    }

    Object start(int number) {
        return starts[number];
    }

    /** The hash of the value of a number. */
    long hash(int number) {
        return hashes[number];
    }

    /** The hash of the value in a row. */
    long hash(Row row) {
        if (column.nullable() && row.isNull(column)) {
            return HASH_OF_NULL;
        }
        return switch (column) {
            case LongColumn c -> row.get(c);
            case TimestampColumn c -> row.get(c);
            case DateColumn c -> row.get(c);
            case BooleanColumn c -> row.get(c) ? 1 : 0;
            case DoubleColumn c -> Double.doubleToRawLongBits(row.get(c));
            case StringColumn c -> row.get(c).hashCode();
            case BytesColumn c -> Arrays.hashCode(row.get(c));
            case DecimalColumn c -> row.get(c).hashCode();
            case UuidColumn c -> hash(row.get(c));
        };
    }

    /** The number of the value in a row. */
    int number(Row row) {
        final long hash = hash(row);
        int number = 0;
        while (hashes[number] != hash) {
            number++;
        }
        return number;
    }

    /** That of UUID is one of too many. */
    private static long hash(UUID value) {
        return ModelTable.mix(value.getMostSignificantBits()) ^ value.getLeastSignificantBits();
    }

    private long hash(Object value) {
        return switch (value) {
            case Long v -> v;
            case Instant v -> TimestampColumn.floor(v).longValueExact();
            case LocalDate v -> v.toEpochDay();
            case Boolean v -> v ? 1 : 0;
            case Double v -> Double.doubleToRawLongBits(v);
            case String v -> v.hashCode();
            case byte[] v -> Arrays.hashCode(v);
            case BigDecimal v when column instanceof LongColumn -> v.unscaledValue().longValueExact();
            case BigDecimal v -> v.hashCode();
            case UUID v -> hash(v);
            default -> throw new IllegalStateException("a value of " + value.getClass());
        };
    }

    /** Binds the next column of a scan, which is this one, to a value, null for NULL. */
    static void bind(Scan scan, @Nullable Object value) {
        switch (value) {
            case null -> scan.isNull();
            case Long number -> scan.equal(number.longValue());
            case String text -> scan.equal(text);
            default -> scan.equal(value);
        }
    }
}
