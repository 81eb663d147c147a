package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallFuture;
import io.baton.client.ClientOptions;
import io.baton.client.SharedSockets;
import io.baton.protocol.FrameType;
import io.baton.protocol.Reason;
import io.baton.protocol.Welcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call whose connection has ended before it was sent moves to another one. */
@Timeout(30)
class MovingCallsTest {

    private static void welcome(RawClient side, RawClient.Came hello) throws IOException {
        side.write(RawClient.frame(FrameType.WELCOME, hello.request(), 0,
            new Welcome(1, 0, 1 << 20, 256, 60_000, 7, 0, List.of())::write));
    }

    @Test
    void itEndsAtOnceIfItsClientClosesWhileThatDoesNotCome() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final CompletableFuture<RawClient> welcomed = CompletableFuture.supplyAsync(() -> {
                try {
                    final RawClient side = new RawClient(listener.accept());
                    welcome(side, side.read());
                    return side;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            // They share the connection, so that it does not end with one of them.
            final ClientOptions options = ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress())
                .connectTimeout(Duration.ofMinutes(1)).share(new SharedSockets(1), "key", 8);
            try (BatonClient client = BatonClient.connect(options); BatonClient other = BatonClient.connect(options)) {
                final CallFuture<Long> call = client.procedure("Add", Long.class).callAsync(1, 5);
                try (RawClient first = welcomed.get()) {
                    // The call waits for the description.
                    assertThat(first.read().type()).isEqualTo(FrameType.DESCRIBE);
                }
                try (RawClient second = new RawClient(listener.accept())) {
                    final RawClient.Came hello = second.read();
                    assertThat(call).isNotDone();
                    client.giveUp();
                    assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> call.get(5, TimeUnit.SECONDS))
                        .satisfies(e -> assertThat(e.getCause()).isInstanceOfSatisfying(CallException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_SENT)));
                    welcome(second, hello);
                    final CompletableFuture<Void> sign = other.ping();
                    // Nothing comes of the call before that.
                    assertThat(second.read().type()).isEqualTo(FrameType.LIST);
                    assertThat(sign).isNotDone();
                }
            }
        }
    }
}
