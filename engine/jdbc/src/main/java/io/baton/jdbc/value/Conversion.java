package io.baton.jdbc.value;

import io.baton.protocol.RecordValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a getter makes of a value that is not NULL. Nothing is cut: what does not fit is refused. */
final class Conversion {

    private static final int SHOWN_MAX = 60;
    /** Numbers with more are not written out: an exponent of nine digits would take minutes, and gigabytes. */
    private static final int ZEROS_MAX = 1_000;
    private static final String INFINITY = "Infinity";

    private Conversion() {
    }

    /**
     * Makes a truth value.
     *
     * @param value a boolean, 0, 1, or a text that says so
     * @return the truth value
     * @throws SQLException if it is something else
     */
    public static boolean bool(Object value) throws SQLException {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof Number number) {
            final BigDecimal decimal = decimal(number);
            if (decimal.signum() != 0 && decimal.compareTo(BigDecimal.ONE) != 0) {
                throw wrong(value, "a boolean");
            }
            return decimal.signum() != 0;
        }
        final String text = value.toString();
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "1", "true", "t", "yes" -> true;
            case "0", "false", "f", "no" -> false;
            default -> throw wrong(value, "a boolean");
        };
    }

    /**
     * Makes a whole number.
     *
     * @param value a number without a fraction, a boolean, or a text that says so
     * @param least the least that fits
     * @param most the most that fits
     * @return the number
     * @throws SQLException if it is something else, or does not fit
     */
    public static long whole(Object value, long least, long most) throws SQLException {
        final long number;
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            number = ((Number) value).longValue();
        } else if (value instanceof Boolean bool) {
            number = bool ? 1 : 0;
        } else {
            final BigDecimal decimal = decimal(value);
            try {
                number = decimal.longValueExact();
            } catch (ArithmeticException e) {
                throw outside(value, least, most);
            }
        }
        if (number < least || number > most) {
            throw outside(value, least, most);
        }
        return number;
    }

    private static SQLException outside(Object value, long least, long most) {
        return SqlErrors.of(SqlErrors.OUT_OF_RANGE,
            shown(value) + " is no whole number from " + least + " to " + most + "; use another getter");
    }

    /**
     * Makes a floating-point number.
     *
     * @param value a number, or a text that says one
     * @return the nearest one
     * @throws SQLException if it is something else
     */
    public static double floating(Object value) throws SQLException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        final double number;
        if (value instanceof Number other) {
            number = other.doubleValue();
        } else if (value instanceof Boolean bool) {
            number = bool ? 1 : 0;
        } else {
            final String text = text(value).strip();
            try {
                number = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw wrong(value, "a number");
            }
            if (text.endsWith(INFINITY)) {
                return number;
            }
        }
        return finite(number, value);
    }

    private static double finite(double number, Object value) throws SQLException {
        if (Double.isInfinite(number)) {
            throw SqlErrors.of(SqlErrors.OUT_OF_RANGE, shown(value) + " is beyond the floating-point numbers; "
                + "use another getter or parameter");
        }
        return number;
    }

    /**
     * Makes a floating-point number of 32 bits.
     *
     * @param value a number, or a text that says one
     * @return the nearest one
     * @throws SQLException if it is something else, or too large
     */
    public static float single(Object value) throws SQLException {
        final double number = floating(value);
        final float single = (float) number;
        return Double.isInfinite(number) ? single : (float) finite(single, value);
    }

    /**
     * Makes a decimal.
     *
     * @param value a number, or a text that says one
     * @return the same number
     * @throws SQLException if it is something else
     */
    public static BigDecimal decimal(Object value) throws SQLException {
        try {
            return switch (value) {
                case BigDecimal decimal -> decimal;
                case BigInteger whole -> new BigDecimal(whole);
                case Double floating -> BigDecimal.valueOf(floating);
                case Float floating -> new BigDecimal(floating.toString());
                case Long number -> BigDecimal.valueOf(number);
                case Number number -> new BigDecimal(number.toString());
                case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
                case CharSequence text -> new BigDecimal(text.toString().strip());
                default -> throw wrong(value, "a number");
            };
        } catch (NumberFormatException e) {
            throw wrong(value, "a number");
        }
    }

    /**
     * Makes a text.
     *
     * @param value anything
     * @return how it is written: bytes as hexadecimal digits, moments in UTC
     */
    public static String text(Object value) {
        return switch (value) {
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case BigDecimal decimal ->
                Math.abs((long) decimal.scale()) <= ZEROS_MAX ? decimal.toPlainString() : decimal.toString();
            default -> value.toString();
        };
    }

    /**
     * Makes bytes.
     *
     * @param value bytes, or a UUID
     * @return a copy of them
     * @throws SQLException if it is something else
     */
    public static byte[] bytes(Object value) throws SQLException {
        return switch (value) {
            case byte[] bytes -> bytes.clone();
            case UUID uuid -> java.nio.ByteBuffer.allocate(2 * Long.BYTES).putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits()).array();
            default -> throw wrong(value, "bytes");
        };
    }

    /**
     * Makes what {@code getObject} returns.
     *
     * @param value a value of the protocol, or null
     * @return what JDBC has for it
     */
    public static @Nullable Object object(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Instant moment -> Moments.offset(moment);
            case LocalDate date -> Date.valueOf(date);
            case byte[] bytes -> bytes.clone();
            case RecordValue components -> new RecordStruct(components);
            case List<?> elements -> new ListArray(elements);
            default -> value;
        };
    }

    /**
     * Makes a value of a class.
     *
     * @param value a value that is not NULL
     * @param type the class wanted
     * @param <T> the class wanted
     * @return the value
     * @throws SQLException if that is not possible
     */
    public static <T> T as(Object value, Class<T> type) throws SQLException {
        final Object made = made(value, type);
        if (made == null || !type.isInstance(made)) {
            throw wrong(value, "a " + type.getSimpleName());
        }
        return type.cast(made);
    }

    private static @Nullable Object made(Object value, Class<?> type) throws SQLException {
        if (type == Object.class) {
            return object(value);
        }
        if (type == String.class) {
            return text(value);
        }
        if (type == Boolean.class) {
            return bool(value);
        }
        if (type == UUID.class) {
            return uuid(value);
        }
        if (type == byte[].class) {
            return bytes(value);
        }
        if (Number.class.isAssignableFrom(type)) {
            return number(value, type);
        }
        final Object moment = moment(value, type);
        if (moment != null) {
            return moment;
        }
        return type.isInstance(value) ? value : object(value);
    }

    private static BigInteger whole(Object value) throws SQLException {
        final BigDecimal decimal = decimal(value);
        final long digits = (long) decimal.precision() - decimal.scale();
        try {
            if (decimal.signum() == 0) {
                return BigInteger.ZERO;
            }
            if (digits > 0 && digits <= ZEROS_MAX) {
                return decimal.toBigIntegerExact();
            }
        } catch (ArithmeticException e) {
            // What follows says so.
        }
        throw SqlErrors.of(SqlErrors.OUT_OF_RANGE,
            shown(value) + " is no whole number of at most " + ZEROS_MAX + " digits; use another getter");
    }

    private static @Nullable Object number(Object value, Class<?> type) throws SQLException {
        if (type == Long.class) {
            return whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == Integer.class) {
            return (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == Short.class) {
            return (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == Byte.class) {
            return (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == Double.class) {
            return floating(value);
        }
        if (type == Float.class) {
            return single(value);
        }
        if (type == BigDecimal.class) {
            return decimal(value);
        }
        if (type == BigInteger.class) {
            return whole(value);
        }
        return value;
    }

    private static @Nullable Object moment(Object value, Class<?> type) throws SQLException {
        if (type == Date.class) {
            return Moments.date(value, null);
        }
        if (type == Time.class) {
            return Moments.time(value, null);
        }
        if (type == Timestamp.class || type == java.util.Date.class) {
            return Moments.timestamp(value, null);
        }
        if (type == LocalDate.class) {
            return Moments.localDate(value, null);
        }
        if (type == LocalDateTime.class) {
            return Moments.timestamp(value, null).toLocalDateTime();
        }
        if (type == Instant.class) {
            return Moments.instant(value, null);
        }
        if (type == OffsetDateTime.class) {
            return Moments.offset(Moments.instant(value, null));
        }
        return type == ZonedDateTime.class ? Moments.offset(Moments.instant(value, null)).toZonedDateTime() : null;
    }

    static UUID uuid(Object value) throws SQLException {
        try {
            return value instanceof UUID uuid ? uuid : UUID.fromString(text(value).strip());
        } catch (IllegalArgumentException e) {
            throw wrong(value, "a UUID");
        }
    }

    static SQLException wrong(Object value, String wanted) {
        return SqlErrors.of(SqlErrors.BAD_CAST, shown(value) + " is not, and does not say, " + wanted);
    }

    static String shown(Object value) {
        final String text = value instanceof byte[] bytes ? bytes.length + " bytes" : value.toString();
        final String cut = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
        return "the value " + cut + " (" + value.getClass().getSimpleName() + ")";
    }
}
