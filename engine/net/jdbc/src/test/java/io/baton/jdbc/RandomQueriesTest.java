package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random queries of random tables have the answers that H2 gives, whatever their way to the rows. */
class RandomQueriesTest {

    private static final List<String> COLUMNS = List.of("c_a", "c_b", "c_int", "c_dec", "c_dbl", "c_str", "c_bool",
        "c_day", "c_mom", "c_uuid", "c_bin");
    private static final Set<String> NUMBERS = Set.of("c_a", "c_b", "c_int", "c_dec", "c_dbl");
    private static final List<String> TEXTS = List.of("", "a", "b", "ab", "abc", "A", "%", "_", "a%", "\u00e9", "it's");
    private static final List<String> PATTERNS =
        List.of("%", "a%", "_", "%b%", "ab", "!%%", "!_", "a_%", "\u00e9%", "");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
    private static final List<String> COMPARATORS = List.of("=", "<>", "!=", "<", "<=", ">", ">=");

    /** How often each way was taken. */
    private final Map<String, Integer> ways = new HashMap<>();
    private int answers;
    private int rowsSeen;

    /** One seed: a table, here and in H2, and what queries may compare its columns with. */
    static final class Case {

        final SplittableRandom random;
        final String name;
        final TableSchema.Builder builder;
        final Map<String, Column> columns = new LinkedHashMap<>();
        final List<String> key;
        final TableSchema table;
        /** Of the query that is made: what its question marks stand for. */
        final List<Object> parameters = new ArrayList<>();

        Case(long seed) {
            random = new SplittableRandom(seed);
            name = "random" + seed;
            builder = TableSchema.named(name);
            columns.put("c_a", builder.int64("c_a"));
            columns.put("c_b", builder.int32("c_b"));
            columns.put("c_int", builder.nullable().int32("c_int"));
            columns.put("c_dec", builder.nullable().decimal("c_dec", 2));
            columns.put("c_dbl", builder.nullable().float64("c_dbl"));
            columns.put("c_str", builder.string("c_str", 12));
            columns.put("c_bool", builder.nullable().bool("c_bool"));
            columns.put("c_day", builder.nullable().date("c_day"));
            columns.put("c_mom", builder.nullable().timestamp("c_mom"));
            columns.put("c_uuid", builder.nullable().uuid("c_uuid"));
            columns.put("c_bin", builder.nullable().bytes("c_bin", 4));
            key = switch (random.nextInt(4)) {
                case 0 -> List.of("c_a");
                case 1 -> List.of("c_a", "c_b");
                case 2 -> List.of("c_str", "c_a");
                default -> List.of("c_b", "c_a");
            };
            builder.primaryKey(key.stream().map(this::part).toArray(KeyPart[]::new));
            if (random.nextInt(3) > 0) {
                builder.ordered(random.nextInt(key.size() + 1));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                final Set<String> parts = new HashSet<>();
                for (int j = 1 + random.nextInt(3); j > 0; j--) {
                    parts.add(anyColumn());
                }
                builder.index("index" + i, random.nextInt(parts.size() + 1),
                    parts.stream().map(this::part).toArray(KeyPart[]::new));
            }
            table = builder.build();
        }

