package io.baton.jdbc.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Days and moments of every era come back from every getter, whatever the zone of the JVM and of the calendar. */
@Timeout(60)
class MomentsTest {

    private static final Instant FIRST = Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS);
    private static final Instant LAST = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);

    private static final List<Instant> MOMENTS = Stream.concat(Stream.of(FIRST, LAST),
        Stream.of("-9999-01-01T00:00:00Z", "-0043-03-15T11:30:00Z", "-0004-02-29T12:00:00Z", "0000-12-31T23:59:59Z",
            "0001-01-01T00:00:00Z", "0004-02-29T00:00:00.000001Z", "1000-07-01T12:00:00Z", "1500-03-10T12:00:00Z",
            "1500-02-28T23:00:00Z", "1582-10-04T12:00:00Z", "1582-10-05T00:00:00Z", "1582-10-10T12:00:00Z",
            "1582-10-14T23:59:59.999999Z", "1582-10-15T00:00:00Z", "1700-02-28T23:59:59Z", "1752-09-03T12:00:00Z",
            "1844-12-31T12:00:00Z", "1850-01-01T00:10:00.123456Z", "1883-11-18T17:00:00Z", "1893-04-01T00:00:00Z",
            "1899-12-31T23:59:59.999999Z", "1900-01-01T00:00:00Z", "1911-03-11T00:00:00Z", "1919-11-01T12:00:00Z",
            "1937-06-30T23:40:28Z", "1945-05-24T00:00:00Z", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z",
            "1972-01-07T00:44:30Z", "2000-02-29T12:00:00Z", "2011-12-29T23:00:00Z", "2011-12-30T10:00:00Z",
            "2026-03-29T00:59:59.999999Z", "2026-03-29T01:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z",
            "2026-11-28T12:00:00.123456Z", "2038-01-19T03:14:08Z", "9999-12-31T23:59:59.999999Z",
            "+10000-01-01T00:00:00Z").map(Instant::parse))
        .toList();

    private static final List<LocalDate> DAYS = List.of(LocalDate.ofEpochDay(Integer.MIN_VALUE),
        LocalDate.ofEpochDay(Integer.MAX_VALUE), LocalDate.of(-9999, 12, 31), LocalDate.of(-43, 3, 15),
        LocalDate.of(-4, 2, 29), LocalDate.of(0, 1, 1), LocalDate.of(0, 12, 31), LocalDate.of(1, 1, 1),
        LocalDate.of(4, 2, 29), LocalDate.of(1000, 7, 1), LocalDate.of(1500, 1, 1), LocalDate.of(1500, 2, 28),
        LocalDate.of(1500, 3, 1), LocalDate.of(1582, 10, 4), LocalDate.of(1582, 10, 15), LocalDate.of(1600, 2, 29),
        LocalDate.of(1700, 3, 1), LocalDate.of(1850, 1, 1), LocalDate.of(1899, 12, 31), LocalDate.of(1900, 1, 1),
        LocalDate.of(1937, 7, 1), LocalDate.of(1969, 12, 31), LocalDate.EPOCH, LocalDate.of(2000, 2, 29),
        LocalDate.of(2011, 12, 29), LocalDate.of(2011, 12, 31), LocalDate.of(2018, 11, 4), LocalDate.of(2026, 3, 29),
        LocalDate.of(9999, 12, 31), LocalDate.of(10_000, 1, 1));

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void bringTheZoneBack() {
        TimeZone.setDefault(before);
    }

    /** With the sun's time before 1900, skipped days, clocks that change at midnight, and half hours. */
    static List<String> zones() {
        return List.of("UTC", "Europe/Berlin", "Europe/Amsterdam", "Europe/London", "Europe/Lisbon", "America/New_York",
            "America/Sao_Paulo", "America/Caracas", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Manila", "Asia/Shanghai",
            "Asia/Tehran", "Africa/Monrovia", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
            "America/Juneau", "GMT+05:45", "Etc/GMT+12");
    }

    @SuppressWarnings("JavaUtilDate") // GregorianCalendar wants it.
    private static List<@Nullable Calendar> calendars() {
        final GregorianCalendar gregorianForEver = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        gregorianForEver.setGregorianChange(new java.util.Date(Long.MIN_VALUE));
        final java.util.ArrayList<@Nullable Calendar> calendars = new java.util.ArrayList<>();
        calendars.add(null);
        calendars.add(new GregorianCalendar(TimeZone.getTimeZone("America/Los_Angeles")));
        calendars.add(gregorianForEver);
        calendars
            .add(new Calendar.Builder().setCalendarType("buddhist").setTimeZone(TimeZone.getTimeZone("UTC")).build());
        return calendars;
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
    }

    @ParameterizedTest
    @MethodSource("zones")
    void everyGetterOfAMomentGivesThatMoment(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        final ZoneId here = ZoneId.systemDefault();
        for (final Instant moment : MOMENTS) {
            final String what = moment + " in " + zone;
            assertThat(Conversion.as(moment, Instant.class)).as(what).isEqualTo(moment);
            assertThat(Conversion.as(moment, OffsetDateTime.class).toInstant()).as(what).isEqualTo(moment);
            assertThat(Conversion.as(moment, ZonedDateTime.class).toInstant()).as(what).isEqualTo(moment);
            assertThat(Conversion.as(moment, LocalDateTime.class)).as(what)
                .isEqualTo(LocalDateTime.ofInstant(moment, here));
            assertThat(Conversion.as(moment, LocalDate.class)).as(what)
                .isEqualTo(moment.atZone(here).toLocalDate());
            assertThat(Conversion.as(moment, Timestamp.class).toInstant()).as(what).isEqualTo(moment);
            for (final Calendar calendar : calendars()) {
                assertThat(Moments.timestamp(moment, calendar).toInstant()).as(what).isEqualTo(moment);
                final Date day = Moments.date(moment, calendar);
                assertThat(day.getTime()).as(what).isBetween(moment.toEpochMilli() - 48 * 3_600_000L,
                    moment.toEpochMilli());
                assertThat(Moments.date(Instant.ofEpochMilli(day.getTime()), calendar)).as(what).isEqualTo(day);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("zones")
    void everySetterOfAMomentSendsThatMoment(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        final ZoneId here = ZoneId.systemDefault();
        for (final Instant moment : MOMENTS) {
            final String what = moment + " in " + zone;
            assertThat(Moments.storable(moment)).as(what).isEqualTo(moment);
            assertThat(Moments.storable(Timestamp.from(moment))).as(what).isEqualTo(moment);
            assertThat(Moments.storable(moment.atZone(here))).as(what).isEqualTo(moment);
            assertThat(Moments.storable(moment.atOffset(java.time.ZoneOffset.ofHours(-7)))).as(what)
                .isEqualTo(moment);
            assertThat(Moments.storable(moment.toString())).as(what).isEqualTo(moment);
            final LocalDateTime clocks = LocalDateTime.ofInstant(moment, here);
            final ZonedDateTime first = clocks.atZone(here);
            assertThat(Moments.storable(clocks)).as(what).isEqualTo(first.toInstant());
            assertThat(Moments.storable(clocks.toString())).as(what).isEqualTo(first.toInstant());
            assertThat(Conversion.as(first.toInstant(), LocalDateTime.class)).as(what).isEqualTo(clocks);
            for (final Calendar calendar : calendars()) {
                final Object set = Moments.inCalendar(Timestamp.from(moment), calendar);
                assertThat(Moments.storable(java.util.Objects.requireNonNull(set))).as(what).isEqualTo(moment);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("zones")
    void daysComeBackFromEveryGetterAndSetter(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        for (final LocalDate day : DAYS) {
            final String what = day + " in " + zone;
            assertThat(Conversion.as(day, LocalDate.class)).as(what).isEqualTo(day);
            assertThat(Moments.wholeDay(day.toString())).as(what).isEqualTo(day);
            assertThat(Moments.wholeDay(day.atStartOfDay())).as(what).isEqualTo(day);
            for (final Calendar calendar : calendars()) {
                final Date date = Moments.date(day, calendar);
                final Timestamp begin = Moments.timestamp(day, calendar);
                assertThat(begin.getTime()).as(what).isEqualTo(date.getTime());
                assertThat(Moments.localDate(date, calendar)).as(what).isEqualTo(day);
                assertThat(Moments.wholeDay(set(date, calendar))).as(what).isEqualTo(day);
                assertThat(Moments.wholeDay(set(begin, calendar))).as(what).isEqualTo(day);
            }
            if (day.getYear() > 0) {
                // As the JDK converts the fields; it loses the era.
                assertThat(Moments.date(day, null)).as(what).isEqualTo(Date.valueOf(day))
                    .hasToString(day.getYear() < 10_000
                        ? day.toString() : Date.valueOf(day).toString());
            }
            assertThat(Conversion.object(day)).as(what).isEqualTo(Moments.date(day, null));
        }
    }

    private static Object set(java.util.Date moment, @Nullable Calendar calendar) {
        return java.util.Objects.requireNonNull(Moments.inCalendar(moment, calendar));
    }

    @Test
    void aDayThatTheOtherCalendarLacksIsRefusedAndNotMoved() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        for (int day = 5; day < 15; day++) {
            final LocalDate leftOut = LocalDate.of(1582, 10, day);
            assertState(() -> Moments.date(leftOut, null), "22008");
            assertState(() -> Moments.timestamp(leftOut, null), "22008");
            assertState(() -> Conversion.object(leftOut), "22008");
            assertThat(Conversion.as(leftOut, LocalDate.class)).isEqualTo(leftOut);
        }
        final Date julian = new Date(new GregorianCalendar(1500, Calendar.FEBRUARY, 29).getTimeInMillis());
        assertThat(julian).hasToString("1500-02-29");
        assertState(() -> Moments.wholeDay(julian), "22008");
        assertThat(Moments.storable(julian).toEpochMilli()).isEqualTo(julian.getTime());
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
        assertState(() -> Moments.date(LocalDate.of(2011, 12, 30), null), "22008");
        assertState(() -> Moments.storable(LocalDate.of(2011, 12, 30)), "22008");
    }

    @Test
    void aTimeThatTheClocksLeaveOutIsRefusedAndNotMoved() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        assertState(() -> Moments.storable(LocalDateTime.of(2026, 3, 29, 2, 30)), "22008");
        assertState(() -> Moments.storable("2026-03-29 02:30:00"), "22008");
        assertThat(Moments.storable(LocalDateTime.of(2026, 3, 29, 3, 0))).isEqualTo("2026-03-29T01:00:00Z");
        assertThatThrownBy(() -> Moments.storable(LocalDateTime.of(2026, 3, 29, 2, 30)))
            .hasMessage(
                "the value 2026-03-29T02:30 (LocalDateTime) does not exist in Europe/Berlin, where the clocks go "
                    + "forward then; set a moment, such as a java.time.OffsetDateTime");
    }

    @Test
    void aDateIntoAMomentIsTheBeginOfItsDay() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        final Timestamp late = Timestamp.valueOf("1850-06-01 23:59:59.999");
        assertThat(Moments.storable(new Date(late.getTime())).toEpochMilli())
            .isEqualTo(Timestamp.valueOf("1850-06-01 00:00:00").getTime());
        assertThat(Moments.wholeDay(Timestamp.valueOf("1850-06-01 00:00:00"))).isEqualTo("1850-06-01");
        assertThat(Moments.wholeDay(Timestamp.valueOf("1500-06-01 00:00:00"))).isEqualTo("1500-06-01");
        assertState(() -> Moments.wholeDay(late), "22018");
        TimeZone.setDefault(TimeZone.getTimeZone("America/Sao_Paulo"));
        // There the day begins at one.
        assertThat(Moments.wholeDay(Timestamp.valueOf("2018-11-04 01:00:00"))).isEqualTo("2018-11-04");
        assertThat(Moments.date(Timestamp.valueOf("2018-11-04 12:00:00").toInstant(), null)).hasToString("2018-11-04");
    }

    @Test
    void timesOfDayKeepTheirMilliseconds() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
        final Instant moment = Timestamp.valueOf("1850-06-01 10:15:30.123").toInstant();
        final Time time = Moments.time(moment, null);
        assertThat(time).hasToString("10:15:30");
        assertThat(time.getTime() - Time.valueOf("10:15:30").getTime()).isEqualTo(123);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-23T10:15:30.0000001Z", "2026-11-23T10:15:30.999999999+01:00",
        "1969-12-31T23:59:59.123456789Z", "1500-01-01T00:00:00.000000001Z"})
    void nanosecondsAreRefusedByEverySetter(String text) {
        final Instant moment = OffsetDateTime.parse(text).toInstant();
        for (final Object fine : new Object[] {moment, text, Timestamp.from(moment),
            moment.atOffset(java.time.ZoneOffset.UTC),
            moment.atZone(ZoneId.systemDefault()), LocalDateTime.ofInstant(moment, java.time.ZoneOffset.UTC),
            text.replace('T', ' ')}) {
            assertState(() -> Moments.storable(fine), "22008");
            assertState(() -> Arguments.plain(fine instanceof String ? moment : fine), "22008");
            assertState(() -> Arguments.plain(List.of(fine instanceof String ? moment : fine)), "22008");
        }
        assertThatThrownBy(() -> Moments.storable(moment)).hasMessageEndingWith(
            " is finer than the microseconds that are stored; truncate or round it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-23T23:59:60Z", "2026-11-23 23:59:60", "2016-12-31T23:59:60+00:00",
        "2026-11-23T24:00:00Z", "2026-11-23T24:00", "2026-02-30", "2026-13-01", "2026-11-23T25:00:00Z", "26-11-23",
        "2026-11-23T10:60:00Z", "12026-11-23", "+2026-11-23", "2026-11-23T", "2026-11-23T10:15:30+19:00", "now", "",
        "２０２６-11-23", "2026-11-23T10:15:30,5Z", "2026/11/23", "2026-1-1", "10:15:30"})
    void textsThatSayNoMomentAreRefused(String text) {
        assertState(() -> Moments.storable(text), "22007");
        assertState(() -> Moments.wholeDay(text), "22007");
        assertState(() -> Moments.date(text, null), "22007");
        assertState(() -> Moments.time(text, null), "22007");
        assertState(() -> Moments.timestamp(text, null), "22007");
        assertState(() -> Conversion.as(text, LocalDateTime.class), "22007");
    }
}
