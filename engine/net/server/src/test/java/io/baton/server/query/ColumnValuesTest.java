package io.baton.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.protocol.Reason;
import io.baton.server.query.ColumnValues.Position;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of queries compare with those of columns by value, whatever the column can hold. */
class ColumnValuesTest {

    private static final TableSchema.Builder TABLE = TableSchema.named("kinds");
    private static final Column ID = TABLE.int64("id");
    private static final Column TINY = TABLE.int8("tiny");
    private static final Column CENTS = TABLE.decimal("cents", 2);
    private static final Column WIDE = TABLE.decimal("wide", 30, 5);
    private static final Column FLOATING = TABLE.float64("floating");
    private static final Column TEXT = TABLE.string("text", 5);
    private static final Column BYTES = TABLE.bytes("bytes", 5);
    private static final Column BOOL = TABLE.bool("bool");
    private static final Column DAY = TABLE.date("day");
    private static final Column MOMENT = TABLE.timestamp("moment");
    private static final Column UUIDS = TABLE.uuid("uuid");

    private static Arguments is(Column column, Object stored, String sign, Object given) {
        return Arguments.of(column, stored, sign, given);
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    static Stream<Arguments> comparisons() {
        final Instant noon = Instant.parse("2026-11-23T12:00:00Z");
        return Stream.of(is(ID, 5L, "=", 5), is(ID, 5L, "=", decimal("5.000")), is(ID, 5L, "=", " 5 "),
            is(ID, 5L, "=", "5.0"), is(ID, 5L, "=", 5.0), is(ID, 5L, ">", 4.5), is(ID, 5L, "<", 5.5),
            is(ID, -5L, ">", -5.5), is(ID, -5L, "<", -4.5), is(ID, 5L, "<", decimal("1e30")),
            is(ID, 5L, ">", decimal("-1e30")), is(ID, Long.MAX_VALUE, "<", decimal("99999999999999999999")),
            is(ID, Long.MAX_VALUE, "<", decimal("9223372036854775808")),
            is(ID, Long.MAX_VALUE, "=", decimal("9223372036854775807")),
            is(ID, Long.MIN_VALUE, ">", decimal("-9223372036854775809")), is(ID, Long.MAX_VALUE, "<", 1e19),
            is(ID, 5L, "<", Double.POSITIVE_INFINITY), is(ID, 5L, ">", Double.NEGATIVE_INFINITY),
            is(ID, 5L, "<", Double.NaN), is(ID, 5L, ">", "1e-10"), is(TINY, 127L, "<", 128), is(TINY, -128L, ">", -129),
            is(ID, 1L << 53, "<", (1L << 53) + 1), is(ID, 0L, "=", -0.0), is(CENTS, 150L, "=", decimal("1.5")),
            is(CENTS, 150L, "=", "1.500"), is(CENTS, 150L, "=", 1.5), is(CENTS, 10L, "=", 0.1),
            is(CENTS, 150L, "<", decimal("1.501")), is(CENTS, 150L, ">", decimal("1.499")),
            is(CENTS, -150L, "<", decimal("-1.499")), is(CENTS, 100L, "=", 1L),
            is(WIDE, decimal("6.25000"), "=", decimal("6.25")), is(WIDE, decimal("6.25000"), "<", decimal("6.250001")),
            is(WIDE, decimal("6.25000"), "<", decimal("1e9999")), is(WIDE, decimal("6.25000"), "<", Double.NaN),
            is(FLOATING, 0.1, "=", decimal("0.1")), is(FLOATING, 0.1, "=", "0.1"), is(FLOATING, 1e23, "=", "1e23"),
            is(FLOATING, 0x1p53, "=", 1L << 53), is(FLOATING, 0x1p53, "<", (1L << 53) + 1),
            is(FLOATING, 0x1p53, "<", decimal("9007199254740993")), is(FLOATING, 0x1p63, ">", Long.MAX_VALUE),
            is(FLOATING, Double.POSITIVE_INFINITY, ">", decimal("1e400")), is(FLOATING, Double.MAX_VALUE, "<", "1e400"),
            is(FLOATING, Double.NEGATIVE_INFINITY, "<", decimal("-1e400")),
            is(FLOATING, -Double.MAX_VALUE, ">", decimal("-1e400")), is(FLOATING, 0.0, "<", "1e-400"),
            is(FLOATING, 0.0, ">", decimal("-1e-400")), is(FLOATING, Double.MIN_VALUE, ">", decimal("1e-400")),
            is(FLOATING, -0.0, "=", 0.0), is(FLOATING, 0.0, "=", -0.0), is(FLOATING, -0.0, "=", 0),
            is(FLOATING, -0.0, "=", "-0.0"), is(FLOATING, Double.NaN, "=", Double.NaN),
            is(FLOATING, Double.NaN, "=", "NaN"),
            is(FLOATING, Double.NaN, ">", Double.POSITIVE_INFINITY), is(FLOATING, Double.NaN, ">", decimal("1e400")),
            is(FLOATING, Double.POSITIVE_INFINITY, "=", "Infinity"), is(TEXT, "abc", "<", "abcdefghijk"),
            is(TEXT, "b", ">", "abcdefghijk"), is(TEXT, "abc", ">", ""), is(TEXT, "a", "<", "a "),
            is(TEXT, "\uffff", "<", "\ud83d\ude00"), is(TEXT, "\ud83d\ude00", ">", "\ue000"),
            is(BYTES, new byte[] {(byte) 0x80}, ">", new byte[] {0x7f, 1, 2, 3, 4, 5}),
            is(BYTES, new byte[] {1}, "=", new byte[] {1}), is(BOOL, true, "=", true), is(BOOL, false, "<", "true"),
            is(DAY, LocalDate.of(2026, 11, 23), "=", "2026-11-23"), is(DAY, LocalDate.of(2026, 11, 23), "<", noon),
            is(DAY, LocalDate.of(2026, 11, 24), ">", noon),
            is(DAY, LocalDate.of(2026, 11, 23), "=", Instant.parse("2026-11-23T00:00:00Z")),
            is(DAY, LocalDate.of(2026, 11, 23), "=", "2026-11-23 00:00:00"),
            is(DAY, LocalDate.of(2026, 11, 23), "<", LocalDate.MAX), is(MOMENT, noon, "=", "2026-11-23 12:00:00"),
            is(MOMENT, noon, "=", "2026-11-23T13:00:00+01:00"), is(MOMENT, noon, "=", "2026-11-23 12:00:00Z"),
            is(MOMENT, noon, ">", LocalDate.of(2026, 11, 23)), is(MOMENT, noon, ">", "2026-11-23"),
            is(MOMENT, noon, "<", noon.plusNanos(1)), is(MOMENT, noon, ">", Instant.MIN),
            is(MOMENT, noon, "<", Instant.MAX),
            is(UUIDS, new UUID(1, 2), "=", "00000000-0000-0001-0000-000000000002"),
            is(UUIDS, new UUID(-1, 0), ">", new UUID(1, 0)));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void valuesCompareByValue(Column column, Object stored, String sign, Object given) {
        final int order = ColumnValues.compare(stored, ColumnValues.position(column, given));
        assertThat(order < 0 ? "<" : order > 0 ? ">" : "=").isEqualTo(sign);
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(Arguments.of(ID, "x"), Arguments.of(ID, ""), Arguments.of(ID, true),
            Arguments.of(ID, LocalDate.EPOCH), Arguments.of(ID, new byte[1]), Arguments.of(ID, "0x10"),
            Arguments.of(CENTS, "1,5"), Arguments.of(FLOATING, "1.0f"), Arguments.of(FLOATING, "0x1p3"),
            Arguments.of(TEXT, 5L), Arguments.of(TEXT, true), Arguments.of(BYTES, "00ff"), Arguments.of(BOOL, 1L),
            Arguments.of(BOOL, "yes"), Arguments.of(DAY, true), Arguments.of(DAY, 5L), Arguments.of(DAY, "2026-02-30"),
            Arguments.of(DAY, "yesterday"), Arguments.of(MOMENT, "23:59:60"), Arguments.of(MOMENT, 5L),
            Arguments.of(MOMENT, "2026-11-23T23:59:60Z"), Arguments.of(MOMENT, "2026-11-23 24:00:00"),
            Arguments.of(UUIDS, "1-1-1-1-1"), Arguments.of(UUIDS, "1ffffffff-1-1-1-1"), Arguments.of(UUIDS, 5L));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void otherKindsAreRefused(Column column, Object given) {
        assertThatThrownBy(() -> ColumnValues.position(column, given)).isInstanceOfSatisfying(QueryException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_TYPE)).hasMessageContaining(column.name());
    }

    @Test
    void textsOfMomentsFinerThanWhatIsStoredAreRefused() {
        for (final Column column : new Column[] {MOMENT, DAY}) {
            for (final String text : new String[] {"2026-11-23 12:00:00.0000001", "2026-11-23T12:00:00.123456789Z",
                "1969-12-31T23:59:59.9999999+01:00"}) {
                assertThatThrownBy(() -> ColumnValues.position(column, text)).isInstanceOfSatisfying(
                    QueryException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NO_SUCH_MOMENT))
                    .hasMessageContaining("finer than the microseconds");
            }
        }
    }

    @Test
    void digitsAreBounded() {
        final String digits = "7".repeat(1_233);
        assertThat(ColumnValues.position(CENTS, digits)).isEqualTo(Position.ABOVE);
        assertThat(ColumnValues.position(WIDE, digits)).isEqualTo(new Position(new BigDecimal(digits), 0));
        for (final String tooMany : new String[] {"7".repeat(60_000), "1E999999", "1E-999999", "1E99999999999999"}) {
            assertThatThrownBy(() -> ColumnValues.position(CENTS, tooMany)).isInstanceOf(QueryException.class);
        }
    }
}
