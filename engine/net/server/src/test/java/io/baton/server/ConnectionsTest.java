package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.CallResultLostException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.engine.Procedure;
import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.Welcome;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that come, break and come again; servers that end. */
@Timeout(30)
class ConnectionsTest {

    @Test
    void aServerThatEndsAnswersWhatIsUnderWay() throws Exception {
        final TestServer server = new TestServer(options -> options.shutdownGrace(Duration.ofSeconds(20)));
        try (BatonClient client = server.connect()) {
            final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
            final CompletableFuture<Long> held = hold.callAsync(1, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
            final Thread closing = Thread.ofVirtual().start(server.server::close);
            Thread.sleep(100);
            assertThat(closing.isAlive()).isTrue();
            final CallException refused = catchThrowableOfType(CallRefusedException.class, () -> hold.call(2, 0));
            assertThat(refused.retryable()).isTrue();
            server.bank.release();
            assertThat(held.join()).isEqualTo(Bank.CENTS + 1);
            closing.join();
        } finally {
            server.close();
        }
        assertThat(server.log).isEmpty();
    }

    @Test
    void aServerThatEndsDoesNotWaitForever() throws Exception {
        final TestServer server = new TestServer(options -> options.shutdownGrace(Duration.ofMillis(100)));
        try (BatonClient client = server.connect()) {
            final CompletableFuture<Long> held = client.procedure("Hold", Long.class).callAsync(1, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
            server.server.close();
            assertThatThrownBy(held::join).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(CallOutcomeUnknownException.class);
            TestServer.await(() -> server.bank.holding.get() == 0);
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        } finally {
            server.close();
        }
    }

    @Test
    void aClientConnectsAgainWhenItsServerIsBack() {
        final TestServer first = new TestServer();
        final int port = first.server.address().getPort();
        try (BatonClient client = first.connect()) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            add.call(1, 1);
            first.close();
            final CallException refused = catchThrowableOfType(CallRefusedException.class, () -> add.call(1, 1));
            assertThat(refused.reason()).isEqualTo(Reason.NO_CONNECTION);
            assertThat(refused.sqlState()).isEqualTo("08001");
            assertThat(refused.retryable()).isTrue();
            try (TestServer second = new TestServer(port, options -> options)) {
                assertThat(add.call(1, 2)).isEqualTo(Bank.CENTS + 2);
                assertThat(second.server.connections()).isEqualTo(1);
            }
        }
    }

    /** A server in the middle that can be cut off: what was sent is unknown, what comes later finds another way. */
    @Test
    void aCallUnderABrokenConnectionIsUnknown() throws Exception {
        try (TestServer server = new TestServer(); BatonClient client = server.connect()) {
            final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
            final CompletableFuture<Long> held = hold.callAsync(1, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
            server.server.breakConnections();
            final CallException unknown = (CallException) Objects.requireNonNull(
                catchThrowableOfType(CompletionException.class, held::join).getCause());
            assertThat(unknown).isInstanceOf(CallOutcomeUnknownException.class)
                .hasMessageContaining("the server has closed the connection");
            assertThat(unknown.sqlState()).isEqualTo("08007");
            assertThat(unknown.retryable()).isFalse();
            TestServer.await(() -> server.bank.holding.get() == 0);
            assertThat(client.procedure("Add", Long.class).call(1, 0)).isEqualTo(Bank.CENTS);
        }
    }

    @Test
    void silentConnectionsAreClosed() throws IOException {
        try (TestServer server = new TestServer(options -> options.idleTimeout(Duration.ofMillis(300)));
            RawClient raw = new RawClient(server.server.address())) {
            assertThat(raw.hello().isClosed()).isTrue();
            assertThat(server.log).hasSize(1).first().asString().contains("it was silent for too long");
        }
    }

    @Test
    @Tag("thorough")
    void aClientGivesSignsOfLifeAsOftenAsItsServerNeedsThem() throws InterruptedException {
        try (TestServer server = new TestServer(options -> options.idleTimeout(Duration.ofSeconds(1)));
            BatonClient client = server.connect()) {
            client.procedure("Add", Long.class).call(1, 1);
            Thread.sleep(1_700);
            assertThat(server.log).isEmpty();
            assertThat(server.server.connections()).isEqualTo(1);
        }
    }

    /** The time of a call does not count, nor the moment of its answer. */
    @Test
    void silenceBeginsWithTheLastAnswer() throws Exception {
        final AtomicLong clock = new AtomicLong();
        try (TestServer server =
            new TestServer(options -> options.idleTimeout(Duration.ofMillis(100)).clock(clock::get));
            RawClient raw = new RawClient(server.server.address())) {
            raw.write(RawClient.call(3, raw.hello().describe("Hold"), null, 1, 20_000));
            TestServer.await(() -> server.bank.holding.get() == 1);
            clock.addAndGet(TimeUnit.HOURS.toNanos(1));
            server.bank.release();
            assertThat(raw.answer()).isEqualTo(Answer.COMMITTED);
            Thread.sleep(200);
            assertThat(raw.write(RawClient.empty(FrameType.PING, 4)).read().type()).isEqualTo(FrameType.PONG);
            assertThat(server.log).isEmpty();
        }
    }

    @Test
    void aConnectionThatHasEndedLeavesNoTimer() {
        try (TestServer server = new TestServer()) {
            final EmbeddedChannel channel =
                new EmbeddedChannel(new Connection(server.server, new ServerOptions(server.server.address())));
            assertThat(channel.runScheduledPendingTasks()).isPositive();
            channel.finishAndReleaseAll();
            assertThat(channel.runScheduledPendingTasks()).isNegative();
        }
    }

    /** All places are taken by calls that wait for one lock, and the client wants one of them no more. */
    @Test
    void callsThatWaitHoldUpNeitherCancelNorPing() throws Exception {
        try (TestServer server = new TestServer(); RawClient raw = new RawClient(server.server.address())) {
            final int hold = raw.hello().describe("Hold");
            for (int request = 10; request < 10 + 256; request++) {
                raw.write(RawClient.call(request, hold, null, 1, 20_000));
            }
            TestServer.await(() -> server.bank.holding.get() == 1);
            raw.write(RawClient.empty(FrameType.PING, 5));
            assertThat(raw.read().type()).isEqualTo(FrameType.PONG);
            for (final int request : new int[] {265, 100}) {
                raw.write(RawClient.empty(FrameType.CANCEL, request));
                final RawClient.Came came = raw.read();
                // The call that holds the lock may be any: then the next one that is cancelled waits for it.
                assertThat(came.request()).isEqualTo(request);
                assertThat(Answer.read(came.body()).reason()).isEqualTo(Reason.CANCELLED);
            }
            // One more than there may be waits, with what is behind it.
            raw.write(RawClient.call(300, hold, null, 2, 0)).write(RawClient.call(301, hold, null, 3, 0))
                .write(RawClient.call(302, hold, null, 4, 0)).write(RawClient.empty(FrameType.PING, 6));
            assertThat(raw.read().request()).isBetween(300, 301);
        }
    }

    @Test
    void aClientThatSaysGoodbyeHasClosedTheConnection() throws Exception {
        try (TestServer server = new TestServer(); RawClient raw = new RawClient(server.server.address())) {
            raw.write(RawClient.call(3, raw.hello().describe("Hold"), null, 1, 20_000));
            TestServer.await(() -> server.bank.holding.get() == 1);
            raw.write(RawClient.frame(FrameType.GOODBYE, 0, 0, body -> TextCodec.write(body, "enough")));
            assertThat(raw.isClosed()).isTrue();
            TestServer.await(() -> server.bank.holding.get() == 0);
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
            assertThat(server.log).isEmpty();
        }
    }

    /** The server's side of a connection, after the handshake. */
    private static RawClient accepted(ServerSocket listener) throws IOException {
        final RawClient raw = new RawClient(listener.accept());
        final RawClient.Came hello = raw.read();
        raw.write(RawClient.frame(FrameType.WELCOME, hello.request(), 0,
            new Welcome(1, 0, 1 << 20, 256, 60_000, 7, 0, List.of())::write));
        return raw;
    }

    @Test
    void aClientThatIsClosedSaysGoodbye() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final CompletableFuture<RawClient> side = CompletableFuture.supplyAsync(() -> {
                try {
                    return accepted(listener);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            BatonClient.connect(ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress())).close();
            try (RawClient raw = side.get()) {
                final RawClient.Came came = raw.read();
                assertThat(came.type()).isEqualTo(FrameType.GOODBYE);
                assertThat(TextCodec.read(came.body())).isEqualTo("the client was closed");
                assertThat(raw.isClosed()).isTrue();
            }
        }
    }

    /** The first page says that the call was committed. */
    @Test
    void aConnectionThatEndsBetweenPagesLosesTheResultOnly() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final CompletableFuture<FrameType> next = CompletableFuture.supplyAsync(() -> {
                try (RawClient raw = accepted(listener)) {
                    raw.write(RawClient.frame(FrameType.DESCRIPTION, raw.read().request(), 0,
                        new Description(1, "Rows", List.of(), JavaBinding.ANY.type())::write));
                    raw.write(RawClient.frame(FrameType.RESULT, raw.read().request(), Frame.MORE, body -> {
                        Answer.COMMITTED.write(body);
                        ValueCodec.write(body, List.of(1L, 2L));
                    }));
                    return raw.read().type();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }, task -> Thread.ofVirtual().start(task));
            try (BatonClient client =
                BatonClient.connect(ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress()))) {
                final CallException lost = catchThrowableOfType(CallResultLostException.class,
                    () -> client.listProcedure("Rows", Long.class).call());
                assertThat(lost).hasMessageContaining("committed").hasMessageContaining("2 rows");
                assertThat(lost.reason()).isEqualTo(Reason.RESULT_CUT);
                assertThat(lost.retryable()).isFalse();
            }
            assertThat(next.join()).isEqualTo(FrameType.FETCH);
        }
    }