        private KeyPart part(String column) {
            return switch (columns.get(column)) {
                case io.baton.storage.column.LongColumn c when c.scale() > 0 -> c.signed(64);
                case io.baton.storage.column.LongColumn c -> c.signed(c.name().equals("c_a") ? 20 : 16);
                case io.baton.storage.column.DoubleColumn c -> c.part();
                case io.baton.storage.column.StringColumn c -> c.part();
                case io.baton.storage.column.BooleanColumn c -> c.part();
                case io.baton.storage.column.DateColumn c -> c.part();
                case io.baton.storage.column.TimestampColumn c -> c.part();
                case io.baton.storage.column.UuidColumn c -> c.part();
                case io.baton.storage.column.BytesColumn c -> c.part();
                case null, default -> throw new IllegalStateException(column);
            };
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private String anyColumn() {
            return any(COLUMNS);
        }

        /** A value that a column may have, of few, so that queries meet some. */
        Object value(String column) {
            return switch (column) {
                case "c_a" -> (long) random.nextInt(-5, 30);
                case "c_b", "c_int" -> (long) random.nextInt(-3, 4);
                case "c_dec" -> BigDecimal.valueOf(random.nextInt(-6, 7) * 25L, 2);
                case "c_dbl" -> random.nextInt(-6, 7) / 4.0 + 0.0;
                case "c_str" -> any(TEXTS);
                case "c_bool" -> random.nextBoolean();
                case "c_day" -> DAY.plusDays(random.nextInt(3));
                case "c_mom" -> DAY.plusDays(random.nextInt(2)).atStartOfDay(ZoneOffset.UTC).toInstant()
                    .plusSeconds(random.nextInt(2) * 3600L);
                case "c_uuid" -> new UUID(random.nextInt(-1, 2), random.nextInt(2));
                default -> new byte[] {(byte) random.nextInt(126, 130)};
            };
        }

        /** One that it may have or not, of the same kind. */
        private Object given(String column) {
            if (NUMBERS.contains(column) && random.nextInt(4) == 0) {
                return any(List.of(1.5, 0.25, new BigDecimal("1.125"), new BigDecimal("1e30"), new BigDecimal("-1e30"),
                    new BigDecimal("99999999999999999999"), 3_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE, 0.0,
                    new BigDecimal("2.00000")));
            }
            if (column.equals("c_str") && random.nextInt(8) == 0) {
                return "a text that is too long for it";
            }
            if ((column.equals("c_day") || column.equals("c_mom")) && random.nextInt(4) == 0) {
                return value(column.equals("c_day") ? "c_mom" : "c_day");
            }
            return value(column);
        }

        // Texts of queries

        private String operand(String column) {
            if (random.nextInt(12) == 0) {
                return "NULL";
            }
            final Object value = given(column);
            if (random.nextInt(3) == 0) {
                parameters.add(value);
                return "?";
            }
            return switch (value) {
                case String text -> "'" + text.replace("'", "''") + "'";
                case LocalDate day -> "DATE '" + day + "'";
                case Instant moment -> "TIMESTAMP WITH TIME ZONE '" + moment.toString().replace('T', ' ')
                    .replace("Z", "+00:00") + "'";
                case UUID uuid -> "'" + uuid + "'";
                case byte[] bytes -> "X'" + HexFormat.of().formatHex(bytes) + "'";
                case Double floating -> new BigDecimal(floating).toPlainString();
                case BigDecimal decimal when random.nextBoolean() -> decimal.toPlainString();
                default -> value.toString();
            };
        }

        private String condition(int depth) {
            if (depth > 0 && random.nextInt(3) > 0) {
                return switch (random.nextInt(3)) {
                    case 0 -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
                    case 1 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
                    default -> "NOT " + "(" + condition(depth - 1) + ")";
                };
            }
            final String column = random.nextInt(3) == 0 ? any(key) : anyColumn();
            return switch (random.nextInt(11)) {
                case 0 -> column + " IS " + (random.nextBoolean() ? "NOT " : "") + "NULL";
                case 1 -> column + (random.nextBoolean() ? " NOT" : "") + " BETWEEN " + operand(column) + " AND "
                    + operand(column);
                case 2, 3 -> column + (random.nextInt(4) == 0 ? " NOT" : "") + " IN (" + operands(column) + ")";
                case 4 -> "c_str " + (random.nextInt(4) == 0 ? "NOT " : "") + "LIKE '" + any(PATTERNS)
                    + "' ESCAPE '!'";
                case 5 -> switch (random.nextInt(4)) {
                    case 0 -> "1=0";
                    case 1 -> "1 = 1";
                    case 2 -> "c_bool";
                    default -> "c_int " + any(COMPARATORS) + " " + any(List.copyOf(NUMBERS));
                };
                default -> random.nextInt(6) == 0 ? operand(column) + " " + any(COMPARATORS) + " " + column
                    : column + " " + (random.nextBoolean() ? "=" : any(COMPARATORS)) + " " + operand(column);
            };
        }

        private String operands(String column) {
            return java.util.stream.IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(i -> operand(column))
                .collect(Collectors.joining(", "));
        }

        private String items() {
            return switch (random.nextInt(6)) {
                case 0 -> "COUNT(*)";
                case 1 -> "COUNT(" + anyColumn() + ") AS n, MIN(" + any(key) + "), MAX(c_dec), COUNT(1)";
                case 2 -> "*";
                case 3 -> "t.*, 'x' AS more";
                default -> "t." + anyColumn() + " AS first, " + anyColumn();
            };
        }

        /** A query whose answer is the same everywhere, its rows in any order unless it says which. */
        String query() {
            parameters.clear();
            final String items = items();
            final StringBuilder sql = new StringBuilder("SELECT ").append(items).append(" FROM ").append(name)
                .append(random.nextBoolean() ? " AS t" : " t");
            if (random.nextInt(6) > 0) {
                sql.append(" WHERE ").append(condition(random.nextInt(4)));
            }
            if (!items.contains("COUNT") && random.nextInt(3) > 0) {
                sql.append(" ORDER BY ");
                for (int i = random.nextInt(3); i > 0; i--) {
                    sql.append(anyColumn()).append(way()).append(", ");
                }
                sql.append(key.stream().map(column -> column + (random.nextInt(4) == 0 ? " DESC" : ""))
                    .collect(Collectors.joining(", ")));
                sql.append(bounds());
            }
            return sql.toString();
        }

        private String way() {
            return any(List.of("", " ASC", " DESC", " DESC", " NULLS FIRST", " NULLS LAST", " DESC NULLS FIRST",
                " DESC NULLS LAST"));
        }

        private String bounds() {
            return switch (random.nextInt(5)) {
                case 0 -> " LIMIT " + random.nextInt(5);
                case 1 -> " LIMIT " + random.nextInt(8) + " OFFSET " + random.nextInt(8);
                case 2 -> " OFFSET " + random.nextInt(8) + " ROWS FETCH NEXT " + (1 + random.nextInt(5)) + " ROWS ONLY";
                default -> "";
            };
        }
    }

