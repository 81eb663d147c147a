package io.baton.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.protocol.RecordValue;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and records as people type them. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class NestedTextsTest {

    private static final ValueType NUMBER = new ValueType(ValueKind.INT64, true, "", List.of());
    private static final ValueType TEXT = new ValueType(ValueKind.STRING, true, "", List.of());
    private static final ValueType DECIMAL = new ValueType(ValueKind.DECIMAL, true, "", List.of());
    private static final ValueType ITEM = new ValueType(ValueKind.RECORD, true, "Item", List.of(
        new ValueType.Part("id", NUMBER), new ValueType.Part("name", TEXT), new ValueType.Part("price", DECIMAL)));

    private static ValueType list(ValueType element) {
        return new ValueType(ValueKind.LIST, true, "", List.of(new ValueType.Part("", element)));
    }

    @Test
    void listsAreRead() {
        assertThat(ValueTexts.parse(list(NUMBER), "[1,2,3]")).isEqualTo(List.of(1L, 2L, 3L));
        assertThat(ValueTexts.parse(list(NUMBER), " [ 1 , -2 ] ")).isEqualTo(List.of(1L, -2L));
        assertThat(ValueTexts.parse(list(NUMBER), "[]")).isEqualTo(List.of());
        assertThat(ValueTexts.parse(list(NUMBER), "NULL")).isNull();
        assertThat(ValueTexts.parse(list(NUMBER), "[1,NULL]")).isEqualTo(Arrays.asList(1L, null));
        assertThat(ValueTexts.parse(list(list(NUMBER)), "[[1,2],[],[3]]"))
            .isEqualTo(List.of(List.of(1L, 2L), List.of(), List.of(3L)));
    }

    @Test
    void textsAreQuotedWhereTheyMust() {
        assertThat(ValueTexts.parse(list(TEXT), "[a b,\"a, b\",\"\",NULL,\"NULL\",it's,\"say \\\"x\\\" \\\\\",5\"]"))
            .isEqualTo(Arrays.asList("a b", "a, b", "", null, "NULL", "it's", "say \"x\" \\", "5\""));
        assertThat(ValueTexts.parse(list(TEXT), "[\"]\",\")\"]")).isEqualTo(List.of("]", ")"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"ab\"c]", "[\"a\" b]", "[\"a\" \"b\"]", "[x,\"a\"b\"]", "[\"\"\"]",
        "[\"a\\\"\"b]"})
    void whatStandsBehindAQuoteIsRefused(String text) {
        assertThatThrownBy(() -> ValueTexts.parse(list(TEXT), text)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("quotation mark");
    }

    @Test
    void recordsAreRead() {
        assertThat(ValueTexts.parse(ITEM, "(7, \"a (b), c\", 1.50)"))
            .isEqualTo(new RecordValue(List.of(7L, "a (b), c", new BigDecimal("1.50"))));
        assertThat(ValueTexts.parse(list(ITEM), "[(1,x,2),(2,NULL,NULL)]")).isEqualTo(List.of(
            new RecordValue(List.of(1L, "x", new BigDecimal("2"))), new RecordValue(Arrays.asList(2L, null, null))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1,2", "[1", "1]", "[1,2", "[[1]", "[1]]", "(1,2)", "[1,2)", "", "[", "[1)(2]"})
    void whatIsNoListIsRefusedWithOneThatWouldBe(String text) {
        assertThatThrownBy(() -> ValueTexts.parse(list(NUMBER), text)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageMatching("give a (list of int64, for example \\[1,2,3]|whole number)");
    }

    @Test
    void whatDoesNotFitIsSaid() {
        assertThatThrownBy(() -> ValueTexts.parse(ITEM, "(1,x)")).hasMessage(
            "give a record of (id int64, name string, price decimal), its values in parentheses with commas between: "
                + "there are 2");
        assertThatThrownBy(() -> ValueTexts.parse(ITEM, "[1,x,2]")).hasMessageStartingWith("give a record of (id");
        assertThatThrownBy(() -> ValueTexts.parse(ITEM, "(x,x,2)")).hasMessage("give a whole number");
        assertThatThrownBy(() -> ValueTexts.parse(list(TEXT), "[\"a]")).hasMessageContaining("quotation mark is open");
        assertThatThrownBy(() -> ValueTexts.parse(list(NUMBER), "[1,]")).hasMessage("give a whole number");
    }
}
