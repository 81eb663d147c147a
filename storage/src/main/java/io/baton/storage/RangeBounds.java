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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The range on one column of an {@link IndexRange}: a lower and an upper bound, each optional, or a start that strings
 * or bytes have in common. NULL is never within. A bound that the column cannot hold is moved to the next value that
 * it can hold. One thread; only bounds that are objects allocate.
 */
final class RangeBounds {
    private final TableSchema table;
    private @Nullable IndexPart part;
    private boolean hasLow;
    private boolean hasHigh;
    private boolean starts;
    private boolean empty;
    /** Of a short part: both inclusive, as integers of the values' order. */
    private long low;
    private long high;
    /** Of a long part: the bounds are in its column of these images, which are made when first needed. */
    private @Nullable Image lowImage;
    private @Nullable Image highImage;
    private boolean lowInclusive;
    private boolean highInclusive;

    /** Memory for one row image; the garbage collector frees it. */
    private record Image(MemorySegment memory, Row row) {
        static Image of(TableSchema table) {
            var memory = Arena.ofAuto().allocate(table.imageBytes() + Row.DIRTY_BYTES, 8);
            var row = new Row(table);
            row.wrap(new Lifetime("the bound of a range is never closed"), memory.address(), true);
            return new Image(memory, row);
        }
    }

    /** A bound on a short part: the integer at or below it, and where that is if not among 64-bit integers. */
    private record Floor(long value, boolean exact, int beyond) {
        static Floor of(long value) {
            return new Floor(value, true, 0);
        }

        static Floor of(BigInteger floor, boolean exact) {
            return new Floor(floor.longValue(), exact, floor.bitLength() > 63 ? floor.signum() : 0);
        }
    }

    RangeBounds(TableSchema table) {
        this.table = table;
    }

    void clear() {
        part = null;
        hasLow = false;
        hasHigh = false;
        starts = false;
        empty = false;
    }

    /** Returns the ranged column's part, or null if there is no range. */
    @Nullable
    IndexPart part() {
        return part;
    }

    /** Takes all values but NULL; more bounds may follow. */
    void all(IndexPart next) {
        if (part == null) {
            part = next;
            low = next.isLong() ? 0 : next.part().min();
            high = next.isLong() ? 0 : next.part().max();
        }
    }

    void lower(IndexPart next, long value, boolean inclusive) {
        requireNoLower(next);
        if (next.part().integer()) {
            all(next);
            lower(value, true, inclusive);
        } else {
            lower(next, (Object) value, inclusive);
        }
    }

    void upper(IndexPart next, long value, boolean inclusive) {
        requireNoUpper(next);
        if (next.part().integer()) {
            all(next);
            upper(value, true, inclusive);
        } else {
            upper(next, (Object) value, inclusive);
        }
    }

    void lower(IndexPart next, Object value, boolean inclusive) {
        requireNoLower(next);
        if (next.isLong()) {
            Image image = lowImage == null ? Image.of(table) : lowImage;
            lowImage = image;
            lowInclusive = inclusive;
            hasLow = setLong(image.row, next.column(), value, false);
            all(next);
            return;
        }
        Floor floor = floor(next.column(), value);
        all(next);
        if (floor.beyond > 0) {
            empty = true;
        } else if (floor.beyond == 0) {
            lower(floor.value, floor.exact, inclusive);
        }
    }

    void upper(IndexPart next, Object value, boolean inclusive) {
        requireNoUpper(next);
        if (next.isLong()) {
            Image image = highImage == null ? Image.of(table) : highImage;
            highImage = image;
            highInclusive = inclusive;
            hasHigh = setLong(image.row, next.column(), value, true);
            all(next);
            return;
        }
        Floor floor = floor(next.column(), value);
        all(next);
        if (floor.beyond < 0) {
            empty = true;
        } else if (floor.beyond == 0) {
            upper(floor.value, floor.exact, inclusive);
        }
    }

    /** Takes the strings or bytes that start so. */
    void starts(IndexPart next, Object value) {
        requireNoUpper(next);
        lower(next, value, true);
        // A start of more bytes than there can be has been cut off, and leaves no value.
        empty |= !lowInclusive;
        hasHigh = true;
        starts = true;
    }

    boolean isEmpty() {
        IndexPart ranged = part;
        if (ranged == null || empty) {
            return empty;
        }
        if (!ranged.isLong()) {
            return low > high;
        }
        if (starts || !hasLow || !hasHigh) {
            return false;
        }
        int order = ranged.compare(address(lowImage), address(highImage));
        return order > 0 || (order == 0 && !(lowInclusive && highInclusive));
    }

    /** Returns whether a row's value is within; true if there is no range. */
    boolean matches(long row) {
        IndexPart ranged = part;
        if (ranged == null) {
            return true;
        }
        if (empty || ranged.isNull(row)) {
            return false;
        }
        if (!ranged.isLong()) {
            long value = ranged.value(row);
            return value >= low && value <= high;
        }
        if (starts && ranged.column() instanceof VariableColumn column) {
            return Strings.startsWith(row, address(lowImage), column);
        }
        if (hasLow) {
            int order = ranged.compare(row, address(lowImage));
            if (order < 0 || (order == 0 && !lowInclusive)) {
                return false;
            }
        }
        if (hasHigh) {
            int order = ranged.compare(row, address(highImage));
            return order < 0 || (order == 0 && highInclusive);
        }
        return true;
    }

