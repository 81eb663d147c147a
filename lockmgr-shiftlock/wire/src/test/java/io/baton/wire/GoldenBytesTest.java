package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.VerbCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes on the wire are those of the specification. */
@Timeout(10)
class GoldenBytesTest {

    private static final String HEADER = "07 00 00 00 09 00 00 00 88 77 66 55 44 33 22 11 01 00 00 00 00 00 00 00 ";

    @Test
    void thePageShowsWhatTheCodeWrites() throws IOException {
        final List<String> page = Files.readAllLines(Path.of("spec", "wire.md"));
        assertThat(page).contains(hex(Frames.readPair(7, 32)), hex(answer()), hex(Frames.hello(3, 0, 0)),
            hex(Frames.chain(7, 5)), hex(Frames.look()), hex(places()));
    }

    private static UnsafeBuffer answer() {
        try (InProcessFabric memory = new InProcessFabric(64, WaitPolicy.adaptive(1));
            var endpoint = memory.connect()) {
            endpoint.writeWord(32, 2);
            endpoint.writeWord(40, 3);
            final UnsafeBuffer answer = Frames.of(LaneFrame.ANSWERS, 1, 7, VerbCodec.PAIR);
            new VerbRunner(endpoint, memory)
                .run(7, Frames.readPair(7, 32), LaneFrame.body(0), 1, answer, LaneFrame.body(0), answer.capacity());
            return answer;
        }
    }

    @Test
    void everyKindOfVerbHasItsBytes() {
        assertThat(hex(Frames.everyVerb(7))).isEqualTo("d8 00 00 00 06 00 07 00 " + HEADER
            + "20 00 00 00 00 00 00 01 "
            + "20 00 00 00 00 00 00 02 03 00 00 00 00 00 00 00 "
            + "20 00 00 00 00 00 00 03 03 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00 "
            + "28 00 00 00 00 00 00 04 05 00 00 00 00 00 00 00 "
            + "20 00 00 00 00 00 00 05 "
            + "20 00 00 00 00 00 00 06 ff ff ff ff ff ff ff ff 04 00 00 00 00 00 00 00 "
            + "ff ff ff ff ff ff ff ff 06 00 00 00 00 00 00 00 "
            + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "20 00 00 00 00 00 00 07 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    }

    @Test
    void aChainRepeatsItsFirstVerbAndACallHasLengths() {
        assertThat(hex(Frames.chain(7, 5))).isEqualTo("b0 00 00 00 06 00 04 00 " + HEADER
            + "20 00 00 00 00 00 01 06 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "f0 00 00 00 00 00 00 00 30 00 00 00 00 00 00 00 "
            + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "ff 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 "
            + "30 00 00 00 00 00 03 06 40 00 00 00 00 00 03 06 "
            + "05 00 00 00 00 00 01 08 03 00 00 00 04 00 00 00 "
            + "00 00 00 00 00 00 00 80 00 00 00 00 00 00 00 00 01 02 03 00 00 00 00 00");
    }

    @Test
    void aSendHasRouteAndNotice() {
        final UnsafeBuffer frame = Frames.send(7, 0x0500000002L, 3);
        frame.putBytes(LaneFrame.body(0) + LaneFrame.ROUTE_BYTES, new byte[] {1, 2, 3});
        assertThat(hex(frame)).isEqualTo("30 00 00 00 08 00 03 00 " + HEADER
            + "02 00 00 00 05 00 00 00 01 02 03 00 00 00 00 00");
    }

    @Test
    void aWatchHasAddressMaskAndValue() {
        assertThat(hex(Frames.watch(7, 40, 0xFF, 2))).isEqualTo("38 00 00 00 0c 00 00 00 " + HEADER
            + "28 00 00 00 00 00 00 00 ff 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00");
    }

    @Test
    void aWelcomeTellsVersionNodeAndMemory() {
        final UnsafeBuffer frame = LaneHandshake.welcome(5, 1 << 20);
        LaneFrame.under(frame, 0, Frames.SESSION, Frames.CONFIGURATION);
        assertThat(hex(frame)).isEqualTo("30 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 "
            + "88 77 66 55 44 33 22 11 01 00 00 00 00 00 00 00 03 00 00 00 05 00 00 00 00 00 10 00 00 00 00 00");
    }

    @Test
    void aLookIsAnsweredWithLifeAndPlaces() {
        assertThat(hex(Frames.look())).isEqualTo("30 00 00 00 0e 00 00 00 00 00 00 00 00 00 00 00 "
            + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "42 41 54 4f 4e 57 49 52 03 00 00 00 00 00 00 00");
        assertThat(hex(places())).isEqualTo("30 00 00 00 0f 00 08 00 00 00 00 00 00 00 00 00 "
            + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "88 77 66 55 44 33 22 11 75 6e 69 78 3a 2f 61 0a");
    }

    private static DirectBuffer places() {
        return ServerAddresses.frame(Frames.SESSION, WireAddress.parseAll("tcp:127.0.0.1:7,unix:/a"));
    }

    static String hex(DirectBuffer frame) {
        final byte[] bytes = new byte[frame.capacity()];
        frame.getBytes(0, bytes);
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
}
