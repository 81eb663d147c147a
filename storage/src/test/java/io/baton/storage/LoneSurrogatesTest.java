package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is no text is refused, wherever a text becomes bytes; nothing of what was there is changed. */
@Timeout(20)
class LoneSurrogatesTest {
    /** Texts, and the place of their first half pair. */
    private static final Map<String, Integer> WRONG = Map.ofEntries(Map.entry("\uD800", 1), Map.entry("\uDFFF", 1),
        Map.entry("ab\uD83D", 3), Map.entry("ab\uDE00", 3), Map.entry("\uD83D\uD83D\uDE00", 1),
        Map.entry("\uD83D\uDE00\uDE00", 3), Map.entry("\uDE00\uD83D", 1), Map.entry("x\uDBFFyz", 2),
        Map.entry("\uFFFF\uD83D ", 2), Map.entry("0123456789012345678\uD83D", 20));

    private final TableSchema.Builder builder = TableSchema.named("texts");
    private final LongColumn id = builder.int32("id");
    private final StringColumn small = builder.string("small", 20);
    private final StringColumn large = builder.string("large", 200);
    private final StringColumn name = builder.string("name", 20);
    private final IndexSchema bySmall =
        builder.primaryKey(name.part(), id.bits(31)).index("by_small", 0, small.part());
    private final TableSchema schema = builder.build();
    private final Storage storage = Storage.builder().table(schema, 10).open();
    private final RowArena arena = storage.arena();

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    @Test
    void aValueIsRefusedWithItsPlaceAndTheValueBeforeStays() {
        var row = new Row(schema);
        arena.blank(row);
        for (StringColumn column : List.of(small, large, name)) {
            row.set(column, "before");
            WRONG.forEach((text, place) -> {
                for (CharSequence given : new CharSequence[] {text, CharBuffer.wrap(text)}) {
                    var refused = catchThrowableOfType(ValueOutOfRangeException.class, () -> row.set(column, given));
                    assertThat(refused).hasMessage(
                        "table texts, column %s: character %d of the text, U+%04X, is half of a surrogate pair; give"
                            + " both halves or leave it out",
                        column.name(), place, (int) text.charAt(place - 1));
                    assertThat(refused.sqlState()).isEqualTo("22021");
                    assertThat(row.get(column)).isEqualTo("before");
                }
                assertThat(row.equal(column, text)).isFalse();
                assertThat(row.set(column, "?").equal(column, text)).isFalse();
                row.set(column, "before");
            });
        }
    }

    @Test
    void textsWithWholePairsAreStored() {
        var row = new Row(schema);
        arena.blank(row);
        for (String text : List.of("", "\uD83D\uDE00", "a\uD800\uDC00\uDBFF\uDFFFb", "\uE000\uFFFD")) {
            assertThat(row.set(small, text).get(small)).isEqualTo(text);
            assertThat(row.length(small)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
            assertThat(row.equal(small, text)).isTrue();
        }
    }

    @Test
    void boundsOfRangesAreRefusedToo() {
        for (String text : WRONG.keySet()) {
            for (Runnable bound : new Runnable[] {() -> new IndexRange(bySmall).atLeast(text),
                () -> new IndexRange(bySmall).lessThan(text), () -> new IndexRange(bySmall).startsWith(text),
                () -> new IndexRange(bySmall).between("a", text)}) {
                assertThat(catchThrowableOfType(ValueOutOfRangeException.class, bound::run).sqlState())
                    .isEqualTo("22021");
            }
        }
    }

    @Test
    void namesThatWouldFallTogetherOnDiskAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TableSchema.named("t\uD800"))
            .withMessage("the name of a table: character 2 of the text, U+D800, is half of a surrogate pair; give both"
                + " halves or leave it out");
        var other = TableSchema.named("other");
        assertThatIllegalArgumentException().isThrownBy(() -> other.int32("\uDC00"))
            .withMessageStartingWith("table other: the name of a column: character 1 ");
        LongColumn number = other.int32("number");
        other.primaryKey(number.bits(10));
        assertThatIllegalArgumentException().isThrownBy(() -> other.index("i\uD800", 1, number.bits(10)))
            .withMessageStartingWith("table other: the name of an index: character 2 ");
        TableSchema built = other.build();
        assertThatIllegalArgumentException().isThrownBy(() -> built.newIndex("i\uD800", 1, number.bits(10)))
            .withMessageStartingWith("table other: the name of an index: character 2 ");
    }
}