    /** Fills a table. */
    public static final class Fill {

        private final Case of;
        private final List<Map<String, @Nullable Object>> rows;

        Fill(Case of, List<Map<String, @Nullable Object>> rows) {
            this.of = of;
            this.rows = rows;
        }

        public void run(Transaction transaction) {
            for (final Map<String, @Nullable Object> values : rows) {
                final Row probe = transaction.probe(of.table);
                of.key.forEach(column -> probe.setValue(Objects.requireNonNull(of.columns.get(column)),
                    values.get(column)));
                final Row row = transaction.insert(of.table, probe);
                of.columns.forEach((name, column) -> row.setValue(column, values.get(name)));
            }
        }
    }

    private static List<Map<String, @Nullable Object>> rows(Case of) {
        final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        final Set<List<Object>> keys = new HashSet<>();
        for (int i = of.random.nextInt(60); i > 0; i--) {
            final Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (final String column : COLUMNS) {
                final boolean nullable = Objects.requireNonNull(of.columns.get(column)).nullable();
                row.put(column, nullable && of.random.nextInt(5) == 0 ? null : of.value(column));
            }
            if (keys.add(of.key.stream().map(column -> Objects.requireNonNull(row.get(column))).toList())) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static void create(Case of, List<Map<String, @Nullable Object>> rows, Engine engine, Connection h2)
            throws SQLException {
        engine.catalog().addTable(of.table, 1_000);
        final var fill = engine.register("Fill", new Fill(of, rows), Void.class);
        engine.call(fill);
        engine.unregister(fill);
        try (Statement statement = h2.createStatement()) {
            statement.execute("CREATE TABLE " + of.name + " (c_a BIGINT, c_b INTEGER, c_int INTEGER, "
                + "c_dec DECIMAL(19, 2), c_dbl DOUBLE PRECISION, c_str VARCHAR(12), c_bool BOOLEAN, c_day DATE, "
                + "c_mom TIMESTAMP WITH TIME ZONE, c_uuid UUID, c_bin VARBINARY(4))");
        }
        try (PreparedStatement insert =
            h2.prepareStatement("INSERT INTO " + of.name + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (final Map<String, @Nullable Object> row : rows) {
                int place = 1;
                for (final Object value : row.values()) {
                    insert.setObject(place++, atH2(value));
                }
                insert.execute();
            }
        }
    }

    private static @Nullable Object atH2(@Nullable Object value) {
        return value instanceof Instant moment ? moment.atOffset(ZoneOffset.UTC) : value;
    }

    private static List<List<String>> answer(Connection connection, String sql, List<Object> parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, atH2(parameters.get(i)));
            }
            final List<List<String>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    final List<String> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.add(text(result.getObject(i)));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case Double floating -> new BigDecimal(floating).stripTrailingZeros().toPlainString();
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
            case OffsetDateTime moment -> moment.toInstant().toString();
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case Date day -> day.toLocalDate().toString();
            default -> value.toString();
        };
    }

