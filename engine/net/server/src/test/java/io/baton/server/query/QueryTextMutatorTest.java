package io.baton.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged queries are understood, or refused with a sentence: nothing else is thrown, and none takes long. */
class QueryTextMutatorTest {

    private static final List<String> QUERIES = List.of("SELECT 1", "SELECT 'it''s'", "SELECT ?;", "SELECT -1.50",
        "SELECT * FROM account WHERE id = ? LIMIT 5", "select \"a\"\"b\", c FROM t -- why\n WHERE a BETWEEN 1 AND 'x'",
        "SELECT id FROM journal WHERE account = 3 AND number BETWEEN ? AND ?", "SELECT * FROM t WHERE a = TRUE",
        "SELECT a FROM t LIMIT 99999999999999999999",
        "SELECT t.*, t.a AS \"b\", 'c' d FROM t AS t WHERE NOT (t.a <> 1 OR b IN (1, ?, NULL)) AND c IS NOT NULL",
        "select count(*), MIN(a) from t where d >= DATE '2026-11-23' and e like 'x!%%' escape '!' or 1 = 0",
        "SELECT * FROM t ORDER BY a DESC NULLS LAST, 2 OFFSET 5 ROWS FETCH NEXT ? ROWS ONLY",
        "SELECT u FROM t WHERE u = X'00ff' AND (a) = (1) AND m < TIMESTAMP '2026-11-23 10:00:00Z' LIMIT 1, 2");
    private static final List<String> PARTS = List.of("SELECT", "FROM", "WHERE", "BETWEEN", "AND", "LIMIT", "*", ",",
        "=", "?", ";", "(", ")", "'", "''", "\"", "--", "\n", "1", "-", "+", ".", ".5", "1e9", "TRUE", "\u0000",
        "\ud800", "\u00e9", " ", "99999999999999999999999999", "a", "_", "$", "t.u", "/*", "X'00'", "\u2028", "<>",
        "<=", "!=", "(1,", "NOT",
        "OR", "IN (", "IS NULL", "LIKE", "ORDER BY", "OFFSET", "NULL", "DATE '", "COUNT(", "e99999", "1E400");

    private long understood;
    private long refused;

    private void run(int seeds, int inputsOfSeed) {
        for (int seed = 0; seed < seeds; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            for (int input = 0; input < inputsOfSeed; input++) {
                final String sql = damaged(random);
                try {
                    parse(sql, random);
                } catch (Throwable e) {
                    throw new AssertionError("seed " + seed + ": " + sql, e);
                }
            }
        }
        final long all = (long) seeds * inputsOfSeed;
        assertThat(understood + refused).isEqualTo(all);
        assertThat(understood).isGreaterThan(all / 50);
        assertThat(refused).isGreaterThan(all / 3);
    }

    private void parse(String sql, SplittableRandom random) {
        try {
            final Query query = QueryText.parse(sql,
                List.<Object>of(1L, "x", BigDecimal.TEN).subList(0, random.nextInt(4)));
            assertThat(query.items()).isNotEmpty();
            understood++;
        } catch (QueryException e) {
            assertThat(e.getMessage()).isNotBlank();
            assertThat(e.reason().sqlState()).hasSize(5);
            refused++;
        }
    }

    private static String damaged(SplittableRandom random) {
        final StringBuilder sql = new StringBuilder(QUERIES.get(random.nextInt(QUERIES.size())));
        for (int damage = random.nextInt(4); damage > 0; damage--) {
            final int at = random.nextInt(sql.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> sql.insert(at, PARTS.get(random.nextInt(PARTS.size())));
                case 1 -> sql.delete(at, Math.min(sql.length(), at + 1 + random.nextInt(5)));
                case 2 -> sql.setLength(at);
                default -> sql.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
            }
        }
        return sql.toString();
    }

