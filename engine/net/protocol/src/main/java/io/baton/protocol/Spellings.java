package io.baton.protocol;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Values as people and programs spell them, in JDBC and on the command line; CSV files have the same spellings. The
 * JDK's parsers take more than that, and change some of it without a word: {@code 23:59:60} becomes 59 seconds, a UUID
 * with a group too long loses digits, {@code 1e400} is infinite. What is taken here is what was written.
 */
public final class Spellings {

    /** What is longer has more digits than cross the wire, and would take long to read. */
    private static final int NUMBER_CHARACTERS_MAX = 4_096;
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][-+]?[0-9]++)?");
    private static final Pattern UUID_DIGITS =
        Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final String INFINITY = "Infinity";

    private Spellings() {
    }

    /**
     * Reads a whole number.
     *
     * @param text digits of ASCII, with a sign in front if wanted
     * @return the number
     * @throws NumberFormatException if it is something else, or has more than 64 bits
     */
    public static long whole(String text) {
        if (text.length() > NUMBER_CHARACTERS_MAX || !WHOLE.matcher(text).matches()) {
            throw new NumberFormatException("no whole number");
        }
        return Long.parseLong(text);
    }

    /**
     * Reads a decimal.
     *
     * @param text digits of ASCII, with a sign, a point and an exponent if wanted
     * @return the number
     * @throws NumberFormatException if it is something else, or longer than 4,096 characters
     */
    public static BigDecimal decimal(String text) {
        if (text.length() > NUMBER_CHARACTERS_MAX || !NUMBER.matcher(text).matches()) {
            throw new NumberFormatException("no decimal");
        }
        return new BigDecimal(text);
    }

    /**
     * Reads a floating-point number.
     *
     * @param text as a decimal, or NaN, Infinity or -Infinity
     * @return the nearest number
     * @throws NumberFormatException if it is something else
     * @throws ArithmeticException if it is beyond the finite numbers and does not say Infinity, or if it is so close to
     *     zero that the nearest number is zero, and is not zero
     */
    public static double floating(String text) {
        final String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (unsigned.equals(INFINITY) || text.equals("NaN")) {
            return Double.parseDouble(text);
        }
        if (text.length() > NUMBER_CHARACTERS_MAX || !NUMBER.matcher(text).matches()) {
            throw new NumberFormatException("no number");
        }
        final double number = Double.parseDouble(text);
        if (Double.isInfinite(number)) {
            throw new ArithmeticException("beyond the floating-point numbers");
        }
        if (number == 0 && !isZero(text)) {
            throw new ArithmeticException("too close to zero for a floating-point number");
        }
        return number;
    }

    /** Whether a number is zero whatever its exponent. */
    private static boolean isZero(String number) {
        return number.chars().takeWhile(c -> c != 'e' && c != 'E').noneMatch(c -> c >= '1' && c <= '9');
    }

    /**
     * Reads a UUID.
     *
     * @param text 8, 4, 4, 4 and 12 hexadecimal digits
     * @return the UUID
     * @throws IllegalArgumentException if it is something else
     */
    public static UUID uuid(String text) {
        if (!UUID_DIGITS.matcher(text).matches()) {
            throw new IllegalArgumentException("no UUID");
        }
        return UUID.fromString(text);
    }

    /**
     * Reads a day.
     *
     * @param text such as 2026-11-22; years beyond 9999 have a sign
     * @return the day
     * @throws DateTimeException if it is something else
     */
    public static LocalDate day(String text) {
        return LocalDate.parse(text);
    }

    /**
     * Reads a moment.
     *
     * @param text such as 2026-11-22T10:15:30.000001Z, or with another offset such as +01:00; seconds end at 59
     * @return the moment
     * @throws DateTimeException if it is something else
     */
    public static OffsetDateTime moment(String text) {
        return OffsetDateTime.parse(text);
    }

    /**
     * Reads a day with a time, in a time zone that is not said.
     *
     * @param text such as 2026-11-22T10:15:30.000001; seconds end at 59
     * @return the day and the time
     * @throws DateTimeException if it is something else
     */
    public static LocalDateTime localMoment(String text) {
        return LocalDateTime.parse(text);
    }
}