    private static Connection h2(String url) throws SQLException {
        final JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        return source.getConnection();
    }

    private void run(int firstSeed, int seeds, int queries) throws SQLException {
        try (TestServer server = new TestServer(); Connection baton = server.connect();
            Connection h2 = h2("jdbc:h2:mem:queries" + firstSeed);
            Statement settings = h2.createStatement()) {
            settings.execute("SET TIME ZONE 'UTC'");
            for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
                final Case of = new Case(seed);
                create(of, rows(of), server.engine, h2);
                for (int i = 0; i < queries; i++) {
                    compare(seed, of, baton, h2);
                }
            }
        }
        assertThat(answers).isEqualTo(seeds * queries);
        assertThat(rowsSeen).isGreaterThan(answers);
        assertThat(ways.keySet()).contains("key", "index", "whole index", "whole table", "nothing", "sort", "filter",
            "aggregate");
    }

    private void compare(int seed, Case of, Connection baton, Connection h2) throws SQLException {
        final String sql = of.query();
        final List<Object> parameters = List.copyOf(of.parameters);
        final String told = "seed " + seed + ": " + sql + " with " + parameters.stream().map(RandomQueriesTest::text)
            .toList() + " of " + of.table.definition();
        try {
            final List<List<String>> wanted =
                answer(h2, sql, parameters);
            final List<List<String>> got =
                answer(baton, sql.replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMP"), parameters);
            if (sql.contains("ORDER BY")) {
                assertThat(got).as(told).isEqualTo(wanted);
            } else {
                assertThat(got).as(told).containsExactlyInAnyOrderElementsOf(wanted);
            }
            answers++;
            rowsSeen += got.size();
            for (final List<String> line : answer(baton,
                "EXPLAIN " + sql.replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMP"), parameters)) {
                if (line.getFirst().equals("plan")) {
                    ways.merge(line.get(4), 1, Integer::sum);
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(told, e);
        }
    }

    @Test
    @Timeout(60)
    void queriesHaveTheAnswersOfH2() throws SQLException {
        run(0, 20, 40);
    }

    @Test
    @Tag("thorough")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void moreQueriesHaveTheAnswersOfH2() throws SQLException {
        run(1_000, 100, 100);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void manyQueriesHaveTheAnswersOfH2() throws SQLException {
        run(10_000, 500, 300);
    }
}
