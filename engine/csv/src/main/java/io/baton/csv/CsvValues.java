package io.baton.csv;

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
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How values of each type are spelt in a CSV file. */
final class CsvValues {

    // The JDK's parsers take more: digits of other scripts, and Double's hexadecimal numbers and suffixes.
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern DECIMAL =
        Pattern.compile("[-+]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][-+]?[0-9]++)?");
    private static final Pattern DOUBLE = Pattern.compile(DECIMAL + "|NaN|[-+]?Infinity");

    /** Characters of a number: those that queries take. The time that digits take grows with their square. */
    static final int NUMBER_CHARACTERS_MAX = 1_280;
    /** An exponent beyond it, in either direction, is refused, as calls refuse it. */
    private static final int DECIMAL_SCALE_MAX = 10_000;
    /** Characters of a date, a moment, a UUID or a truth value. */
    private static final int SHORT_CHARACTERS_MAX = 64;

    private CsvValues() {
    }

    /** The most bytes of UTF-8 that a value of any column of a table takes in a file, without its quotes. */
    static int bytesMax(TableSchema table) {
        return Math.max(NUMBER_CHARACTERS_MAX, table.columns().stream().mapToInt(column -> switch (column) {
            case BytesColumn bytes -> 2 * bytes.bytesMax();
            case StringColumn string -> string.bytesMax();
            default -> 0;
        }).max().orElse(0));
    }

    private static int charactersMax(Column column) {
        return switch (column) {
            case BytesColumn bytes -> 2 * bytes.bytesMax();
            // Its own message, with its bytes, is better.
            case StringColumn ignored -> Integer.MAX_VALUE;
            case DecimalColumn ignored -> NUMBER_CHARACTERS_MAX;
            case DoubleColumn ignored -> NUMBER_CHARACTERS_MAX;
            case LongColumn ignored -> NUMBER_CHARACTERS_MAX;
            default -> SHORT_CHARACTERS_MAX;
        };
    }

    /** Spells a value as {@code Row.value} returns it; null for NULL. */
    static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case BigDecimal decimal -> decimal.toPlainString();
            default -> value.toString();
        };
    }

    /**
     * Reads a value, for {@code Row.setValue}.
     *
     * @throws IllegalArgumentException if the text does not spell one; the message says what would, to stand behind the
     *     value
     */
    static Object value(Column column, String text) {
        if (text.length() > charactersMax(column)) {
            throw new IllegalArgumentException("has " + text.length() + " characters; a value of type " + column.type()
                + " has " + charactersMax(column) + " at most");
        }
        try {
            return switch (column) {
                case BooleanColumn ignored -> bool(text);
                case BytesColumn ignored -> HexFormat.of().parseHex(text);
                case DateColumn ignored -> LocalDate.parse(text);
                case DecimalColumn ignored -> decimal(text);
                case DoubleColumn ignored -> float64(text);
                case LongColumn c when c.scale() > 0 -> decimal(text);
                case LongColumn ignored -> integer(text);
                case StringColumn ignored -> text;
                case TimestampColumn ignored -> timestamp(text);
                case UuidColumn ignored -> uuid(text);
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(expected(column), e);
        }
    }

    private static String expected(Column column) {
        return switch (column) {
            case BooleanColumn ignored -> "is no truth value; write true or false";
            case BytesColumn ignored -> "is not hexadecimal; write two digits a byte, such as 00ff";
            case DateColumn ignored -> "is no date; write one such as 2026-11-22";
            case DecimalColumn ignored -> "is no decimal; write one such as -12.50";
            case DoubleColumn ignored ->
                "is no number that a double can hold; write one such as -1.5E10, NaN or Infinity";
            case LongColumn c when c.scale() > 0 -> "is no decimal; write one such as -12.50";
            case LongColumn ignored -> "is no integer of 64 bits; write digits, with - in front of a negative one";
            case StringColumn ignored -> "is no text";
            case TimestampColumn ignored ->
                "is no timestamp of microseconds in UTC; write one such as 2026-11-22T10:15:30.000001Z";
            case UuidColumn ignored -> "is no UUID; write one such as 123e4567-e89b-12d3-a456-426614174000";
        };
    }

    private static boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static long integer(String text) {
        if (!INTEGER.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return Long.parseLong(text);
    }

    private static BigDecimal decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        final BigDecimal value = new BigDecimal(text);
        if (Math.abs((long) value.scale()) > DECIMAL_SCALE_MAX) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }

    private static double float64(String text) {
        if (!DOUBLE.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        final double value = Double.parseDouble(text);
        if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
            throw new IllegalArgumentException(text);
        }
        if (value == 0 && new BigDecimal(text).signum() != 0) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }

    private static Instant timestamp(String text) {
        // Not Instant.parse: it takes 23:59:60 for 23:59:59.
        final Instant moment = OffsetDateTime.parse(text).toInstant();
        if (!moment.equals(moment.truncatedTo(ChronoUnit.MICROS))) {
            throw new IllegalArgumentException(text);
        }
        return moment;
    }

    /** The JDK also takes fewer digits, and says nothing of it. */
    private static UUID uuid(String text) {
        final UUID value = UUID.fromString(text);
        if (!value.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }
}
