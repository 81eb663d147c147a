package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what is read, or it is refused. */
@Timeout(20)
class SpellingsTest {

    private static void refused(Function<String, ?> reader, String text) {
        assertThatThrownBy(() -> reader.apply(text)).as(text)
            .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class,
                java.time.DateTimeException.class);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", " ", "+", "-", "--1", "1 ", " 1", "1.0", "1e3", "0x10", "1L", "1_000", "1,000", "\u0661",
            "\uff11", "\u0967\u0968", "9223372036854775808", "-9223372036854775809", "\u22121", "1\u0000", "NULL"})
    void noWholeNumbers(String text) {
        refused(Spellings::whole, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-.", "1e", "e1", "1e+", "1.2.3", "0x1p3", "1d", "1f", "1D", "NaN", "Infinity",
        "\u0661", "\uff11.5", "1e\u0661", " 1", "1\n", "1,5", "1e99999999999"})
    void noDecimals(String text) {
        refused(Spellings::decimal, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x1p3", "1d", "1f", "1.5F", "nan", "inf", "infinity", "INFINITY", "+NaN", "-NaN",
        "--Infinity", "1e400", "-1e400", "1e309", "1e-400", "-0.1e-400", "2e-324", "1e-99999999999", "\u0661", " 1.5",
        "1.5 ", "1.5\t", "1e", "."})
    void noFloatingPointNumbers(String text) {
        refused(Spellings::floating, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1-1-1-1-1", "1ffffffff-1-1-1-1", "123e4567e89b12d3a456426614174000",
        "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-4266141740000",
        "0123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a456-42661417400g",
        "123e4567-e89b-12d3-a456-42661417400\uff11", "123e4567-e89b-12d3-a456-426614174000 ",
        "urn:uuid:123e4567-e89b-12d3-a456-426614174000", "-123e456-e89b-12d3-a456-426614174000",
        "123e4567-e89b-12d3-a456--26614174000", "+23e4567-e89b-12d3-a456-426614174000"})
    void noUuids(String text) {
        refused(Spellings::uuid, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026-02-30", "2026-2-3", "20261122", "12026-11-22", "+2026-11-22", "-0000-01-01",
        "2026-11-22Z", "+1000000000-01-01", "\u0662026-11-22", "2026-11-22 ", "2026-W01-1", "0000-00-00"})
    void noDays(String text) {
        refused(Spellings::day, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026-11-22", "2026-11-22T10:15:30", "2026-11-22T23:59:60Z", "2016-12-31T23:59:60Z",
        "2026-11-22T23:59:60+00:00", "2026-11-22T24:00:00Z", "2026-11-22T24:00Z", "2026-11-22T10:15:61Z",
        "2026-11-22T10:15:30+19:00", "2026-11-22T10:15:30.0000000001Z", "2026-11-22 10:15:30Z",
        "2026-11-22T10:15:30+0100", "2026-11-22T10:15:30[UTC]", "2026-11-22T10Z"})
    void noMoments(String text) {
        refused(Spellings::moment, text);
    }

    @Test
    void theRestIsReadAsItIsWritten() {
        assertThat(Spellings.whole("+17")).isEqualTo(17);
        assertThat(Spellings.whole("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(Spellings.whole("007")).isEqualTo(7);
        assertThat(Spellings.decimal("-.5e-3")).isEqualTo("-0.0005");
        assertThat(Spellings.decimal("+1.")).isEqualTo("1");
        assertThat(Spellings.decimal("0.10")).hasToString("0.10");
        assertThat(Spellings.floating("-0.0")).isEqualTo(-0.0);
        assertThat(Spellings.floating("4.9E-324")).isEqualTo(Double.MIN_VALUE);
        assertThat(Spellings.floating("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Spellings.floating("+Infinity")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Spellings.floating("NaN")).isNaN();
        assertThat(Spellings.floating("0.0e-400")).isZero();
        assertThat(Spellings.floating("0e99999999999")).isZero();
        assertThat(Spellings.floating("3e-324")).isEqualTo(Double.MIN_VALUE);
        assertThat(Spellings.uuid("123E4567-e89b-12d3-A456-426614174000"))
            .hasToString("123e4567-e89b-12d3-a456-426614174000");
        assertThat(Spellings.day("-0043-03-15")).isEqualTo(LocalDate.of(-43, 3, 15));
        assertThat(Spellings.day("+12026-11-22")).isEqualTo(LocalDate.of(12_026, 11, 22));
        assertThat(Spellings.moment("2026-11-22T10:15:30.000001+01:00").toInstant())
            .isEqualTo("2026-11-22T09:15:30.000001Z");
        assertThat(Spellings.moment("-290308-12-21T19:59:05.224192Z").toInstant())
            .isEqualTo(Instant.parse("-290308-12-21T19:59:05.224192Z"));
    }

    /** A number of any length is read or refused at once. */
    @Test
    @Timeout(5)
    void longNumbersCostNothing() {
        final String digits = "1".repeat(5_000_000);
        refused(Spellings::whole, digits);
        refused(Spellings::decimal, digits);
        refused(Spellings::decimal, "0." + digits);
        refused(Spellings::floating, digits);
        refused(Spellings::uuid, digits);
        refused(Spellings::day, digits);
        refused(Spellings::moment, digits);
    }
}
