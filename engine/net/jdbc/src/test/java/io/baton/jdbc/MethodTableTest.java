package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Comparator;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Every method of JDBC works, or says that it is not supported: never anything else. The page's table is made of what
 * happens here; {@code -Djdbc.page=write} writes it.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MethodTableTest {

    private static final Path PAGE = Path.of("..", "..", "..", "docs", "jdbc.md");
    private static final String BEGIN = "<!-- methods: made by MethodTableTest -->\n";
    private static final String END = "<!-- end of methods -->";

    private TestServer server;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** Makes an object of JDBC to call a method of. */
    private interface Maker {
        Object make(Connection connection) throws SQLException;
    }

    private static Map<Class<?>, Maker> makers() {
        final Map<Class<?>, Maker> makers = new TreeMap<>(Comparator.comparing(Class::getSimpleName));
        makers.put(Connection.class, connection -> {
            connection.setAutoCommit(false);
            return connection;
        });
        makers.put(Statement.class, Connection::createStatement);
        makers.put(PreparedStatement.class, connection -> {
            final PreparedStatement statement = connection.prepareStatement("{call Any(?)}");
            statement.setInt(1, 1);
            return statement;
        });
        makers.put(CallableStatement.class, connection -> {
            final CallableStatement statement = connection.prepareCall("{? = call Any(value => ?)}");
            statement.setInt("value", 1);
            statement.execute();
            return statement;
        });
        makers.put(ResultSet.class, connection -> {
            final ResultSet rows = connection
                .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)
                .executeQuery("{call Any(1)}");
            rows.next();
            return rows;
        });
        makers.put(ResultSetMetaData.class,
            connection -> connection.createStatement().executeQuery("{call Any(1)}").getMetaData());
        makers.put(ParameterMetaData.class,
            connection -> connection.prepareStatement("{call Any(?)}").getParameterMetaData());
        makers.put(DatabaseMetaData.class, Connection::getMetaData);
        return makers;
    }

    /** How a call of a method ended. */
    private enum Kind {
        WORKS,
        UNSUPPORTED,
        REFUSED
    }

    private static Kind call(Connection connection, Maker maker, Method method) throws Exception {
        try {
            final Object object = maker.make(connection);
            final Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> argument(method, type)).toArray();
            if (method.getParameterCount() > 0 && method.getParameterTypes()[0] == String.class
                && (object instanceof CallableStatement || object instanceof ResultSet)) {
                arguments[0] = object instanceof ResultSet ? "result"
                    : method.getName().startsWith("set") ? "value" : CallBindingNames.RETURN_VALUE;
            }
            if (object instanceof CallableStatement && method.getName().startsWith("set")
                && arguments.length > 1 && arguments[0] instanceof Integer) {
                arguments[0] = 2;
            }
            method.invoke(object, arguments);
            return Kind.WORKS;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLFeatureNotSupportedException unsupported) {
                assertThat(unsupported.getSQLState()).as(method.toString()).isEqualTo("0A000");
                assertThat(unsupported.getMessage()).as(method.toString()).endsWith("is not supported by the driver of "
                    + "Baton");
                return Kind.UNSUPPORTED;
            }
            assertThat(e.getCause()).as(method.toString()).isInstanceOfSatisfying(SQLException.class,
                refused -> assertThat(refused.getSQLState()).as(method.toString()).hasSize(5));
            return Kind.REFUSED;
        }
    }

    /** Where names of places are. */
    private static final class CallBindingNames {
        static final String RETURN_VALUE = io.baton.jdbc.text.CallBinding.RETURN_VALUE;
    }

    private static @Nullable Object argument(Method method, Class<?> type) {
        final String name = method.getName();
        if (type == int.class) {
            return switch (name) {
                case "setTransactionIsolation" -> Connection.TRANSACTION_SERIALIZABLE;
                case "setFetchDirection" -> ResultSet.FETCH_FORWARD;
                case "createStatement", "prepareStatement", "prepareCall" -> method.getParameterTypes().length >= 2
                    && method.getParameterTypes()[method.getParameterCount() - 1] == int.class
                    && (method.getParameterCount() == 2 && name.equals("prepareStatement")) ? 1 : 1007;
                default -> 1;
            };
        }
        if (type == String.class) {
            return switch (name) {
                case "setClientInfo", "getClientInfo" -> "ApplicationName";
                case "prepareStatement", "prepareCall", "execute", "executeQuery", "executeUpdate",
                    "executeLargeUpdate", "addBatch", "nativeSQL" -> "{call Any(1)}";
                default -> "1";
            };
        }
        final Map<Class<?>,
            Object> values = Map.ofEntries(Map.entry(boolean.class, true), Map.entry(byte.class, (byte) 1),
                Map.entry(short.class, (short) 1), Map.entry(long.class, 1L), Map.entry(float.class, 1f),
                Map.entry(double.class, 1.0), Map.entry(BigDecimal.class, BigDecimal.ONE),
                Map.entry(byte[].class, new byte[] {1}), Map.entry(Date.class, Date.valueOf("2026-11-23")),
                Map.entry(Time.class, Time.valueOf("10:15:30")), Map.entry(Timestamp.class, new Timestamp(0)),
                Map.entry(Calendar.class, new GregorianCalendar()), Map.entry(SQLType.class, JDBCType.INTEGER),
                Map.entry(Object.class, 1), Map.entry(Class.class, method.getName().equals("getObject") ? Integer.class
                    : Object.class),
                Map.entry(Map.class, Map.of()), Map.entry(Properties.class, new Properties()),
                Map.entry(Object[].class, new Object[] {1}), Map.entry(int[].class, new int[] {1}),
                Map.entry(String[].class, new String[] {"TABLE"}), Map.entry(Executor.class, (Executor) Runnable::run));
        if (type == InputStream.class) {
            return new ByteArrayInputStream(new byte[] {49});
        }
        if (type == Reader.class) {
            return new StringReader("1");
        }
        return values.get(type);
    }

    private Map<Class<?>, Map<String, Set<Kind>>> outcomes() throws Exception {
        final Map<Class<?>, Map<String, Set<Kind>>> outcomes =
            new TreeMap<>(Comparator.comparing(Class::getSimpleName));
        for (final var maker : makers().entrySet()) {
            final Map<String, Set<Kind>> ofType = new TreeMap<>();
            try (Connection shared = server.connect()) {
                for (final Method method : methods(maker.getKey())) {
                    try (Connection own = maker.getKey() == Connection.class ? server.connect() : null) {
                        ofType.computeIfAbsent(method.getName(), name -> new TreeSet<>())
                            .add(call(own == null ? shared : own, maker.getValue(), method));
                    }
                }
            }
            outcomes.put(maker.getKey(), ofType);
        }
        return outcomes;
    }

    private static String table(Map<Class<?>, Map<String, Set<Kind>>> outcomes) {
        final StringBuilder table =
            new StringBuilder(
                "| type | methods | not supported | supported in some forms | refused | refused in some forms |\n"
                    + "|---|---|---|---|---|---|\n");
        outcomes.forEach((type, methods) -> {
            final List<String> none = new ArrayList<>();
            final List<String> some = new ArrayList<>();
            final List<String> refused = new ArrayList<>();
            final List<String> someRefused = new ArrayList<>();
            methods.forEach((name, kinds) -> {
                if (kinds.contains(Kind.UNSUPPORTED)) {
                    (kinds.size() == 1 ? none : some).add("`" + name + "`");
                }
                if (kinds.contains(Kind.REFUSED)) {
                    (kinds.contains(Kind.WORKS) ? someRefused : refused).add("`" + name + "`");
                }
            });
            table.append("| `").append(type.getSimpleName()).append("` | ").append(methods.size()).append(" | ")
                .append(listed(none)).append(" | ").append(listed(some)).append(" | ").append(listed(refused))
                .append(" | ").append(listed(someRefused)).append(" |\n");
        });
        return table.toString();
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    @Test
    void everyMethodWorksOrIsNotSupportedAndThePageSaysWhich() throws Exception {
        final Map<Class<?>, Map<String, Set<Kind>>> outcomes = outcomes();
        final String made = table(outcomes);
        final String page = Files.readString(PAGE);
        final int begin = page.indexOf(BEGIN) + BEGIN.length();
        final int end = page.indexOf(END);
        assertThat(begin).isGreaterThan(BEGIN.length());
        if ("write".equals(System.getProperty("jdbc.page"))) {
            write(page.substring(0, begin) + "\n" + made + "\n" + page.substring(end));
        } else {
            assertThat(page.substring(begin, end).strip()).isEqualTo(made.strip());
        }
        assertThat(outcomes.get(DatabaseMetaData.class)).allSatisfy(
            (name, kinds) -> assertThat(kinds).as(name).doesNotContain(Kind.UNSUPPORTED));
        final long working = outcomes.values().stream().flatMap(methods -> methods.values().stream())
            .filter(kinds -> kinds.contains(Kind.WORKS)).count();
        assertThat(working).isGreaterThan(450);
    }

    private static void write(String text) throws IOException {
        Files.write(PAGE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A closed object refuses everything, with an exception of JDBC. */
    @Test
    void closedObjectsThrowNothingButSqlExceptions() throws Exception {
        try (Connection shared = server.connect()) {
            for (final var maker : makers().entrySet()) {
                for (final Method method : methods(maker.getKey())) {
                    if (maker.getKey() == Connection.class) {
                        final Connection own = server.connect();
                        own.close();
                        refuses(own, method);
                    } else if (maker.getValue().make(shared) instanceof AutoCloseable object) {
                        object.close();
                        refuses(object, method);
                    }
                }
            }
        }
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
            .filter(method -> !java.lang.reflect.Modifier.isStatic(method.getModifiers())).toList();
    }

    private static void refuses(Object closed, Method method) throws IllegalAccessException {
        try {
            method.invoke(closed, Arrays.stream(method.getParameterTypes())
                .map(type -> argument(method, type)).toArray());
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).as(method.toString()).isInstanceOf(SQLException.class);
        }
    }
}
