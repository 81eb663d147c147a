package io.baton.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.protocol.Description;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people type is what is sent, or it is refused with what would fit. */
@Timeout(20)
class ValueTextsTest {

    private static ValueType type(ValueKind kind) {
        return new ValueType(kind, true, "", List.of());
    }

    private static @Nullable Object parse(ValueKind kind, String text) {
        return ValueTexts.parse(type(kind), text);
    }

    private static final Map<ValueKind, List<String>> WRONG = Map.of(
        ValueKind.BOOLEAN, List.of("", "1", "yes", "TRUE", " true", "nonsense"),
        ValueKind.INT32, List.of("", "1.0", "1e3", "\u0661", "0x1", " 1"),
        ValueKind.INT64, List.of("", "9223372036854775808", "1L", "\uff11", "1_000"),
        ValueKind.DOUBLE, List.of("", "0x1p3", "1d", "1f", "1e400", "-1e400", "nan", "inf", "\u0661", " 1.5"),
        ValueKind.DECIMAL, List.of("", "1e", "\u0661", "1d", "NaN", " 1", "1,5", "1e99999999999"),
        ValueKind.BYTES, List.of("0", "00f", "0x00", "zz"),
        ValueKind.UUID, List.of("", "1-1-1-1-1", "1ffffffff-1-1-1-1", "123e4567e89b12d3a456426614174000"),
        ValueKind.TIMESTAMP, List.of("", "2026-11-23", "2026-11-23T10:15:30", "2016-12-31T23:59:60Z",
            "2026-11-23T24:00:00Z", "2026-11-23T10:15:30.0000001Z", "2026-02-30T00:00:00Z"),
        ValueKind.DATE, List.of("", "2026-02-30", "23.11.2026", "+2026-11-23", "2026-11-23T00:00:00Z"));

    @Test
    void whatSpellsNoValueIsRefused() {
        WRONG.forEach((kind, texts) -> texts.forEach(text -> assertThatIllegalArgumentException()
            .as(kind + " " + text).isThrownBy(() -> parse(kind, text)).withMessageStartingWith("give ")));
    }

    @Test
    void theSentencesSayWhatWouldFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(ValueKind.UUID, "1ffffffff-1-1-1-1"))
            .withMessage("give a UUID, for example 123e4567-e89b-12d3-a456-426614174000");
        assertThatIllegalArgumentException().isThrownBy(() -> parse(ValueKind.TIMESTAMP, "2016-12-31T23:59:60Z"))
            .withMessage("give a moment of microseconds, for example 2026-11-23T07:30:00.000001Z");
        assertThatIllegalArgumentException().isThrownBy(() -> parse(ValueKind.DOUBLE, "1e400"))
            .withMessage("give a number that a double can hold, NaN or Infinity");
        final Description procedure = new Description(1, "p",
            List.of(new ValueType.Part("name", type(ValueKind.STRING))), ValueType.NOTHING, false);
        assertThatIllegalArgumentException().isThrownBy(() -> TypedCall.arguments(procedure, List.of("M\uFFFDller")))
            .withMessage("name: character 2 stands for bytes that are no text in this terminal's encoding; use UTF-8");
    }

    @Test
    void theRestIsReadAsItIsTyped() {
        assertThat(parse(ValueKind.INT64, "+17")).isEqualTo(17L);
        assertThat(parse(ValueKind.DOUBLE, "-0.0")).isEqualTo(-0.0);
        assertThat(parse(ValueKind.DOUBLE, "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(parse(ValueKind.DECIMAL, "1.50")).isEqualTo(new BigDecimal("1.50"));
        assertThat(parse(ValueKind.TIMESTAMP, "2026-11-23T08:30:00.000001+01:00"))
            .isEqualTo(Instant.parse("2026-11-23T07:30:00.000001Z"));
        assertThat(parse(ValueKind.DATE, "-0043-03-15")).isEqualTo(LocalDate.of(-43, 3, 15));
        assertThat(parse(ValueKind.STRING, "")).isEqualTo("");
    }
}