    @Test
    @Timeout(30)
    void damagedQueriesAreUnderstoodOrRefused() {
        run(100, 1_000);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void manyDamagedQueriesAreUnderstoodOrRefused() {
        run(10_000, 1_000);
    }

    /** As long as they may be, of what a regular expression might look at again and again. */
    @Test
    @Timeout(30)
    void longQueriesTakeNoLongTime() {
        final SplittableRandom random = new SplittableRandom(1);
        for (final String part : PARTS) {
            parse("SELECT " + part.repeat(65_529 / part.length()), random);
            parse("SELECT * FROM t WHERE " + ("a = 1 AND " + part).repeat(3_000), random);
            parse("SELECT * FROM t WHERE a = " + part.repeat(65_500 / part.length()), random);
            parse("SELECT * FROM t WHERE " + part.repeat(65_500 / part.length()), random);
        }
    }

    @Test
    @Timeout(10)
    void depthDigitsAndLengthAreBounded() {
        refuses("SELECT * FROM t WHERE " + "(".repeat(30_000) + "a = 1" + ")".repeat(30_000), "54000", "nested");
        refuses("SELECT * FROM t WHERE " + "NOT ".repeat(10_000) + "a = 1", "54000", "nested");
        refuses("SELECT * FROM t WHERE a = " + "(".repeat(30_000) + "1" + ")".repeat(30_000), "54000", "nested");
        refuses("SELECT * FROM t WHERE a = " + "9".repeat(60_000), "22003", "60000 characters");
        refuses("SELECT * FROM t WHERE a = 1E999999", "22003", "exponent");
        refuses("SELECT * FROM t WHERE a = " + "9".repeat(500_000), "54000", "65536");
        refuses("SELECT * FROM t WHERE a = '" + "x".repeat(500_000) + "'", "54000", "65536");
        final String deep = "(".repeat(QueryText.DEPTH_MAX) + "a = 1" + ")".repeat(QueryText.DEPTH_MAX);
        assertThat(QueryText.parse("SELECT * FROM t WHERE " + deep, List.of()).where()).isNotNull();
        assertThat(QueryText.parse("SELECT * FROM t WHERE a = 1" + " AND a = 1".repeat(6_000), List.of()).where())
            .isInstanceOf(Query.Condition.And.class);
    }

    private static void refuses(String sql, String state, String why) {
        assertThatThrownBy(() -> QueryText.parse(sql, List.of())).isInstanceOfSatisfying(QueryException.class, e -> {
            assertThat(e.reason().sqlState()).isEqualTo(state);
            assertThat(e.getMessage()).contains(why).hasSizeLessThan(300);
        });
    }

    /** What is known and not there is refused by its name, with 0A000; all else with 42601. */
    @Test
    void whatIsNotThereIsNamed() {
        final Map<String, String> unsupported = Map.ofEntries(Map.entry("SELECT DISTINCT a FROM t", "DISTINCT"),
            Map.entry("SELECT COUNT(DISTINCT a) FROM t", "DISTINCT"), Map.entry("SELECT * FROM a, b", "joins"),
            Map.entry("SELECT * FROM a x JOIN b ON 1 = 1", "joins"),
            Map.entry("SELECT * FROM a LEFT JOIN b ON 1 = 1", "joins"),
            Map.entry("SELECT a FROM t GROUP BY a", "GROUP"),
            Map.entry("SELECT a FROM t WHERE a = 1 GROUP BY a", "GROUP"),
            Map.entry("SELECT a FROM t HAVING a = 1", "HAVING"),
            Map.entry("SELECT a FROM t UNION SELECT a FROM t", "UNION"),
            Map.entry("SELECT SUM(a) FROM t", "SUM"), Map.entry("SELECT upper(a) FROM t", "upper"),
            Map.entry("SELECT * FROM t WHERE lower(a) = 'x'", "lower"), Map.entry("SELECT a + 1 FROM t", "arithmetic"),
            Map.entry("SELECT * FROM (SELECT * FROM t) x", "query within"),
            Map.entry("SELECT * FROM t WHERE a IN (SELECT b FROM u)", "query within"),
            Map.entry("SELECT * FROM t WHERE EXISTS (SELECT 1)", "EXISTS"),
            Map.entry("SELECT * FROM t WHERE (a, b) = (1, 2)", "several values"),
            Map.entry("SELECT CASE WHEN a = 1 THEN 2 END FROM t", "CASE"),
            Map.entry("SELECT * FROM t ORDER BY upper(a)", "ORDER BY"),
            Map.entry("SELECT * FROM t FOR UPDATE", "FOR UPDATE"));
        unsupported.forEach((sql, what) -> {
            refuses(sql, "0A000", what);
        });
        for (final String sql : List.of("", "SELECT", "SELECT *", "SELECT * FROM", "SELECT a b c FROM t",
            "DELETE FROM t",
            "SELECT * FROM t WHERE", "SELECT * FROM t WHERE a =", "SELECT * FROM t WHERE a = 1 b",
            "SELECT * FROM t LIMIT x",
            "SELECT * FROM t LIMIT -1", "SELECT * FROM t LIMIT 1.5", "SELECT * FROM t LIMIT 1 LIMIT 2",
            "SELECT * FROM t; SELECT 1",
            "SELECT * FROM t WHERE a = 'x", "SELECT * FROM t WHERE a = \"x", "SELECT * FROM t /* x", "SELECT 1a",
            "SELECT * FROM t WHERE a IS 5", "SELECT * FROM t WHERE a BETWEEN 1", "SELECT * FROM t WHERE a IN 1",
            "SELECT * FROM t WHERE a LIKE 'x' ESCAPE 'xy'", "SELECT COUNT(NULL) FROM t", "SELECT X'0'",
            "SELECT DATE 'x'",
            "SELECT TIMESTAMP '2026-11-23 23:59:60'", "SELECT UUID '1-1-1-1-1'", "SELECT * FROM t ORDER a",
            "SELECT * FROM t FETCH FIRST 5", "SELECT \u2603")) {
            refuses(sql, "42601", "");
        }
    }
}
