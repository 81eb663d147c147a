package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.protocol.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    void silentConnectionsAreClosedAndOpenedAgain() throws InterruptedException {
        try (TestServer server = new TestServer(options -> options.idleTimeout(Duration.ofMillis(300)));
            BatonClient client = server.connect()) {
            client.procedure("Add", Long.class).call(1, 1);
            TestServer.await(() -> server.server.connections() == 0);
            assertThat(server.log).hasSize(1).first().asString().contains("it was silent for too long");
            assertThat(client.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 2);
        }
    }

    @Test
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
            assertThatThrownBy(() -> BatonClient.connect(
                ClientOptions.of((InetSocketAddress) other.getLocalSocketAddress())))
                .isInstanceOf(CallRefusedException.class).hasMessageContaining("the server has sent a frame of");
            answering.join();
        }
    }

    @Test
    void tooManyConnectionsAreRefused() {
        try (TestServer server = new TestServer(options -> options.connectionsMax(2));
            BatonClient first = server.connect(); BatonClient second = server.connect()) {
            assertThatThrownBy(server::connect).isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("53300").hasMessageContaining("2 connections are open");
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