    /** Returns the smallest bits or head of a part, which is this range's, of the rows within. */
    long lowBits(IndexPart ranged) {
        if (!ranged.isLong()) {
            return ranged.orderedBits(Math.min(low, ranged.part().max()));
        }
        return hasLow ? ranged.head(address(lowImage)) : 0;
    }

    /** Returns the largest bits or head of a part, which is this range's, of the rows within. */
    long highBits(IndexPart ranged) {
        if (!ranged.isLong()) {
            return ranged.orderedBits(Math.max(high, ranged.part().min()));
        }
        if (starts && ranged.column() instanceof VariableColumn column) {
            int length = Strings.length(address(lowImage), column);
            return ranged.head(address(lowImage)) | (length < 8 ? -1L >>> (8 * length) : 0);
        }
        return hasHigh ? ranged.head(address(highImage)) : -1L;
    }

    private void requireNoLower(IndexPart next) {
        if (hasLow) {
            throw new IllegalArgumentException("table %s, column %s: it has a lower bound already"
                .formatted(table.name(), next.column().name()));
        }
    }

    private void requireNoUpper(IndexPart next) {
        if (hasHigh) {
            throw new IllegalArgumentException("table %s, column %s: it has an upper bound already"
                .formatted(table.name(), next.column().name()));
        }
    }

    private void lower(long floor, boolean exact, boolean inclusive) {
        hasLow = true;
        if (inclusive && exact) {
            low = Math.max(low, floor);
        } else if (floor == Long.MAX_VALUE) {
            empty = true;
        } else {
            low = Math.max(low, floor + 1);
        }
    }

    private void upper(long floor, boolean exact, boolean inclusive) {
        hasHigh = true;
        if (inclusive || !exact) {
            high = Math.min(high, floor);
        } else if (floor == Long.MIN_VALUE) {
            empty = true;
        } else {
            high = Math.min(high, floor - 1);
        }
    }

    private static Floor floor(Column column, Object value) {
        return switch (column) {
            case BooleanColumn c when value instanceof Boolean b -> Floor.of(b ? 1 : 0);
            case DateColumn c when value instanceof LocalDate day -> Floor.of(day.toEpochDay());
            case DoubleColumn c when value instanceof Double || value instanceof Float -> Floor.of(
                IndexPart.ordered(Double.doubleToLongBits(((Number) value).doubleValue())));
            case TimestampColumn c when value instanceof Instant instant -> {
                BigInteger micros = TimestampColumn.floor(instant);
                yield Floor.of(micros, instant.equals(instant.truncatedTo(ChronoUnit.MICROS)));
            }
            case LongColumn c when value instanceof BigDecimal number -> {
                BigInteger floor = c.floor(number);
                yield Floor.of(floor, new BigDecimal(floor, c.scale()).compareTo(number) == 0);
            }
            case LongColumn c when Row.isInteger(value) -> Floor.of(((Number) value).longValue());
            case DateColumn c when Row.isInteger(value) -> Floor.of(((Number) value).longValue());
            case TimestampColumn c when Row.isInteger(value) -> Floor.of(((Number) value).longValue());
            default -> throw Row.wrongType(column, value);
        };
    }

    /** Writes a bound on a long part to its image; returns whether it is one, of what the column can hold. */
    private boolean setLong(Row image, Column column, Object value, boolean upper) {
        if (column instanceof DecimalColumn c && value instanceof BigDecimal number) {
            return setDecimal(image, c, number, upper);
        } else if (column instanceof UuidColumn c && value instanceof UUID uuid) {
            image.set(c, uuid);
        } else if (column instanceof StringColumn c && value instanceof CharSequence text) {
            if (Strings.measure(c, text) <= c.bytesMax()) {
                image.set(c, text);
            } else {
                cut(upper);
                image.set(c, text.toString().getBytes(StandardCharsets.UTF_8), 0, c.bytesMax());
            }
        } else if (column instanceof BytesColumn c && value instanceof byte[] bytes) {
            if (bytes.length > c.bytesMax()) {
                cut(upper);
            }
            image.set(c, bytes, 0, Math.min(bytes.length, c.bytesMax()));
        } else {
            throw Row.wrongType(column, value);
        }
        return true;
    }

    /** A bound longer than values can be lies directly behind the value that it starts with. */
    private void cut(boolean upper) {
        if (upper) {
            highInclusive = true;
        } else {
            lowInclusive = false;
        }
    }

    private boolean setDecimal(Row image, DecimalColumn column, BigDecimal value, boolean upper) {
        BigInteger floor = column.floor(value);
        boolean exact = new BigDecimal(floor, column.scale()).compareTo(value) == 0;
        BigInteger most = BigInteger.TEN.pow(column.precision()).subtract(BigInteger.ONE);
        BigInteger bound = floor;
        if (!upper && !exact) {
            bound = floor.add(BigInteger.ONE);
            lowInclusive = true;
        } else if (upper && !exact) {
            highInclusive = true;
        }
        int beyond = bound.abs().compareTo(most) > 0 ? bound.signum() : 0;
        empty |= beyond != 0 && beyond > 0 != upper;
        if (beyond == 0) {
            image.set(column, new BigDecimal(bound, column.scale()));
        }
        return beyond == 0;
    }

    private static long address(@Nullable Image image) {
        if (image == null) {
            throw new IllegalStateException("a range without a bound was asked for it; this is a bug");
        }
        return image.row.address();
    }
}
