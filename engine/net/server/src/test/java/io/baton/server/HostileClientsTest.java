package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send what they like, or take nothing, harm nobody else. */
@Timeout(60)
class HostileClientsTest {

    private final TestServer server = new TestServer();

    /** Others are served, and nobody holds a lock. */
    @AfterEach
    void othersAreServed() throws InterruptedException {
        try (BatonClient client = server.connect()) {
            for (int id = 0; id < Bank.ACCOUNTS; id++) {
                client.procedure("Add", Long.class).call(id, 0);
            }
        }
        TestServer.await(() -> server.server.connections() == 0);
        server.close();
    }

    private void closedFor(String why, byte[]... written) throws IOException {
        try (RawClient raw = new RawClient(server.server.address())) {
            for (final byte[] bytes : written) {
                raw.write(bytes);
            }
            assertThat(raw.isClosed()).isTrue();
        }
        assertThat(server.log).hasSize(1);
        assertThat(server.log.remove()).startsWith("connection of /").contains(why);
    }

    private static byte[] hello() {
        return RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write);
    }

    @Test
    void framesThatTheProtocolDoesNotAllow() throws IOException {
        closedFor("a frame of 1347373400 bytes", "TIOPTIOPTIOP".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        closedFor("the begin of TLS, which is not spoken here", new byte[] {22, 3, 1, 2, 0, 1, 0, 1, 0, 0, 0, 0});
        closedFor("a frame of type PING before HELLO", RawClient.frame(FrameType.PING, 1, 0, body -> {}));
        closedFor("without the protocol's magic",
            RawClient.frame(FrameType.HELLO, 1, 0, body -> body.writeZero(18)));
        closedFor("a frame of 5000 bytes", RawClient.frame(FrameType.HELLO, 1, 0, body -> body.writeZero(4_988)));
        closedFor("a frame of type HELLO from a client", hello(), hello());
        closedFor("a frame of type RESULT from a client", hello(),
            RawClient.frame(FrameType.RESULT, 2, 0, Answer.COMMITTED::write));
        closedFor("a frame of type CALL that ends too early", hello(),
            RawClient.frame(FrameType.CALL, 2, 0, body -> body.writeIntLE(1)));
        closedFor("bytes too many", hello(), RawClient.frame(FrameType.PING, 2, 0, body -> body.writeZero(1)));
        closedFor("without a request number", hello(), RawClient.frame(FrameType.PING, 0, 0, body -> {}));
        closedFor("FETCH of request 5", hello(), RawClient.frame(FrameType.FETCH, 5, 0, body -> body.writeIntLE(1)));
        closedFor("text that is not UTF-8", hello(),
            RawClient.frame(FrameType.DESCRIBE, 5, 0, body -> body.writeShortLE(1).writeByte(0xff)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9})
    void anotherVersionIsRefused(int version) throws IOException {
        try (RawClient raw = new RawClient(server.server.address())) {
            raw.write(RawClient.frame(FrameType.HELLO, 1, 0, new Hello(version, 1 << 20, "raw")::write));
            final RawClient.Came came = raw.read();
            assertThat(came.type()).isEqualTo(FrameType.REFUSED);
            assertThat(TextCodec.readState(came.body())).isEqualTo("0A000");
            assertThat(TextCodec.read(came.body())).contains("version " + version, "server version 3");
            assertThat(raw.isClosed()).isTrue();
        }
    }

    @Test
    void silenceAndHalfFramesAreNotWaitedForForever() throws IOException {
        try (TestServer strict = new TestServer(options -> options.handshakeTimeout(Duration.ofMillis(100)));
            RawClient silent = new RawClient(strict.server.address());
            RawClient half = new RawClient(strict.server.address())) {
            half.write(Arrays.copyOf(hello(), 20));
            assertThat(silent.isClosed()).isTrue();
            assertThat(half.isClosed()).isTrue();
            assertThat(strict.log).hasSize(2).allMatch(line -> line.contains("has not said HELLO within 100 ms"));
        }
        // A half frame of a client that has said HELLO is dropped with its connection.
        try (RawClient raw = new RawClient(server.server.address())) {
            raw.hello().write(Arrays.copyOf(RawClient.call(2, 1, null, 1, 2, 3), 15));
        }
    }

    @Test
    void aNumberForTwoCallsAtOnceEndsBoth() throws Exception {
        try (RawClient raw = new RawClient(server.server.address())) {
            final int hold = raw.hello().describe("Hold");
            raw.write(RawClient.call(5, hold, null, 1, 20_000)).write(RawClient.call(5, hold, null, 2, 20_000));
            assertThat(raw.isClosed()).isTrue();
        }
        assertThat(server.log).hasSize(1).first().asString().contains("request number 5 for a second call at once");
        TestServer.await(() -> server.bank.holding.get() == 0);
    }

    @Test
    void aProcedureThatWasNotDescribedIsRefused() throws IOException {
        try (RawClient raw = new RawClient(server.server.address())) {
            for (final int procedure : new int[] {0, 1, -1, Integer.MIN_VALUE}) {
                raw.write(procedure == 0 ? hello() : new byte[0]);
                if (procedure == 0) {
                    raw.read();
                }
                final Answer answer = raw.write(RawClient.call(2, procedure, null, 1)).answer();
                assertThat(answer.outcome()).isEqualTo(OutcomeKind.REFUSED);
                assertThat(answer.reason()).isEqualTo(Reason.NO_SUCH_PROCEDURE);
            }
        }
    }

    @Test
    void clientsThatVanishLeaveNoLock() throws Exception {
        final List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final RawClient raw = new RawClient(server.server.address());
            clients.add(raw);
            raw.write(RawClient.call(3, raw.hello().describe("Hold"), null, i, 20_000));
        }
        TestServer.await(() -> server.bank.holding.get() == 20);
        for (final RawClient raw : clients) {
            raw.socket.setSoLinger(true, 0);
            raw.close();
        }
        TestServer.await(() -> server.bank.holding.get() == 0);
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
    }

    private static long bytesOfBuffers() {
        final ByteBufAllocatorMetric metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
        return metric.usedDirectMemory() + metric.usedHeapMemory();
    }

    /** It has asked for a thousand times what the server may keep for it. */
    @Test
    void aClientThatReadsNothingIsNotReadFrom() throws Exception {
        final long before = bytesOfBuffers();
        try (RawClient raw = new RawClient(server.server.address())) {
            final int wide = raw.hello().describe("Wide");
            final Thread writer = Thread.ofVirtual().start(() -> {
                try {
                    for (int request = 10; request < 1_000_000; request++) {
                        raw.write(RawClient.call(request, wide, null, 10_000));
                    }
                } catch (IOException e) {
                    // The connection is closed at the end of the test.
                }
            });
            try (BatonClient other = server.connect()) {
                for (int i = 0; i < 500; i++) {
                    other.procedure("Add", Long.class).call(1, 0);
                }
            }
            assertThat(writer.isAlive()).isTrue();
            assertThat(bytesOfBuffers() - before).isLessThan(64L << 20);
        }
    }

    @Test
    void resultsThatNobodyFetchesAreLimited() throws IOException {
        try (RawClient raw = new RawClient(server.server.address())) {
            final int accounts = raw.hello().describe("Accounts");
            for (int request = 10; request < 10 + 256; request++) {
                raw.write(RawClient.call(request, accounts, null, 1_001));
                assertThat(raw.read().flags()).isEqualTo(Frame.MORE);
            }
            assertThat(raw.write(RawClient.call(9, accounts, null, 1)).answer().reason()).isEqualTo(Reason.TOO_MANY);
            raw.write(RawClient.frame(FrameType.CANCEL, 10, 0, body -> {}));
            raw.write(RawClient.frame(FrameType.FETCH, 11, 0, body -> body.writeIntLE(5)));
            assertThat(raw.read().type()).isEqualTo(FrameType.PAGE);
            assertThat(raw.write(RawClient.call(9, accounts, null, 1)).answer()).isEqualTo(Answer.COMMITTED);
        }
    }

    @Test
    void garbageHarmsNobody() throws IOException {
        garbage(40);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void muchGarbageHarmsNobody() throws IOException {
        garbage(20_000);
    }

    /** Frames that the server takes, with some bytes of others. */
    private void garbage(int connections) throws IOException {
        final List<byte[]> frames = List.of(hello(), RawClient.call(3, 1, null, 1, 2, 3),
            RawClient.call(4, 2, null, 1, 2), RawClient.frame(FrameType.PING, 5, 0, body -> {}),
            RawClient.frame(FrameType.DESCRIBE, 6, 0, body -> TextCodec.write(body, "Transfer")),
            RawClient.frame(FrameType.DESCRIBE, 7, 0, body -> TextCodec.write(body, "Wide")),
            RawClient.frame(FrameType.FETCH, 8, 0, body -> body.writeIntLE(1)),
            RawClient.frame(FrameType.CANCEL, 3, 0, body -> {}));
        for (int seed = 0; seed < connections; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            try (RawClient raw = new RawClient(server.server.address())) {
                raw.write(hello());
                for (int i = 0; i < 30; i++) {
                    final byte[] bytes = frames.get(random.nextInt(frames.size())).clone();
                    if (random.nextInt(4) == 0) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    raw.write(bytes);
                }
            } catch (java.net.SocketException e) {
                // The server has closed the connection.
            }
        }
    }
}
