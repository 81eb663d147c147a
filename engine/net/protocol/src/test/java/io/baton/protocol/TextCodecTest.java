package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are none are refused with the place; messages always arrive. */
@Timeout(20)
class TextCodecTest {

    private static NotEncodableException refused(@Nullable Object value) {
        final ByteBuf buffer = Unpooled.buffer();
        return catchThrowableOfType(NotEncodableException.class, () -> ValueCodec.write(buffer, value));
    }

    @ParameterizedTest
    @CsvSource({"d800,1", "dfff,1", "0061d83d,2", "d83dd83dde00,1", "d83dde00de00,3", "de00d83d,1"})
    void halfOfASurrogatePairIsRefusedWithItsPlace(String hex, int place) {
        final StringBuilder made = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 4) {
            made.append((char) Integer.parseInt(hex.substring(i, i + 4), 16));
        }
        final String text = made.toString();
        for (final Object value : new Object[] {text, List.of("", text), new RecordValue(List.of(text)),
            new String[] {text}, List.of(List.of(text))}) {
            final NotEncodableException why = refused(value);
            assertThat(why)
                .hasMessage("character %d of the text, U+%04X, is half of a surrogate pair; give both halves or "
                    + "leave it out", place, (int) text.charAt(place - 1));
            assertThat(why.sqlState()).isEqualTo("22021");
        }
        final ByteBuf buffer = Unpooled.buffer();
        assertThat(catchThrowableOfType(NotEncodableException.class, () -> TextCodec.write(buffer, text)).sqlState())
            .isEqualTo("22021");
        TextCodec.writeMessage(buffer, text);
        assertThat(TextCodec.read(buffer)).contains(String.format("\\u%04x", (int) text.charAt(place - 1)))
            .doesNotContain("?");
    }

    @Test
    void aCharacterThatIsHalfOfAPairIsRefused() {
        assertThat(refused('\uD800').sqlState()).isEqualTo("22021");
        assertThat(refused(new char[] {'a', '\uDC00'}).sqlState()).isEqualTo("22021");
    }

    @Test
    void aLongMessageIsCutBetweenCharacters() {
        for (final String before : new String[] {"", "x"}) {
            final ByteBuf buffer = Unpooled.buffer();
            TextCodec.writeMessage(buffer, before + "\uD83D\uDE00".repeat(20_000));
            final String read = TextCodec.read(buffer);
            assertThat(read).startsWith(before + "\uD83D\uDE00").endsWith("\uD83D\uDE00").doesNotContain("?");
            assertThat(read.length()).isGreaterThan(21_000);
        }
    }

    @Test
    void aNameTooLongIsRefusedAndNotCut() {
        final ByteBuf buffer = Unpooled.buffer();
        assertThat(catchThrowableOfType(NotEncodableException.class, () -> TextCodec.write(buffer, "é".repeat(40_000))))
            .hasMessage("a name of 80000 bytes does not cross the wire; 65535 do");
        TextCodec.write(buffer, "x".repeat(65_535));
        assertThat(TextCodec.read(buffer)).hasSize(65_535);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE + 999_999, Long.MIN_VALUE + 1_000_000,
        -1_000_001, -1_000_000, -999_999, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void everyStorableMomentIsSent(long micros) {
        final Instant moment = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        final ByteBuf buffer = Unpooled.buffer();
        ValueCodec.write(buffer, moment);
        assertThat(buffer.getLongLE(1)).isEqualTo(micros);
        assertThat(ValueCodec.read(buffer)).isEqualTo(moment);
    }

    @Test
    void momentsAndDaysBeyondTheStorableOnesAreRefused() {
        assertThat(refused(Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS).minusNanos(1)).sqlState())
            .isEqualTo("22008");
        assertThat(refused(Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS).plusNanos(1_000)).sqlState())
            .isEqualTo("22008");
        for (final Object beyond : new Object[] {Instant.MIN, Instant.MAX, LocalDate.MIN, LocalDate.MAX,
            LocalDate.ofEpochDay(Integer.MAX_VALUE + 1L), LocalDate.ofEpochDay(Integer.MIN_VALUE - 1L)}) {
            assertThat(refused(beyond).sqlState()).isEqualTo("22008");
        }
        for (final int days : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            final ByteBuf buffer = Unpooled.buffer();
            ValueCodec.write(buffer, LocalDate.ofEpochDay(days));
            assertThat(ValueCodec.read(buffer)).isEqualTo(LocalDate.ofEpochDay(days));
        }
    }
}
