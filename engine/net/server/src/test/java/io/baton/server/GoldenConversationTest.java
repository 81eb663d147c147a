package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server takes the bytes that the specification shows, and answers with what it shows. */
@Timeout(30)
public class GoldenConversationTest {

    private static final Path PAGE = Path.of("..", "protocol", "spec", "protocol.md");

    /** The procedure that the page describes. */
    @ReadOnly
    public static final class Described {
        public @Nullable String run(Transaction transaction, long a) {
            return a == 0 ? null : "a";
        }
    }

    /** The bytes of the line that begins with so many characters. */
    private static byte[] golden(String begin) throws IOException {
        final String line = Files.readAllLines(PAGE).stream().filter(found -> found.startsWith(begin)).findFirst()
            .orElseThrow(() -> new AssertionError("no line " + begin));
        return HexFormat.ofDelimiter(" ").parseHex(line.replaceFirst("^[A-Z]+ +", ""));
    }

    private static byte[] golden(FrameType type) throws IOException {
        return golden(String.format("%-11s  ", type));
    }

    private static void answers(RawClient raw, FrameType asked, FrameType wanted) throws IOException {
        final byte[] question = golden(asked);
        final RawClient.Came came = raw.write(question).read();
        assertThat(came.type()).as(asked.toString()).isEqualTo(wanted);
        assertThat(came.request()).as(asked.toString()).isEqualTo(question[Frame.HEADER_BYTES - Integer.BYTES]);
        if (wanted == FrameType.RESULT) {
            assertThat(Answer.read(came.body())).as(asked.toString()).isEqualTo(Answer.COMMITTED);
        }
    }

    @Test
    void theServerTakesWhatThePageShows() throws IOException {
        try (TestServer server = new TestServer(); RawClient raw = new RawClient(server.server.address())) {
            server.engine.register("P", new Described(), String.class);
            server.engine.register("Q", new Described(), String.class);
            server.engine.register("R", new Described(), String.class);
            assertThat(raw.write(golden("1e 00 00 00 01 ")).read().type()).isEqualTo(FrameType.WELCOME);
            final RawClient.Came described = raw.write(golden(FrameType.DESCRIBE)).read();
            assertThat(described.type()).isEqualTo(FrameType.DESCRIPTION);
            assertThat(described.flags()).isEqualTo(Frame.READ_ONLY);
            final ByteBuf body = described.body();
            final byte[] shown = golden(FrameType.DESCRIPTION);
            assertThat(HexFormat.of().formatHex(ByteBufUtil.getBytes(body)))
                .isEqualTo(HexFormat.of().formatHex(shown, Frame.HEADER_BYTES, shown.length));
            final RawClient.Came listed = raw.write(golden(FrameType.LIST)).read();
            assertThat(listed.type()).isEqualTo(FrameType.LISTING);
            assertThat(Welcome.readTexts(listed.body())).startsWith("Q", "R");
            answers(raw, FrameType.PING, FrameType.PONG);
            answers(raw, FrameType.BEGIN, FrameType.RESULT);
            answers(raw, FrameType.COMMIT, FrameType.RESULT);
            answers(raw, FrameType.BEGIN, FrameType.RESULT);
            answers(raw, FrameType.ROLLBACK, FrameType.RESULT);
            final int accounts = raw.describe("Accounts");
            assertThat(raw.write(RawClient.call(2, accounts, null, 1_020)).read().flags()).isEqualTo(Frame.MORE);
            answers(raw, FrameType.FETCH, FrameType.PAGE);
            raw.write(golden(FrameType.CANCEL));
            answers(raw, FrameType.PING, FrameType.PONG);
            assertThat(raw.write(golden(FrameType.GOODBYE)).isClosed()).isTrue();
            assertThat(server.log).isEmpty();
        }
    }
}
