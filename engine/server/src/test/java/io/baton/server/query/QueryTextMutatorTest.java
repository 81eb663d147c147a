package io.baton.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
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
        "SELECT a FROM t LIMIT 99999999999999999999");
    private static final List<String> PARTS = List.of("SELECT", "FROM", "WHERE", "BETWEEN", "AND", "LIMIT", "*", ",",
        "=", "?", ";", "(", ")", "'", "''", "\"", "--", "\n", "1", "-", "+", ".", ".5", "1e9", "TRUE", "\u0000",
        "\ud800", "\u00e9", " ", "99999999999999999999999999", "a", "_", "$", "t.u", "/*", "X'00'", "\u2028");

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
            assertThat(query.value() != null || !query.table().isEmpty() || sql.contains("\"\"")).isTrue();
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
        }
    }
}
