package io.baton.jdbc.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * Days and moments. A day of the protocol has no time zone; a moment has none either, and needs one to become a day:
 * that of the calendar given, else that of this JVM, as JDBC wants.
 */
public final class Moments {

    private Moments() {
    }

    private static ZoneId zone(@Nullable Calendar calendar) {
        return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    }

    /** {@return a moment at UTC} */
    static OffsetDateTime offset(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }

    /**
     * Makes a moment.
     *
     * @param value a moment, a day, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the moment
     * @throws SQLException if it is something else
     */
    public static Instant instant(Object value, @Nullable Calendar calendar) throws SQLException {
        return switch (value) {
            case Instant moment -> moment;
            case Timestamp moment -> moment.toInstant();
            case Date date -> date.toLocalDate().atStartOfDay(zone(calendar)).toInstant();
            case Time time -> throw Conversion.wrong(time, "a moment");
            case java.util.Date moment -> moment.toInstant();
            case Calendar moment -> moment.toInstant();
            case OffsetDateTime moment -> moment.toInstant();
            case ZonedDateTime moment -> moment.toInstant();
            case LocalDateTime moment -> moment.atZone(zone(calendar)).toInstant();
            case LocalDate date -> date.atStartOfDay(zone(calendar)).toInstant();
            case CharSequence text -> parsed(text.toString().strip(), calendar);
            default -> throw Conversion.wrong(value, "a moment");
        };
    }

    private static Instant parsed(String text, @Nullable Calendar calendar) throws SQLException {
        try {
            final String iso = text.replace(' ', 'T');
            if (iso.indexOf('T') < 0) {
                return LocalDate.parse(iso).atStartOfDay(zone(calendar)).toInstant();
            }
            final boolean zoned =
                iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > iso.indexOf('T');
            return zoned ? OffsetDateTime.parse(iso).toInstant()
                : LocalDateTime.parse(iso).atZone(zone(calendar)).toInstant();
        } catch (DateTimeException e) {
            throw Conversion.wrong(text, "a moment such as 2026-11-23T10:15:30Z");
        }
    }

    /**
     * Makes a day.
     *
     * @param value a day, a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the day
     * @throws SQLException if it is something else
     */
    public static LocalDate localDate(Object value, @Nullable Calendar calendar) throws SQLException {
        return switch (value) {
            case LocalDate date -> date;
            case Date date when calendar == null -> date.toLocalDate();
            case Date date -> Instant.ofEpochMilli(date.getTime()).atZone(zone(calendar)).toLocalDate();
            case LocalDateTime moment -> moment.toLocalDate();
            case CharSequence text when text.toString().strip().length() <= DAY_CHARACTERS -> day(text.toString());
            default -> instant(value, calendar).atZone(zone(calendar)).toLocalDate();
        };
    }

    /**
     * Makes a day of what was set; a getter leaves the time of day away, a setter must not.
     *
     * @param value a day, a moment at the beginning of one, or a text that says one
     * @return the day
     * @throws SQLException if it is something else, or later in the day
     */
    static LocalDate wholeDay(Object value) throws SQLException {
        if (value instanceof LocalDate day) {
            return day;
        }
        final LocalDate day = localDate(value, null);
        if (!(value instanceof Date) && !instant(value, null).equals(instant(day, null))) {
            throw Conversion.wrong(value, "a day without a time; set a java.time.LocalDate");
        }
        return day;
    }

    private static LocalDate day(String text) throws SQLException {
        try {
            return LocalDate.parse(text.strip());
        } catch (DateTimeException e) {
            throw Conversion.wrong(text, "a day such as 2026-11-23");
        }
    }

    /**
     * Makes a day of {@code java.sql}.
     *
     * @param value a day, a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the day
     * @throws SQLException if it is something else
     */
    public static Date date(Object value, @Nullable Calendar calendar) throws SQLException {
        final LocalDate day = localDate(value, calendar);
        return calendar == null ? Date.valueOf(day)
            : new Date(day.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
    }

    /**
     * Makes a time of day of {@code java.sql}.
     *
     * @param value a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the time of day
     * @throws SQLException if it is something else
     */
    public static Time time(Object value, @Nullable Calendar calendar) throws SQLException {
        if (value instanceof LocalDate) {
            throw Conversion.wrong(value, "a time of day");
        }
        final LocalTime time = instant(value, calendar).atZone(zone(calendar)).toLocalTime();
        return calendar == null ? Time.valueOf(time)
            : new Time(time.atDate(LocalDate.EPOCH).atZone(zone(calendar)).toInstant().toEpochMilli());
    }

    /**
     * Makes a moment of {@code java.sql}.
     *
     * @param value a moment, a day, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the moment
     * @throws SQLException if it is something else
     */
    public static Timestamp timestamp(Object value, @Nullable Calendar calendar) throws SQLException {
        try {
            return Timestamp.from(instant(value, calendar));
        } catch (IllegalArgumentException e) {
            throw Conversion.wrong(value, "a moment that java.sql.Timestamp can hold");
        }
    }

    private static final int DAY_CHARACTERS = 10;
}
