package io.baton.jdbc.value;

import io.baton.protocol.Spellings;
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
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.GregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Days and moments. A day of the protocol has no time zone; a moment has none either, and needs one to become a day:
 * that of the calendar given, else that of this JVM, as JDBC wants.
 *
 * <p>Java knows two calendars, and each class keeps to its own:
 * <ul>
 * <li>{@code java.time} reckons back with the Gregorian calendar for ever, and with the time zones that places had, the
 * sun's before about 1900;
 * <li>{@code java.sql} has the Julian calendar before 1582-10-15, eras, and no zones of before 1900.
 * </ul>
 *
 * <p>A moment is the same moment in both: only its fields differ. A day is the same fields in both, as
 * {@code Date.valueOf(LocalDate)} has it; a day that the other calendar does not have is refused, never moved.
 */
public final class Moments {

    /** The first and last moment that are stored, in microseconds. */
    private static final Instant FIRST = Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS);
    private static final Instant LAST = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);
    private static final int NANOS_OF_MICRO = 1_000;
    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final int MILLIS_OF_SECOND = 1_000;

    private Moments() {
    }

    /**
     * A moment of {@code java.sql} and the calendar it was set with.
     *
     * @param moment a Date or Timestamp
     * @param calendar whose time zone counts
     */
    record InCalendar(java.util.Date moment, Calendar calendar) {

        /** {@return whether a day was set} */
        boolean isDay() {
            return moment instanceof Date;
        }

        @Override
        public String toString() {
            return moment + " in " + calendar.getTimeZone().getID();
        }
    }

    /**
     * Keeps a calendar beside what is set with it: whether it counts says the parameter's type.
     *
     * @param moment a Date or Timestamp, or null
     * @param calendar whose time zone counts, or null for the JVM's
     * @return what a setter keeps
     */
    @SuppressWarnings("JavaUtilDate") // It is what callers of JDBC have.
    public static @Nullable Object inCalendar(java.util.@Nullable Date moment, @Nullable Calendar calendar) {
        return moment == null || calendar == null ? moment
            : new InCalendar((java.util.Date) moment.clone(), (Calendar) calendar.clone());
    }

    /** A conversion that ends in an exception if there is no such day or moment. */
    private interface Reckoning<T> {
        T reckon() throws SQLException;
    }

    /** What the JDK throws beyond its limits is an SQLException here. */
    private static <T> T reckoned(Object value, Reckoning<T> reckoning) throws SQLException {
        try {
            return reckoning.reckon();
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            final SQLException beyond = beyond(value, "is beyond the days and moments that there are");
            beyond.initCause(e);
            throw beyond;
        }
    }

    private static SQLException beyond(Object value, String what) {
        return SqlErrors.of(SqlErrors.BAD_DATE, Conversion.shown(value) + " " + what);
    }

    private static ZoneId zone(@Nullable Calendar calendar) {
        return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    }

    /** The calendar of {@code java.sql}: the one given if it has the same fields, else its time zone counts alone. */
    private static GregorianCalendar gregorian(@Nullable Calendar calendar) {
        final GregorianCalendar own = calendar == null ? new GregorianCalendar()
            : calendar.getClass() == GregorianCalendar.class ? (GregorianCalendar) calendar.clone()
                : new GregorianCalendar(calendar.getTimeZone());
        own.setLenient(true);
        return own;
    }

    // Days of java.sql

    /** The moment at which java.sql has a day begin. */
    private static long beginOf(LocalDate day, @Nullable Calendar calendar) throws SQLException {
        final GregorianCalendar fields = gregorian(calendar);
        final int year = day.getYear();
        fields.clear();
        fields.set(Calendar.ERA, year > 0 ? GregorianCalendar.AD : GregorianCalendar.BC);
        fields.set(Calendar.YEAR, year > 0 ? year : 1 - year);
        fields.set(Calendar.MONTH, day.getMonthValue() - 1);
        fields.set(Calendar.DAY_OF_MONTH, day.getDayOfMonth());
        final long millis = fields.getTimeInMillis();
        if (fields.get(Calendar.DAY_OF_MONTH) != day.getDayOfMonth()
            || fields.get(Calendar.MONTH) != day.getMonthValue() - 1 || yearOf(fields) != year) {
            throw beyond(day, "does not exist in the calendar of java.sql in " + fields.getTimeZone().getID()
                + ", so no java.sql.Date or Timestamp says it; get a java.time.LocalDate");
        }
        return millis;
    }

    private static int yearOf(GregorianCalendar fields) {
        final int year = fields.get(Calendar.YEAR);
        return fields.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year;
    }

    /** The day of a moment as java.sql has it. */
    @SuppressWarnings("JavaUtilDate") // It is what callers of JDBC have.
    private static LocalDate dayOf(java.util.Date moment, @Nullable Calendar calendar) throws SQLException {
        final GregorianCalendar fields = gregorian(calendar);
        fields.setTimeInMillis(moment.getTime());
        try {
            return LocalDate.of(yearOf(fields), fields.get(Calendar.MONTH) + 1, fields.get(Calendar.DAY_OF_MONTH));
        } catch (DateTimeException e) {
            throw beyond(moment,
                "is a day that the Julian calendar has and the Gregorian one, in which days are stored,"
                    + " does not; set a java.time.LocalDate");
        }
    }

    /** The moment at which the day of a moment begins, as java.sql has it; a day that begins later begins there. */
    private static long beginOfDay(long millis, @Nullable Calendar calendar) {
        final GregorianCalendar fields = gregorian(calendar);
        fields.setTimeInMillis(millis);
        final long timeOfDay = ((fields.get(Calendar.HOUR_OF_DAY) * 60L + fields.get(Calendar.MINUTE)) * 60
            + fields.get(Calendar.SECOND)) * MILLIS_OF_SECOND + fields.get(Calendar.MILLISECOND);
        if (timeOfDay == 0) {
            return millis;
        }
        fields.set(Calendar.HOUR_OF_DAY, 0);
        fields.set(Calendar.MINUTE, 0);
        fields.set(Calendar.SECOND, 0);
        fields.set(Calendar.MILLISECOND, 0);
        // Clocks that are set back at midnight show it twice, and the second time is too late.
        return fields.getTimeInMillis() > millis ? millis - timeOfDay : fields.getTimeInMillis();
    }

    // Days and moments of java.time

    /** {@return a moment at UTC} */
    static OffsetDateTime offset(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }

    /** The moment of a time on the clocks of a zone, if they show it. */
    private static Instant at(LocalDateTime time, @Nullable Calendar calendar) throws SQLException {
        final ZoneId zone = zone(calendar);
        final ZonedDateTime zoned = time.atZone(zone);
        if (!zoned.toLocalDateTime().equals(time)) {
            throw beyond(time,
                "does not exist in " + zone + ", where the clocks go forward then; set a moment, such as "
                    + "a java.time.OffsetDateTime");
        }
        return zoned.toInstant();
    }

    /** The moment at which a day begins in a zone, if the zone has the day. */
    private static Instant at(LocalDate day, @Nullable Calendar calendar) throws SQLException {
        final ZonedDateTime begin = day.atStartOfDay(zone(calendar));
        if (!begin.toLocalDate().equals(day)) {
            throw beyond(day, "does not exist in " + begin.getZone() + ", which has left it out");
        }
        return begin.toInstant();
    }

    /**
     * Makes a moment.
     *
     * @param value a moment, a day, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the moment
     * @throws SQLException if it is something else, or there is no such moment
     */
    @SuppressWarnings("JavaUtilDate") // It is what callers of JDBC have.
    public static Instant instant(Object value, @Nullable Calendar calendar) throws SQLException {
        return reckoned(value, () -> switch (value) {
            case Instant moment -> moment;
            case InCalendar set -> instant(set.moment, set.calendar);
            case Timestamp moment -> moment.toInstant();
            case Date date -> Instant.ofEpochMilli(beginOfDay(date.getTime(), calendar));
            case Time time -> throw Conversion.wrong(time, "a moment");
            case java.util.Date moment -> Instant.ofEpochMilli(moment.getTime());
            case Calendar moment -> Instant.ofEpochMilli(moment.getTimeInMillis());
            case OffsetDateTime moment -> moment.toInstant();
            case ZonedDateTime moment -> moment.toInstant();
            case LocalDateTime moment -> at(moment, calendar);
            case LocalDate date -> at(date, calendar);
            case CharSequence text ->
                instant(parsed(text.toString(), "a moment such as 2026-11-23T10:15:30Z"), calendar);
            default -> throw Conversion.wrong(value, "a moment");
        });
    }

    /**
     * Reads a text.
     *
     * @param text a day or a moment, with a blank or a T between them
     * @param wanted what is wanted, for the message
     * @return a LocalDate, a LocalDateTime if there is no zone, or an OffsetDateTime
     * @throws SQLException if it says none
     */
    public static Object parsed(String text, String wanted) throws SQLException {
        final String iso = text.strip().replace(' ', 'T').replace('t', 'T').replace('z', 'Z');
        final int time = iso.indexOf('T');
        try {
            if (time < 0) {
                return Spellings.day(iso);
            }
            final boolean zoned = iso.endsWith("Z") || iso.indexOf('+', time) > 0 || iso.indexOf('-', time) > 0;
            return zoned ? Spellings.moment(iso) : Spellings.localMoment(iso);
        } catch (DateTimeException e) {
            throw SqlErrors.of(SqlErrors.BAD_DATE_FORMAT,
                Conversion.shown(text) + " is not, and does not say, " + wanted);
        }
    }

    /**
     * Makes a day.
     *
     * @param value a day, a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the day
     * @throws SQLException if it is something else, or there is no such day
     */
    @SuppressWarnings("JavaUtilDate") // It is what callers of JDBC have.
    public static LocalDate localDate(Object value, @Nullable Calendar calendar) throws SQLException {
        return reckoned(value, () -> switch (value) {
            case LocalDate date -> date;
            case InCalendar set -> localDate(set.moment, set.calendar);
            case Time time -> throw Conversion.wrong(time, "a day");
            case java.util.Date moment -> dayOf(moment, calendar);
            case Calendar moment -> dayOf(moment.getTime(), calendar);
            case LocalDateTime moment -> moment.toLocalDate();
            case CharSequence text -> localDate(parsed(text.toString(), "a day such as 2026-11-23"), calendar);
            default -> instant(value, calendar).atZone(zone(calendar)).toLocalDate();
        });
    }

    /**
     * Makes a day of what was set; a getter leaves the time of day away, a setter must not.
     *
     * @param value a day, a moment at the beginning of one, or a text that says one
     * @return the day
     * @throws SQLException if it is something else, later in the day, or beyond the days that are stored
     */
    static LocalDate wholeDay(Object value) throws SQLException {
        return wholeDay(value, null);
    }

    @SuppressWarnings("JavaUtilDate") // It is what callers of JDBC have.
    private static LocalDate wholeDay(Object value, @Nullable Calendar calendar) throws SQLException {
        if (value instanceof InCalendar set) {
            return wholeDay(set.moment, set.calendar);
        }
        if (value instanceof CharSequence text) {
            return wholeDay(parsed(text.toString(), "a day such as 2026-11-23"), calendar);
        }
        final LocalDate day = localDate(value, calendar);
        final boolean whole = switch (value) {
            case LocalDate date -> true;
            case Date date -> true;
            case LocalDateTime moment -> moment.toLocalTime().equals(LocalTime.MIDNIGHT);
            case Timestamp moment -> moment.getNanos() % NANOS_OF_MILLI == 0
                && beginOfDay(moment.getTime(), calendar) == moment.getTime();
            case java.util.Date moment -> beginOfDay(moment.getTime(), calendar) == moment.getTime();
            case Calendar moment -> beginOfDay(moment.getTimeInMillis(), calendar) == moment.getTimeInMillis();
            default -> instant(value, calendar)
                .equals(reckoned(value, () -> day.atStartOfDay(zone(calendar)).toInstant()));
        };
        if (!whole) {
            throw Conversion.wrong(value, "a day without a time; set a java.time.LocalDate");
        }
        if (day.toEpochDay() != (int) day.toEpochDay()) {
            throw beyond(value, "is beyond the days that are stored, which are 32 bits of days");
        }
        return day;
    }

    /**
     * Makes a moment that can be stored of what was set.
     *
     * @param value a moment, a day, or a text that says one
     * @return the moment, of microseconds
     * @throws SQLException if it is something else, finer than a microsecond, or beyond the moments that are stored
     */
    static Instant storable(Object value) throws SQLException {
        final Instant moment = instant(value, null);
        if (moment.get(ChronoField.NANO_OF_SECOND) % NANOS_OF_MICRO != 0) {
            throw beyond(value, "is finer than the microseconds that are stored; truncate or round it");
        }
        if (moment.isBefore(FIRST) || moment.isAfter(LAST)) {
            throw beyond(value, "is beyond the moments that are stored, " + FIRST + " to " + LAST);
        }
        return moment;
    }

    /**
     * Makes a day of {@code java.sql}.
     *
     * @param value a day, a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the day; of a moment its own, as {@code java.sql} has it
     * @throws SQLException if it is something else, or there is no such day
     */
    public static Date date(Object value, @Nullable Calendar calendar) throws SQLException {
        return reckoned(value, () -> switch (value) {
            case LocalDate day -> new Date(beginOf(day, calendar));
            case LocalDateTime moment -> new Date(beginOf(moment.toLocalDate(), calendar));
            case CharSequence text -> date(parsed(text.toString(), "a day such as 2026-11-23"), calendar);
            default -> new Date(beginOfDay(instant(value, calendar).toEpochMilli(), calendar));
        });
    }

    /**
     * Makes a time of day of {@code java.sql}, in milliseconds.
     *
     * @param value a moment, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the time of day
     * @throws SQLException if it is something else
     */
    public static Time time(Object value, @Nullable Calendar calendar) throws SQLException {
        final Object moment = value instanceof CharSequence text
            ? parsed(text.toString(), "a moment such as 2026-11-23T10:15:30Z") : value;
        if (moment instanceof LocalDate) {
            throw Conversion.wrong(value, "a time of day");
        }
        return reckoned(value, () -> {
            final GregorianCalendar fields = gregorian(calendar);
            fields.setTimeInMillis(instant(moment, calendar).toEpochMilli());
            final int hour = fields.get(Calendar.HOUR_OF_DAY);
            final int minute = fields.get(Calendar.MINUTE);
            final int second = fields.get(Calendar.SECOND);
            final int millis = fields.get(Calendar.MILLISECOND);
            fields.clear();
            fields.set(1970, Calendar.JANUARY, 1, hour, minute, second);
            fields.set(Calendar.MILLISECOND, millis);
            return new Time(fields.getTimeInMillis());
        });
    }

    /**
     * Makes a moment of {@code java.sql}.
     *
     * @param value a moment, a day, or a text that says one
     * @param calendar whose time zone counts, or null for the JVM's
     * @return the moment; of a day its begin, as {@code java.sql} has it
     * @throws SQLException if it is something else, or {@code java.sql} does not have it
     */
    public static Timestamp timestamp(Object value, @Nullable Calendar calendar) throws SQLException {
        return reckoned(value, () -> switch (value) {
            case LocalDate day -> new Timestamp(beginOf(day, calendar));
            case CharSequence text ->
                timestamp(parsed(text.toString(), "a moment such as 2026-11-23T10:15:30Z"), calendar);
            default -> Timestamp.from(instant(value, calendar));
        });
    }

    /**
     * Makes a day and a time in a zone.
     *
     * @param value a moment, a day, or a text that says one
     * @return what the clocks of the JVM's time zone show then
     * @throws SQLException if it is something else, or there is no such time
     */
    static LocalDateTime localDateTime(Object value) throws SQLException {
        return reckoned(value, () -> switch (value) {
            case LocalDate day -> day.atStartOfDay();
            case LocalDateTime moment -> moment;
            case CharSequence text -> localDateTime(parsed(text.toString(), "a moment such as 2026-11-23T10:15:30Z"));
            default -> LocalDateTime.ofInstant(instant(value, null), zone(null));
        });
    }
}
