package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts of traces are those of W3C's Trace Context, or none. */
@Timeout(10)
class TraceContextTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String TEXT = "00-" + TRACE + "-b7ad6b7169203331-01";

    private static TraceContext context(String text) {
        return Objects.requireNonNull(TraceContext.parse(text), text);
    }

    @Test
    void aTextIsReadAndWrittenAsItIs() {
        for (final String text : new String[] {TEXT, "00-" + TRACE + "-00000000000000ff-00",
            "00-00000000000000000000000000000001-ffffffffffffffff-ff"}) {
            assertThat(context(text).traceparent()).isEqualTo(text);
        }
        assertThat(TraceContext.text(null)).isNull();
    }

    @Test
    void aLaterVersionCountsAsFarAsItIsKnown() {
        assertThat(context("cc" + TEXT.substring(2) + "-more").traceparent()).isEqualTo(TEXT);
        assertThat(context("01" + TEXT.substring(2)).traceparent()).isEqualTo(TEXT);
    }

    @Test
    void whatIsNoContextIsNone() {
        for (final String text : new String[] {"", "00", "null", TEXT.substring(1), TEXT + "0", TEXT + "-00",
            "cc" + TEXT.substring(2) + "0", "ff" + TEXT.substring(2), TEXT.replace('-', '_'), TEXT.replace('a', 'A'),
            TEXT.replace('a', 'g'), TEXT.replace('a', '\u0661'), " " + TEXT.substring(1),
            "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-" + TRACE + "-0000000000000000-01"}) {
            assertThat(TraceContext.parse(text)).as(text).isNull();
        }
    }

    @Test
    void idsOfZerosAreNoContextOnTheWireEither() {
        for (int first = 0; first < TraceContext.BYTES; first += Long.BYTES) {
            final ByteBuf buffer = Unpooled.buffer();
            buffer.writeZero(TraceContext.BYTES);
            buffer.setByte(first, 1);
            assertThat(TraceContext.read(buffer)).isNull();
            assertThat(buffer.isReadable()).isFalse();
        }
        assertThatThrownBy(() -> new TraceContext(0, 0, 1, (byte) 1)).hasMessageContaining("all zeros");
        assertThatThrownBy(() -> new TraceContext(1, 0, 0, (byte) 1)).hasMessageContaining("all zeros");
    }

    @Test
    void itsBytesAreInTheOrderOfTheText() {
        final ByteBuf buffer = Unpooled.buffer();
        context(TEXT).write(buffer);
        assertThat(ByteBufUtil.hexDump(buffer)).isEqualTo(TEXT.substring(3).replace("-", ""));
        assertThat(TraceContext.read(buffer)).isEqualTo(context(TEXT));
    }
}
