package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Extreme values through every setter into parameters of every type, and out through every getter: what does not work
 * is an SQLException with a state of class 22 (a value), 07 or 0A (the method), never one of the JDK's.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtremeValuesTest {

    /** Each the call of a procedure with one question mark, which is of another type in each. */
    private static final List<String> TARGETS = new ArrayList<>();

    static {
        final int parameters = Bank.Echo.class.getMethods()[0].getParameterCount();
        for (int i = 1; i < 12; i++) {
            final String[] arguments = new String[11];
            Arrays.fill(arguments, "NULL");
            arguments[i - 1] = "?";
            TARGETS.add("{call Echo(" + String.join(", ", arguments) + ")}");
        }
        assertThat(parameters).isPositive();
        TARGETS.add("{call Any(?)}");
        TARGETS.add("SELECT * FROM kinds WHERE name = ?");
    }

    /** Where the moment, the day and whatever goes. */
    private static final Set<String> MOMENTS = Set.of(TARGETS.get(8), TARGETS.get(9), TARGETS.get(11));

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
    }

    @AfterAll
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static Calendar calendar(long millis) {
        final Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Kolkata"));
        calendar.setTimeInMillis(millis);
        return calendar;
    }

    @SuppressWarnings("JavaUtilDate") // Callers of JDBC have them.
    private static List<Object> extremes() {
        final Timestamp fine = new Timestamp(0);
        fine.setNanos(999_999_999);
        return List.of(new Date(Long.MIN_VALUE), new Date(Long.MAX_VALUE), new Timestamp(Long.MIN_VALUE),
            new Timestamp(Long.MAX_VALUE), fine, new Time(Long.MIN_VALUE), new Time(Long.MAX_VALUE),
            new java.util.Date(Long.MIN_VALUE), new java.util.Date(Long.MAX_VALUE), calendar(Long.MIN_VALUE),
            calendar(Long.MAX_VALUE), LocalDate.MIN, LocalDate.MAX, LocalDateTime.MIN, LocalDateTime.MAX, Instant.MIN,
            Instant.MAX, OffsetDateTime.MIN, OffsetDateTime.MAX, LocalDateTime.MAX.atZone(ZoneOffset.MIN),
            LocalDateTime.MIN.atZone(ZoneOffset.MAX), LocalTime.MAX, OffsetTime.MAX, Year.of(Year.MAX_VALUE),
            LocalDate.ofEpochDay(Integer.MAX_VALUE + 1L), LocalDate.ofEpochDay(Integer.MIN_VALUE - 1L),
            Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS).plusNanos(1_000),
            Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS).minusNanos(1_000),
            Instant.EPOCH.minusNanos(1), "+999999999-12-31T23:59:59.999999999-18:00", "-999999999-01-01",
            "-999999999-01-01T00:00:00+18:00", "+1000000000-01-01", "2016-12-31T23:59:60Z", "2026-11-23 23:59:60",
            "2026-11-23T24:00:00Z", Long.MIN_VALUE, Long.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY,
            Float.MAX_VALUE,
            new BigDecimal("1e-2147483647"), new BigDecimal("1e2147483647"), BigInteger.TWO.pow(5_000),
            "1e2147483647", "1e99999999999", "9".repeat(5_000), "\uD83D", 'x', '\uDC00', "1ffffffff-1-1-1-1", "0x1p3",
            "1d", "١٢", List.of(Instant.MAX), List.of(LocalDate.MAX), new Object[] {new Timestamp(Long.MAX_VALUE)},
            List.of("\uD83D"), new byte[0], new UUID(-1, -1), true);
    }

    /** Arguments of a setter, beside the first; null if it does not take such a value. */
    private static Object @Nullable [] arguments(Method setter, Object value) {
        final Class<?>[] types = setter.getParameterTypes();
        final Object[] arguments = new Object[types.length];
        for (int i = 1; i < types.length; i++) {
            final Object argument = i == 1 ? given(types[i], value) : more(types[i]);
            if (argument == null) {
                return null;
            }
            arguments[i] = argument;
        }
        return arguments;
    }

    private static @Nullable Object given(Class<?> type, Object value) {
        if (type == InputStream.class) {
            return value instanceof String text ? new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_16))
                : null;
        }
        if (type == Reader.class) {
            return value instanceof String text ? new StringReader(text) : null;
        }
        if (type == long.class || type == double.class || type == boolean.class) {
            return (value instanceof Long && type == long.class) || (value instanceof Double && type == double.class)
                || (value instanceof Boolean && type == boolean.class) ? value : null;
        }
        return type.isInstance(value) ? value : null;
    }

    private static @Nullable Object more(Class<?> type) {
        return type == Calendar.class ? calendar(0) : type == int.class ? (Object) Types.OTHER
            : type == long.class ? (Object) 1L : type == SQLType.class ? JDBCType.OTHER : null;
    }

    @Test
    void everySetterOfMomentsAndDaysRefusesThemWithAStateOrSendsThem() throws Exception {
        set(MOMENTS);
    }

    @Test
    @Tag("thorough")
    void everySetterRefusesThemWithAStateOrSendsThem() throws Exception {
        set(TARGETS);
    }

    private void set(Collection<String> targets) throws Exception {
        final List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (final String target : targets) {
            try (PreparedStatement statement = target.startsWith("{") ? connection.prepareCall(target)
                : connection.prepareStatement(target)) {
                for (final Method setter : PreparedStatement.class.getMethods()) {
                    if (!setter.getName().startsWith("set") || setter.getParameterCount() < 2
                        || setter.getParameterTypes()[0] != int.class || setter.getName().equals("setNull")) {
                        continue;
                    }
                    for (final Object value : extremes()) {
                        final Object[] arguments = arguments(setter, value);
                        if (arguments != null) {
                            calls++;
                            arguments[0] = 1;
                            tryIt(target, value, setter.toString(), wrong, () -> {
                                setter.invoke(statement, arguments);
                                statement.execute();
                            });
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(200 * targets.size());
    }

    /** A piece of work that may throw anything. */
    private interface Work {
        void run() throws Exception;
    }

    private static void tryIt(String target, Object value, String method, List<String> wrong, Work work) {
        final String what = method + " of " + value.getClass().getSimpleName() + " "
            + (value.toString().length() < 80 ? value : "...") + ": " + target;
        try {
            work.run();
        } catch (InvocationTargetException e) {
            check(what, value, target, e.getCause(), wrong);
        } catch (Exception e) {
            check(what, value, target, e, wrong);
        }
    }

    private static void check(String what, Object value, String target, @Nullable Throwable thrown,
            List<String> wrong) {
        if (!(thrown instanceof SQLException refused)) {
            wrong.add(what + ": " + thrown);
            return;
        }
        final String state = String.valueOf(refused.getSQLState());
        final boolean temporal = MOMENTS.contains(target) && value.getClass().getPackageName().startsWith("java.time")
            && !(value instanceof LocalTime || value instanceof OffsetTime || value instanceof Year);
        final boolean fits = temporal ? Set.of("22008", "22018").contains(state)
            : Set.of("22", "0A").contains(state.substring(0, 2)) || state.equals("HY024") || state.startsWith("42");
        if (!fits || String.valueOf(refused.getMessage()).length() > 500) {
            wrong.add(what + ": " + state + " " + refused.getMessage());
        }
    }

    /** What comes from a server, and is as extreme as it can be. */
    private static List<Object> stored() {
        return List.of(LocalDate.ofEpochDay(Integer.MIN_VALUE), LocalDate.ofEpochDay(Integer.MAX_VALUE),
            LocalDate.of(1582, 10, 10), LocalDate.of(-43, 3, 15), LocalDate.of(0, 1, 1),
            Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS),
            Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS),
            "+999999999-12-31T23:59:59.999999999Z", "-999999999-01-01T00:00:00", "-999999999-01-01", "+999999999-12-31",
            "2026-11-23T23:59:60Z", "1e2147483647", "1e99999999999", "9".repeat(5_000), "é\uD83D\uDE00", "", " ",
            Double.NaN, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE, new BigDecimal("1e-10000"),
            new BigDecimal("1e10000"), Long.MIN_VALUE, Long.MAX_VALUE, new byte[0], new UUID(0, 0), false,
            List.of(LocalDate.of(1582, 10, 10)), List.of());
    }

    private static final List<Class<?>> CLASSES = List.of(Object.class, String.class, Boolean.class, Byte.class,
        Short.class, Integer.class, Long.class, Float.class, Double.class, BigDecimal.class, BigInteger.class,
        byte[].class, UUID.class, Date.class, Time.class, Timestamp.class, java.util.Date.class, LocalDate.class,
        LocalTime.class, LocalDateTime.class, OffsetDateTime.class, ZonedDateTime.class, Instant.class, Calendar.class,
        Array.class, Struct.class, Number.class, CharSequence.class, Year.class);

    private static List<Object[]> getterArguments(Method getter, Object place) {
        final Class<?>[] types = getter.getParameterTypes();
        final List<Object[]> all = new ArrayList<>();
        if (types.length == 1) {
            all.add(new Object[] {place});
        } else if (types.length == 2 && types[1] == Class.class) {
            CLASSES.forEach(type -> all.add(new Object[] {place, type}));
        } else if (types.length == 2) {
            all.add(new Object[] {place, types[1] == Calendar.class ? calendar(0)
                : types[1] == int.class ? (Object) 0 : Map.of()});
        }
        return all;
    }

    @Test
    void everyGetterOfAResultSetRefusesThemWithAStateOrReturnsThem() throws Exception {
        final List<String> wrong = new ArrayList<>();
        int calls = 0;
        try (PreparedStatement statement = connection.prepareStatement("{call Any(?)}")) {
            for (final Object value : stored()) {
                statement.setObject(1, value instanceof List<?> list ? List.of(list) : value);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    calls += gettersOf(ResultSet.class, rows, 1, "result", value, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(2_000);
    }

    @Test
    void everyGetterOfACallableStatementRefusesThemWithAStateOrReturnsThem() throws Exception {
        final List<String> wrong = new ArrayList<>();
        int calls = 0;
        try (CallableStatement statement = connection.prepareCall("{? = call Any(?)}")) {
            for (final Object value : stored()) {
                statement.registerOutParameter(1, Types.OTHER);
                statement.setObject(2, value);
                statement.execute();
                calls += gettersOf(CallableStatement.class, statement, 1, "RETURN_VALUE", value, wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(2_000);
    }

    private static int gettersOf(Class<?> type, Object object, int index, String name, Object value,
            List<String> wrong) {
        int calls = 0;
        for (final Method getter : type.getMethods()) {
            if (!getter.getName().startsWith("get") || getter.getParameterCount() == 0
                || getter.getName().equals("getMoreResults")) {
                continue;
            }
            final Class<?> place = getter.getParameterTypes()[0];
            if (place != int.class && place != String.class) {
                continue;
            }
            for (final Object[] arguments : getterArguments(getter, place == int.class ? (Object) index : name)) {
                calls++;
                tryIt("", value, getter + Arrays.toString(arguments), wrong, () -> {
                    final Object got = getter.invoke(object, arguments);
                    if (got instanceof Array array) {
                        array.getArray();
                        array.getArray(1, 0);
                    } else if (got != null) {
                        assertThat(got.toString()).isNotNull();
                    }
                });
            }
        }
        return calls;
    }
}
