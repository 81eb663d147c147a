package io.baton.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.storage.column.Column;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A field spells its value or is refused: what JDBC and the command line refuse, a file does not change either. */
@Timeout(20)
class CsvSpellingsTest {

    private static final Map<Column, List<String>> WRONG = Map.of(
        EveryType.ID, List.of("", " 1", "1 ", "1.0", "1e3", "0x10", "1L", "1_000", "\u0661", "\uff11", "--1", "+",
            "9223372036854775808", "-9223372036854775809"),
        EveryType.PRICE, List.of("", ".", "1e", "0x1p3", "1d", "\u0661", "\uff11.5", " 1", "1,5", "NaN", "Infinity",
            "1e99999999999"),
        EveryType.HUGE, List.of("", ".", "1e", "1.2.3", "\u0661", "1e\u0661"),
        EveryType.FLAG, List.of("", "1", "yes", "t", " true", "tr\u00fce"),
        EveryType.REAL,
        List.of("", "0x1p3", "1d", "1f", "nan", "inf", "INFINITY", "1e400", "-1e400", "1e-400", "+NaN", "\u0661",
            " 1.5"),
        EveryType.MOMENT, List.of("", "2026-11-22", "2026-11-22T10:15:30", "2016-12-31T23:59:60Z",
            "2026-11-22T23:59:60+00:00", "2026-11-22T24:00:00Z", "2026-11-22T10:15:30.0000001Z",
            "2026-11-22 10:15:30Z", "+1000000000-01-01T00:00:00Z"),
        EveryType.DAY, List.of("", "2026-02-30", "2026-2-3", "12026-11-22", "+2026-11-22", "2026-11-22 ", "2026-11-22Z",
            "\u0662026-11-22"),
        EveryType.UUID, List.of("", "1-1-1-1-1", "1ffffffff-1-1-1-1", "123e4567e89b12d3a456426614174000",
            "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-4266141740000",
            "123e4567-e89b-12d3-a456--26614174000"),
        EveryType.BYTES, List.of("0", "00f", "0x00", "gg", "00 ff", "\uff10\uff10"));

    @Test
    void fieldsThatSpellNoValueAreRefused() {
        WRONG.forEach((column, texts) -> texts.forEach(text -> assertThatIllegalArgumentException()
            .as(column.name() + " " + text).isThrownBy(() -> CsvValues.value(column, text))));
        assertThat(WRONG.values().stream().mapToInt(List::size).sum()).isGreaterThan(60);
    }

    @Test
    void theRestIsReadAsItIsWritten() {
        assertThat(CsvValues.value(EveryType.ID, "+17")).isEqualTo(17L);
        assertThat(CsvValues.value(EveryType.PRICE, "+.5E1")).isEqualTo(new BigDecimal("5"));
        assertThat(CsvValues.value(EveryType.REAL, "+1.5e-1")).isEqualTo(0.15);
        assertThat(CsvValues.value(EveryType.REAL, "+Infinity")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(CsvValues.value(EveryType.REAL, "-0.0")).isEqualTo(-0.0);
        assertThat(CsvValues.value(EveryType.REAL, "0e-400")).isEqualTo(0.0);
        assertThat(CsvValues.value(EveryType.MOMENT, "2026-11-22t10:15:30.000001z"))
            .isEqualTo(Instant.parse("2026-11-22T10:15:30.000001Z"));
        assertThat(CsvValues.value(EveryType.MOMENT, "2026-11-22T10:15+01:00"))
            .isEqualTo(Instant.parse("2026-11-22T09:15:00Z"));
        assertThat(CsvValues.value(EveryType.MOMENT, "-290308-12-21T19:59:05.224192Z"))
            .isEqualTo(Instant.parse("-290308-12-21T19:59:05.224192Z"));
        assertThat(CsvValues.value(EveryType.DAY, "-5877641-06-23")).isEqualTo(LocalDate.ofEpochDay(Integer.MIN_VALUE));
    }
}
