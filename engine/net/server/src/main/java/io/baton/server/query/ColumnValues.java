package io.baton.server.query;

import io.baton.protocol.Reason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Columns as SQL names their types, and how their values compare with those that queries give: by value, whatever the
 * column can hold. A value that it cannot hold equals none of its values, and lies between, below or above them.
 *
 * <p>Numbers compare exactly. Between a double and a decimal that means: for a column of doubles, a decimal with a
 * fraction or an exponent stands for the double nearest to it, as 0.1 does in Java; for a column of integers or
 * decimals, a double stands for the shortest decimal that names it. -0.0 equals 0.0. NaN equals itself and is greater
 * than all, as in indexes. A day compares with a moment as its own first moment in UTC.
 */
final class ColumnValues {

    private static final int DIGITS_OF_LONG = 19;
    private static final int DIGITS_OF_DECIMAL = 18;
    private static final int NANOS_PER_MICRO = 1_000;
    /** The first and last moment that are stored, in microseconds. */
    private static final Instant FIRST = Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS);
    private static final Instant LAST = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);
    private static final Pattern UUID_TEXT =
        Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");
    private static final Map<String, Double> NAMED_DOUBLES = Map.of("NAN", Double.NaN, "INFINITY",
        Double.POSITIVE_INFINITY, "+INFINITY", Double.POSITIVE_INFINITY, "-INFINITY", Double.NEGATIVE_INFINITY);

    private ColumnValues() {
    }

    /**
     * Where a value lies among those of a column.
     *
     * @param value the greatest value of the column that is not greater, as {@link #of} returns it; null if there is
     *     none such, or all are less
     * @param side 0 if it is the value; 1 if it lies just above the value, or without one above all; -1 below all
     */
    record Position(@Nullable Object value, int side) {

        static final Position BELOW = new Position(null, -1);
        static final Position ABOVE = new Position(null, 1);

        /** Whether a row can have it. */
        boolean exact() {
            return side == 0;
        }
    }

    /** Describes a column of a table. */
    static BuiltIns.ColumnOf describe(Column column, String label) {
        return switch (column) {
            case BooleanColumn c -> of(c, label, "BOOLEAN", 1, 0);
            case BytesColumn c -> of(c, label, "VARBINARY", c.bytesMax(), 0);
            case DateColumn c -> of(c, label, "DATE", 10, 0);
            case DecimalColumn c -> of(c, label, "DECIMAL", c.precision(), c.scale());
            case DoubleColumn c -> of(c, label, "DOUBLE", 17, 0);
            case LongColumn c when c.scale() > 0 -> of(c, label, "DECIMAL", DIGITS_OF_DECIMAL, c.scale());
            case LongColumn c -> switch (c.width()) {
                case 1 -> of(c, label, "TINYINT", 3, 0);
                case 2 -> of(c, label, "SMALLINT", 5, 0);
                case 4 -> of(c, label, "INTEGER", 10, 0);
                default -> of(c, label, "BIGINT", DIGITS_OF_LONG, 0);
            };
            case StringColumn c -> of(c, label, "VARCHAR", c.bytesMax(), 0);
            case TimestampColumn c -> of(c, label, "TIMESTAMP_WITH_TIMEZONE", 32, 6);
            case UuidColumn c -> of(c, label, "UUID", 36, 0);
        };
    }

    private static BuiltIns.ColumnOf of(Column column, String label, String type, int precision, int scale) {
        return new BuiltIns.ColumnOf(column.table(), label, type, column.nullable(), precision, scale, true,
            column.name());
    }

    // Values of rows

    /** The value of a row's column as it is compared; null for NULL. Integers and decimals of eight bytes are units. */
    static @Nullable Object of(Row row, Column column) {
        if (column instanceof LongColumn integers) {
            return row.isNull(column) ? null : (Object) row.get(integers);
        }
        return row.value(column);
    }

    /** Compares two values of a column, as {@link #of} returns them; the order is that of indexes. */
    static int compare(Object a, Object b) {
        return switch (a) {
            case Long value -> Long.compare(value, (Long) b);
            case String value -> compareTexts(value, (String) b);
            case Double value -> compareDoubles(value, (Double) b);
            case BigDecimal value -> value.compareTo((BigDecimal) b);
            case Instant value -> value.compareTo((Instant) b);
            case LocalDate value -> value.compareTo((LocalDate) b);
            case Boolean value -> Boolean.compare(value, (Boolean) b);
            case byte[] value -> Arrays.compareUnsigned(value, (byte[]) b);
            case UUID value -> compareUuids(value, (UUID) b);
            default -> throw new IllegalStateException("values of " + a.getClass() + " have no order; this is a bug");
        };
    }

    /** By code points, which is the order of UTF-8. */
    static int compareTexts(String a, String b) {
        final int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            final char x = a.charAt(i);
            final char y = b.charAt(i);
            if (x != y) {
                return Character.isSurrogate(x) == Character.isSurrogate(y) ? Character.compare(x, y)
                    : Character.isSurrogate(x) ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int compareDoubles(double a, double b) {
        return a == b ? 0 : Double.compare(a, b);
    }

    private static int compareUuids(UUID a, UUID b) {
        final int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high
            : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    /** Compares the value of a row, as {@link #of} returns it, with a position among the values of its column. */
    static int compare(Object value, Position position) {
        final Object at = position.value();
        if (at == null) {
            return -position.side();
        }
        final int order = compare(value, at);
        return order != 0 ? order : -position.side();
    }

    // Values of queries

    /**
     * Finds where a value lies among those of a column.
     *
     * @param value of the query, not null
     * @throws QueryException if it is of another kind
     */
    static Position position(Column column, Object value) {
        try {
            final Position position = switch (column) {
                case BooleanColumn c -> truth(value);
                case BytesColumn c -> value instanceof byte[] ? new Position(value, 0) : null;
                case DateColumn c -> day(value);
                case DecimalColumn c -> decimalPosition(value);
                case DoubleColumn c -> doublePosition(value);
                case LongColumn c -> units(c, value);
                case StringColumn c -> value instanceof String ? new Position(value, 0) : null;
                case TimestampColumn c -> momentPosition(value);
                case UuidColumn c -> uuidPosition(value);
            };
            if (position != null) {
                return position;
            }
        } catch (NumberFormatException | DateTimeException e) {
            // It is a text that says nothing of this kind.
        }
        throw new QueryException(Reason.WRONG_TYPE, "column " + column.name() + " is of type " + column.type()
            + ", but it is compared with " + shown(value) + "; " + advice(column));
    }

    private static String advice(Column column) {
        return switch (column) {
            case BooleanColumn c -> "write TRUE or FALSE";
            case BytesColumn c -> "write for example X'00ff'";
            case DateColumn c -> "write for example DATE '2026-11-23'";
            case StringColumn c -> "write a text in single quotes";
            case TimestampColumn c -> "write for example TIMESTAMP '2026-11-23 10:15:30Z'";
            case UuidColumn c -> "write 36 characters such as '01234567-89ab-cdef-0123-456789abcdef'";
            default -> "write a number";
        };
    }

    /** A value for a message. */
    static String shown(Object value) {
        return switch (value) {
            case String text -> "'" + QueryTokens.shown(text) + "'";
            case byte[] bytes -> bytes.length + " bytes";
            case LocalDate day -> "the day " + day;
            case Instant moment -> "the moment " + moment;
            case UUID uuid -> "the UUID " + uuid;
            default -> QueryTokens.shown(String.valueOf(value).toUpperCase(Locale.ROOT));
        };
    }

    private static @Nullable Position truth(Object value) {
        if (value instanceof String text) {
            return text.equalsIgnoreCase("true") ? new Position(true, 0)
                : text.equalsIgnoreCase("false") ? new Position(false, 0) : null;
        }
        return value instanceof Boolean ? new Position(value, 0) : null;
    }

    private static @Nullable Object number(Object value) {
        return switch (value) {
            case Long number -> number;
            case Integer number -> number.longValue();
            case BigDecimal number -> number;
            case Double number -> number;
            case Float number -> number.doubleValue();
            case String text -> namedOrNumber(text.strip());
            default -> null;
        };
    }

    private static Object namedOrNumber(String text) {
        final Double named = NAMED_DOUBLES.get(text.toUpperCase(Locale.ROOT));
        return named != null ? named : QueryTokens.number(text);
    }

    /** A number as a decimal, or where it lies if it is none; null if it is no number. */
    private static @Nullable Object decimal(Object value) {
        final Object number = number(value);
        return switch (number) {
            case null -> null;
            case Long whole -> BigDecimal.valueOf(whole);
            case Double floating when Double.isNaN(floating) -> Position.ABOVE;
            case Double floating when Double.isInfinite(floating) -> floating > 0 ? Position.ABOVE : Position.BELOW;
            case Double floating -> BigDecimal.valueOf(floating);
            default -> number;
        };
    }

    private static @Nullable Position decimalPosition(Object value) {
        final Object decimal = decimal(value);
        return decimal == null || decimal instanceof Position ? (Position) decimal : new Position(decimal, 0);
    }

    private static @Nullable Position units(LongColumn column, Object value) {
        if (column.scale() == 0 && number(value) instanceof Long whole) {
            return new Position(whole, 0);
        }
        final Object decimal = decimal(value);
        if (!(decimal instanceof BigDecimal number)) {
            return (Position) decimal;
        }
        final BigInteger floor = column.floor(number);
        if (floor.bitLength() >= Long.SIZE) {
            return floor.signum() > 0 ? Position.ABOVE : Position.BELOW;
        }
        final long units = floor.longValue();
        return new Position(units, BigDecimal.valueOf(units, column.scale()).compareTo(number) == 0 ? 0 : 1);
    }

    private static @Nullable Position doublePosition(Object value) {
        final Object number = number(value);
        return switch (number) {
            case null -> null;
            case Double floating -> new Position(floating + 0.0, 0);
            case Long whole when whole == (long) (double) whole && whole != Long.MAX_VALUE ->
                new Position((double) whole, 0);
            case Long whole -> among(BigDecimal.valueOf(whole));
            case BigDecimal decimal -> {
                final double nearest = decimal.doubleValue();
                yield decimal.scale() == 0 || Double.isInfinite(nearest) || (nearest == 0 && decimal.signum() != 0)
                    ? among(decimal) : new Position(nearest, 0);
            }
            default -> throw new IllegalStateException(number.getClass() + " is no number; this is a bug");
        };
    }

    /** Where a decimal lies among doubles, exactly. */
    private static Position among(BigDecimal decimal) {
        final double near = decimal.doubleValue();
        if (Double.isInfinite(near)) {
            return new Position(near > 0 ? Double.MAX_VALUE : Double.NEGATIVE_INFINITY, 1);
        }
        final int order = new BigDecimal(near).compareTo(decimal);
        return order == 0 ? new Position(near + 0.0, 0)
            : new Position(order < 0 ? near + 0.0 : Math.nextDown(near), 1);
    }

    private static @Nullable Position day(Object value) {
        return switch (value) {
            case LocalDate day -> new Position(day, 0);
            case Instant moment -> dayOf(moment);
            case String text when text.strip().length() > 10 && text.indexOf(':') > 0 -> dayOf(momentOf(text));
            case String text -> new Position(LocalDate.parse(text.strip()), 0);
            default -> null;
        };
    }

    private static Position dayOf(Instant moment) {
        final LocalDate day = moment.atOffset(ZoneOffset.UTC).toLocalDate();
        return new Position(day, moment.equals(day.atStartOfDay(ZoneOffset.UTC).toInstant()) ? 0 : 1);
    }

    private static @Nullable Position momentPosition(Object value) {
        return switch (value) {
            case Instant moment -> new Position(moment, 0);
            case LocalDate day -> new Position(day.atStartOfDay(ZoneOffset.UTC).toInstant(), 0);
            case String text -> new Position(momentOf(text), 0);
            default -> null;
        };
    }

    private static @Nullable Position uuidPosition(Object value) {
        return switch (value) {
            case UUID uuid -> new Position(uuid, 0);
            case String text when UUID_TEXT.matcher(text.strip()).matches() ->
                new Position(UUID.fromString(text.strip()), 0);
            default -> null;
        };
    }

    /**
     * A day, a day and a time, or these with an offset; in UTC if there is none.
     *
     * @throws QueryException if it is finer than what is stored, as no answer could show it
     */
    private static Instant momentOf(String text) {
        final Instant moment = instantOf(text);
        if (moment.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MICRO != 0) {
            throw new QueryException(Reason.NO_SUCH_MOMENT, shown(moment)
                + " is finer than the microseconds that are stored; truncate or round it");
        }
        return moment;
    }

    private static Instant instantOf(String text) {
        final String iso = text.strip().replace(' ', 'T');
        if (iso.indexOf(':') < 0) {
            return LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        final boolean zoned = iso.endsWith("Z") || iso.endsWith("z") || iso.lastIndexOf('+') > 10
            || iso.lastIndexOf('-') > iso.indexOf('T');
        return zoned ? OffsetDateTime.parse(iso).toInstant() : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }

    // Literals

    /** Reads what stands behind DATE. */
    static LocalDate day(String text) {
        try {
            return LocalDate.parse(text.strip());
        } catch (DateTimeException e) {
            throw new QueryException(Reason.SYNTAX, "DATE " + shown(text) + " is no day; write for example DATE "
                + "'2026-11-23'");
        }
    }

    /** Reads what stands behind TIMESTAMP. */
    static Instant moment(String text) {
        try {
            return momentOf(text);
        } catch (DateTimeException e) {
            throw new QueryException(Reason.SYNTAX, "TIMESTAMP " + shown(text) + " is no moment; write for example "
                + "TIMESTAMP '2026-11-23 10:15:30Z'");
        }
    }

    /** Reads what stands behind UUID. */
    static UUID uuid(String text) {
        final Position position = uuidPosition(text);
        if (position != null && position.value() instanceof UUID uuid) {
            return uuid;
        }
        throw new QueryException(Reason.SYNTAX, "UUID " + shown(text) + " is none; write 36 characters such as "
            + "'01234567-89ab-cdef-0123-456789abcdef'");
    }

    /**
     * Checks a value that is to be in an answer.
     *
     * @throws QueryException if it is a day or moment beyond those that can be sent
     */
    static void checkShowable(@Nullable Object value) {
        final boolean showable = switch (value) {
            case LocalDate day -> day.toEpochDay() == (int) day.toEpochDay();
            case Instant moment -> !moment.isBefore(FIRST) && !moment.isAfter(LAST);
            case null, default -> true;
        };
        if (!showable) {
            throw new QueryException(Reason.NO_SUCH_MOMENT,
                shown(Objects.requireNonNull(value)) + " is beyond those that are stored, so it cannot be selected");
        }
    }

    // Values without a column on one side

    /**
     * Compares two values of which neither need be a column's.
     *
     * @throws QueryException if they are of different kinds
     */
    static int compareAny(Object a, Object b) {
        if (a instanceof Number && b instanceof Number) {
            return compareNumbers(a, b);
        }
        if (a instanceof LocalDate day && b instanceof Instant moment) {
            return day.atStartOfDay(ZoneOffset.UTC).toInstant().compareTo(moment);
        }
        if (a instanceof Instant && b instanceof LocalDate) {
            return -compareAny(b, a);
        }
        if (a.getClass() == b.getClass()) {
            return compare(a, b);
        }
        throw new QueryException(Reason.WRONG_TYPE,
            shown(a) + " is compared with " + shown(b) + ", which is of another kind");
    }

    private static int compareNumbers(Object a, Object b) {
        if (a instanceof Double x && b instanceof Double y) {
            return compareDoubles(x, y);
        }
        final Object left = exact(a);
        final Object right = exact(b);
        if (left instanceof BigDecimal x && right instanceof BigDecimal y) {
            return x.compareTo(y);
        }
        // One of them is a double beyond all decimals, and only one is.
        return left instanceof Position position ? position.side() : -((Position) right).side();
    }

    private static Object exact(Object number) {
        return switch (number) {
            case Double floating when Double.isFinite(floating) -> new BigDecimal(floating);
            case Double floating -> floating == Double.NEGATIVE_INFINITY ? Position.BELOW : Position.ABOVE;
            case BigDecimal decimal -> decimal;
            default -> BigDecimal.valueOf(((Number) number).longValue());
        };
    }

    /** Kinds of values that compare with each other. */
    private enum Family {
        TRUTH,
        NUMBER,
        TEXT,
        BYTES,
        TIME,
        UUID
    }

    private static Family family(Column column) {
        return switch (column) {
            case BooleanColumn c -> Family.TRUTH;
            case BytesColumn c -> Family.BYTES;
            case DateColumn c -> Family.TIME;
            case DecimalColumn c -> Family.NUMBER;
            case DoubleColumn c -> Family.NUMBER;
            case LongColumn c -> Family.NUMBER;
            case StringColumn c -> Family.TEXT;
            case TimestampColumn c -> Family.TIME;
            case UuidColumn c -> Family.UUID;
        };
    }

    /** Checks that two columns can be compared. */
    static void checkComparable(Column a, Column b) {
        if (family(a) != family(b)) {
            throw new QueryException(Reason.WRONG_TYPE, "column " + a.name() + " is of type " + a.type()
                + ", and column " + b.name() + ", with which it is compared, of type " + b.type());
        }
    }

    // What indexes can be asked

    /** Whether a part of a key or index can hold what is at a position, so that it may be looked for. */
    static boolean fits(KeyPart part, Position position) {
        final Object value = position.value();
        if (!position.exact() || value == null) {
            return false;
        }
        return switch (part.column()) {
            case LongColumn c -> (long) value >= Math.max(c.min(), part.min())
                && (long) value <= Math.min(c.max(), part.max());
            case DecimalColumn c -> isStorable(c, (BigDecimal) value);
            case StringColumn c -> ((String) value).length() <= c.bytesMax()
                && ((String) value).getBytes(StandardCharsets.UTF_8).length <= c.bytesMax();
            case BytesColumn c -> ((byte[]) value).length <= c.bytesMax();
            case DateColumn c -> ((LocalDate) value).toEpochDay() == (int) ((LocalDate) value).toEpochDay();
            case TimestampColumn c -> ((Instant) value).get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MICRO == 0
                && TimestampColumn.floor((Instant) value).bitLength() < Long.SIZE;
            case BooleanColumn c -> true;
            case DoubleColumn c -> true;
            case UuidColumn c -> true;
        };
    }

    private static boolean isStorable(DecimalColumn column, BigDecimal value) {
        try {
            column.unscaled(value);
            return true;
        } catch (ArithmeticException e) {
            return false;
        }
    }

    /** How a column of a table is described with its own name. */
    static BuiltIns.ColumnOf describe(Column column) {
        return describe(column, column.name());
    }

    /** Finds a column by its name, which is exact or in any case. */
    static @Nullable Column find(TableSchema table, String name) {
        Column inAnyCase = null;
        for (final Column column : table.columns()) {
            if (column.name().equals(name)) {
                return column;
            }
            if (inAnyCase == null && column.name().equalsIgnoreCase(name)) {
                inAnyCase = column;
            }
        }
        return inAnyCase;
    }
}
