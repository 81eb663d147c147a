package io.baton.jdbc.value;

import io.baton.protocol.RecordValue;
import io.baton.protocol.Spellings;
import io.baton.protocol.TextCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
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
    /** As large as scales of the protocol are. */
    private static final int DIGITS_MAX = 20_000;

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
     * Makes a whole number for a getter.
     *
     * @param value a number without a fraction, a boolean, or a text that says so
     * @param least the least that fits
     * @param most the most that fits
     * @return the number
     * @throws SQLException if it is something else, or does not fit
     */
    public static long whole(Object value, long least, long most) throws SQLException {
        final Long number = exact(value);
        if (number == null || number < least || number > most) {
            throw SqlErrors.of(SqlErrors.OUT_OF_RANGE,
                shown(value) + " is no whole number from " + least + " to " + most + "; use another getter");
        }
        return number;
    }

    /**
     * Makes a whole number for a parameter. How many the procedure takes, which may be fewer, the server says.
     *
     * @param value a number without a fraction, a boolean, or a text that says so
     * @param bits how many the number may have, with its sign
     * @return the number
     * @throws SQLException if it is something else, or does not fit
     */
    static long given(Object value, int bits) throws SQLException {
        final Long number = exact(value);
        if (number != null && number << (Long.SIZE - bits) >> (Long.SIZE - bits) == number) {
            return number;
        }
        throw SqlErrors.of(SqlErrors.OUT_OF_RANGE, shown(value) + (number == null && hasFraction(decimal(value))
            ? " is no whole number" : " has more than " + bits + " bits"));
    }

    /** The whole number of a value, or null if it is none of 64 bits. */
    private static @Nullable Long exact(Object value) throws SQLException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Boolean bool) {
            return bool ? 1L : 0L;
        }
        try {
            return decimal(value).longValueExact();
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static boolean hasFraction(BigDecimal decimal) {
        // Of a number with so many digits behind the point that it is cut before.
        return decimal.scale() > 0 && (decimal.scale() >= decimal.precision()
            || decimal.remainder(BigDecimal.ONE).signum() != 0);
    }

    /**
     * Makes a floating-point number.
     *
     * @param value a number, or a text that says one
     * @return the nearest one
     * @throws SQLException if it is something else, or too large, or so small that the nearest one is zero
     */
    public static double floating(Object value) throws SQLException {
        return switch (value) {
            case Double number -> number;
            case Float number -> number;
            case Long number -> number;
            case Integer number -> number;
            case Boolean bool -> bool ? 1 : 0;
            case CharSequence text -> spelled(text.toString().strip());
            default -> nearest(decimal(value).doubleValue(), value);
        };
    }

    private static double spelled(String text) throws SQLException {
        try {
            return Spellings.floating(text);
        } catch (NumberFormatException e) {
            throw wrong(text, "a number");
        } catch (ArithmeticException e) {
            throw unlikeAny(text);
        }
    }

    /**
     * Makes a floating-point number of 32 bits.
     *
     * @param value a number, or a text that says one
     * @return the nearest one
     * @throws SQLException if it is something else, or too large, or so small that the nearest one is zero
     */
    public static float single(Object value) throws SQLException {
        if (value instanceof Float || value instanceof Double || value instanceof Boolean) {
            final double number = floating(value);
            return Double.isFinite(number) ? (float) nearest((float) number, value) : (float) number;
        }
        if (value instanceof CharSequence text && !Double.isFinite(spelled(text.toString().strip()))) {
            return (float) spelled(text.toString().strip());
        }
        // Not by way of a double: rounded twice, it is not always the nearest.
        return (float) nearest(decimal(value).floatValue(), value);
    }

    /** Refuses a rounded number that is infinite, or zero though the value is not. */
    private static double nearest(double rounded, Object value) throws SQLException {
        if (Double.isInfinite(rounded) || (rounded == 0 && decimal(value).signum() != 0)) {
            throw unlikeAny(value);
        }
        return rounded;
    }

    private static SQLException unlikeAny(Object value) {
        return SqlErrors.of(SqlErrors.OUT_OF_RANGE,
            shown(value) + " is beyond the floating-point numbers, or too close "
                + "to zero for one; use another getter or parameter");
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
                case CharSequence text -> Spellings.decimal(text.toString().strip());
                default -> throw wrong(value, "a number");
            };
        } catch (NumberFormatException e) {
            throw wrong(value, "a number");
        }
    }

    /**
     * Rounds a decimal.
     *
     * @param value a decimal
     * @param scale how many digits it is to have behind the point, 0 or more
     * @return the nearest one
     * @throws SQLException if it would have more digits than memory should hold
     */
    static BigDecimal scaled(BigDecimal value, int scale) throws SQLException {
        if ((long) value.precision() - value.scale() + scale > DIGITS_MAX || scale > DIGITS_MAX) {
            throw SqlErrors.of(SqlErrors.OUT_OF_RANGE, shown(value) + " with a scale of " + scale + " has more than "
                + DIGITS_MAX + " digits; use getBigDecimal without a scale");
        }
        return value.setScale(scale, RoundingMode.HALF_UP);
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
     * Makes a text that can be sent.
     *
     * @param value anything
     * @return how it is written
     * @throws SQLException if half of a surrogate pair is in it, which no UTF-8 says
     */
    static String sendable(Object value) throws SQLException {
        final String text = switch (value) {
            case Moments.InCalendar set when !set.isDay() -> text(set.moment());
            case Moments.InCalendar day -> text(Moments.localDate(day, null));
            // Its own text leaves out the era.
            case Date day -> text(Moments.localDate(day, null));
            default -> text(value);
        };
        final String complaint = TextCodec.complaint(text);
        if (complaint != null) {
            throw SqlErrors.of(SqlErrors.BAD_CHARACTER, complaint);
        }
        return text;
    }

    /** The bytes of a text of ASCII. */
    static byte[] ascii(String text) throws SQLException {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '\u007f') {
                throw SqlErrors.of(SqlErrors.BAD_CHARACTER, "character " + (i + 1) + " of the text, U+"
                    + String.format(Locale.ROOT, "%04X", (int) text.charAt(i))
                    + ", is not ASCII; use getCharacterStream");
            }
        }
        return text.getBytes(StandardCharsets.US_ASCII);
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
     * @throws SQLException if it is a day that {@link Date} does not have
     */
    public static @Nullable Object object(@Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case Instant moment -> Moments.offset(moment);
            case LocalDate date -> Moments.date(date, null);
            case byte[] bytes -> bytes.clone();
            case RecordValue components -> new RecordStruct(components);
            case List<?> elements -> new ListArray(elements);
            default -> value;
        };
    }

    /** What JDBC has for elements or components. */
    static @Nullable Object[] objects(List<?> values) throws SQLException {
        final @Nullable Object[] objects = new Object[values.size()];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = object(values.get(i));
        }
        return objects;
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
            return Moments.localDateTime(value);
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
            return value instanceof UUID uuid ? uuid : Spellings.uuid(text(value).strip());
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