    @Test
    void limitsOfTimeBeyondAllTime() {
        final Duration forever = ChronoUnit.FOREVER.getDuration();
        try (TestServer server = new TestServer(options -> options.callTimeoutMax(forever).idleTimeout(forever)
            .handshakeTimeout(forever).keys(5, forever));
            BatonClient client = BatonClient.connect(server.options().keepAlive(forever).connectTimeout(forever))) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            assertThat(add.within(forever).keyed(client.newKey()).call(1, 1)).isEqualTo(Bank.CENTS + 1);
        }
    }

    @Test
    void namesAndDescriptionsFitIntoTheFramesOfTheClient() throws IOException {
        try (TestServer server = new TestServer()) {
            final Set<String> names = new TreeSet<>(server.engine.procedures().stream().map(Procedure::name).toList());
            for (int i = 0; i < 300; i++) {
                final String name = "P".repeat(100) + (1_000 + i);
                server.engine.register(name, new Bank.Total(), Long.class);
                names.add(name);
            }
            server.engine.register("N".repeat(5_000), new Bank.Total(), Long.class);
            try (BatonClient client = BatonClient.connect(server.options().frameBytesMax(4_096))) {
                assertThat(client.procedureNames()).containsExactlyElementsOf(names);
                assertThat(catchThrowableOfType(CallRefusedException.class,
                    () -> client.procedure("N".repeat(5_000), Long.class).describe()).reason())
                    .isEqualTo(Reason.TOO_LARGE);
            }
            try (RawClient raw = new RawClient(server.server.address())) {
                raw.hello(4_096).write(RawClient.frame(FrameType.LIST, 2, 0, body -> TextCodec.write(body, "Odd")));
                final RawClient.Came came = raw.read();
                assertThat(came.flags()).isEqualTo(Frame.MORE);
                assertThat(came.body().readableBytes() + Frame.HEADER_BYTES).isBetween(3_900, 4_096);
            }
        }
    }

    @Test
    @Tag("thorough")
    void signsOfLifeKeepAConnection() throws InterruptedException {
        try (TestServer server = new TestServer(options -> options.idleTimeout(Duration.ofSeconds(1)));
            BatonClient client = BatonClient.connect(server.options().keepAlive(Duration.ofMillis(300)))) {
            client.procedure("Add", Long.class).call(1, 1);
            Thread.sleep(2_000);
            assertThat(server.log).isEmpty();
            assertThat(server.server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final ClientOptions options = ClientOptions.of((InetSocketAddress) silent.getLocalSocketAddress())
                .connectTimeout(Duration.ofMillis(100));
            assertThatThrownBy(() -> BatonClient.connect(options)).isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("has not said WELCOME within 100 ms");
        }
    }

    @Test
    void aServerThatIsNoneIsToldApart() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final Thread answering = Thread.ofVirtual().start(() -> {
                try (Socket socket = other.accept()) {
                    socket.getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            final CallException refused = catchThrowableOfType(CallRefusedException.class, () -> BatonClient
                .connect(ClientOptions.of("127.0.0.1:" + other.getLocalPort())).close());
            assertThat(refused).hasMessage("what listens at 127.0.0.1:" + other.getLocalPort() + " is no Baton server,"
                + " but speaks HTTP; give the port of the server itself, not that of its metrics or its console");
            assertThat(refused.sqlState()).isEqualTo("08001");
            assertThat(refused.retryable()).isFalse();
            answering.join();
        }
    }

    @Test
    void anAddressWhereNothingListensIsNamedOnce() throws IOException {
        final int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        for (final ClientOptions options : List.of(ClientOptions.of("127.0.0.1:" + port),
            ClientOptions.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port)))) {
            assertThatThrownBy(() -> BatonClient.connect(options)).isInstanceOf(CallRefusedException.class)
                .hasMessageMatching("cannot connect to 127\\.0\\.0\\.1:" + port + ": [^/:]+");
        }
    }

    @Test
    void tooManyConnectionsAreRefused() {
        try (TestServer server = new TestServer(options -> options.connectionsMax(2));
            BatonClient first = server.connect(); BatonClient second = server.connect()) {
            assertThatThrownBy(server::connect).isInstanceOfSatisfying(CallRefusedException.class, e -> {
                assertThat(e.sqlState()).isEqualTo("53300");
                assertThat(e.retryable()).isTrue();
            }).hasMessageContaining("53300").hasMessageContaining("2 connections are open");
            assertThat(first.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            assertThat(second.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 2);
        }
    }

    @Test
    void moreCallsThanTheServerTakesWaitAtTheClient() throws InterruptedException {
        try (TestServer server = new TestServer(options -> options.callsPerConnection(2));
            BatonClient client = BatonClient.connect(server.options().callsMax(5))) {
            final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
            final CompletableFuture<?>[] held = new CompletableFuture<?>[5];
            for (int i = 0; i < held.length; i++) {
                held[i] = hold.callAsync(i, 20_000);
            }
            TestServer.await(() -> server.bank.holding.get() == 2);
            final CallException refused = catchThrowableOfType(CallRefusedException.class, () -> hold.call(9, 0));
            assertThat(refused.reason()).isEqualTo(Reason.TOO_MANY);
            assertThat(held[4].cancel(true)).isTrue();
            server.bank.release();
            CompletableFuture.allOf(held[0], held[1], held[2], held[3]).join();
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 4);
        }
    }

    @Test
    void addressesThatCannotBeServed() {
        try (TestServer server = new TestServer()) {
            assertThatThrownBy(() -> BatonServer.start(server.engine, new ServerOptions(
                new InetSocketAddress("192.0.2.1", 7432)))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without encryption and users only this machine may reach the server");
            assertThatThrownBy(() -> BatonServer.start(server.engine, new ServerOptions(server.server.address())))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("cannot listen to");
        }
    }
}
