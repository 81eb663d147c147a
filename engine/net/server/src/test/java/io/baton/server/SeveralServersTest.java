package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.IdempotencyKey;
import io.baton.client.RemoteProcedure;
import io.baton.protocol.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client of several servers goes to the next one when one has gone. */
@Timeout(60)
class SeveralServersTest {

    @TempDir
    private Path folder = Path.of("");

    private static String address(TestServer server) {
        return "127.0.0.1:" + server.server.address().getPort();
    }

    /** Where nobody listens. */
    private static InetSocketAddress nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }

    @Test
    void theFirstThatIsThereIsTaken() throws IOException {
        final InetSocketAddress nobody = nobody();
        try (TestServer first = new TestServer(); TestServer second = new TestServer();
            BatonClient client =
                BatonClient.connect(ClientOptions.of(nobody, first.server.address(), second.server.address()))) {
            client.procedure("Add", Long.class).call(1, 5);
            assertThat(first.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
            assertThat(second.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        }
        final InetSocketAddress other = nobody();
        assertThatThrownBy(() -> BatonClient.connect(ClientOptions.of(nobody, other)))
            .isInstanceOf(CallRefusedException.class).hasMessageContaining(":" + nobody.getPort())
            .hasMessageContaining(":" + other.getPort());
    }

    /** It takes connections and says nothing. The time is for both, and the second has its part of it. */
    @Test
    void aServerThatSaysNothingLeavesTimeToTheNext() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            TestServer second = new TestServer()) {
            final long begin = System.nanoTime();
            try (BatonClient client = BatonClient.connect(
                ClientOptions.of((InetSocketAddress) silent.getLocalSocketAddress(), second.server.address())
                    .connectTimeout(Duration.ofSeconds(4)))) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(1_900),
                    Duration.ofSeconds(4));
                assertThat(client.procedure("Add", Long.class).call(1, 5)).isEqualTo(Bank.CENTS + 5);
            }
        }
    }

    /** What was sent to the first is unknown, also when it is asked again with its key: another server cannot know. */
    @Test
    void theSecondTakesOverWhenTheFirstHasGone() throws Exception {
        try (TestServer first = new TestServer(); TestServer second = new TestServer();
            BatonClient client = BatonClient.connect(ClientOptions.of(address(first) + "," + address(second)))) {
            final IdempotencyKey key = client.newKey();
            final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class).keyed(key);
            final var sent = hold.callAsync(1, 20_000);
            TestServer.await(() -> first.bank.holding.get() == 1);
            first.server.close();
            assertThatThrownBy(sent::join).hasCauseInstanceOf(CallOutcomeUnknownException.class);
            assertThat(client.procedure("Add", Long.class).call(1, 5)).isEqualTo(Bank.CENTS + 5);
            assertThatThrownBy(() -> hold.call(1, 20_000)).isInstanceOf(CallOutcomeUnknownException.class);
            assertThat(second.bank.holding).hasValue(0);
            assertThat(second.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
        }
    }

    /** The first names it, and the client listens to that if it is told to. */
    @Test
    void theServerThatTheFirstHasNamedTakesOver() throws IOException {
        try (TestServer second = new TestServer()) {
            for (final int most : new int[] {0, 1, 2, 16}) {
                final List<String> named = List.of("127.0.0.1:" + nobody().getPort(), address(second));
                try (TestServer first = new TestServer(options -> options.endpoints(named));
                    BatonClient client = BatonClient.connect(first.options().endpointsMax(most))) {
                    final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
                    add.call(1, 5);
                    assertThat(first.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
                    first.server.close();
                    if (most < 2) {
                        assertThat(catchThrowableOfType(CallException.class, () -> add.call(1, 5)).reason())
                            .isEqualTo(Reason.NO_CONNECTION);
                    } else {
                        add.call(1, 5);
                    }
                }
            }
            assertThat(second.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 10);
        }
    }

    /** It does not know the user, and is not the one that the client was told. */
    @Test
    void aNamedServerThatRefusesDoesNotKeepFromTheGivenOne() throws Exception {
        final TestUsers users = new TestUsers(folder);
        final TestUsers others = new TestUsers(Files.createDirectory(folder.resolve("others")));
        others.remove("ann");
        try (TestServer named = new TestServer(options -> options.users(others.path));
            TestServer first =
                new TestServer(options -> options.users(users.path).endpoints(List.of(address(named))));
            TestServer second = new TestServer(options -> options.users(users.path));
            BatonClient client = BatonClient.connect(ClientOptions.of(address(first) + "," + address(second))
                .user("ann", TestUsers.password("ann")).endpointsMax(1))) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            add.call(1, 5);
            first.server.close();
            assertThat(add.call(1, 5)).isEqualTo(Bank.CENTS + 5);
            assertThat(second.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
            // It was asked, and is forgotten.
            TestServer.await(() -> !named.log.isEmpty());
            second.server.close();
            assertThat(catchThrowableOfType(CallException.class, () -> add.call(1, 5)))
                .returns(Reason.NO_CONNECTION, CallException::reason)
                .hasMessageNotContaining(":" + named.server.address().getPort());
        }
    }

    /** It is there again when the next call comes: neither what it has named nor who was given before it is asked. */
    @Test
    void theServerOfBeforeIsTriedFirst() throws IOException {
        final InetSocketAddress before = nobody();
        try (TestServer named = new TestServer()) {
            final TestServer first = new TestServer(options -> options.endpoints(List.of(address(named))));
            final int port = first.server.address().getPort();
            try (BatonClient client =
                BatonClient.connect(ClientOptions.of(before, first.server.address()).endpointsMax(1))) {
                final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
                add.call(1, 5);
                first.close();
                try (TestServer again = new TestServer(port, options -> options);
                    TestServer given = new TestServer(before.getPort(), options -> options)) {
                    add.call(1, 5);
                    assertThat(again.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
                    assertThat(given.total() + named.total()).isEqualTo(2 * Bank.ACCOUNTS * Bank.CENTS);
                }
            }
        }
    }

    @Test
    void whoIsRefusedByTheFirstDoesNotTryTheSecond() throws IOException {
        final TestUsers users = new TestUsers(folder);
        try (TestServer first = new TestServer(options -> options.users(users.path));
            TestServer second = new TestServer(options -> options.users(users.path))) {
            final ClientOptions options =
                ClientOptions.of(address(first) + "," + address(second)).user("ann", "wrong".toCharArray());
            assertThat(catchThrowableOfType(CallException.class, () -> BatonClient.connect(options)).reason())
                .isEqualTo(Reason.LOGIN_FAILED);
            assertThat(second.log).isEmpty();
        }
    }

    @Test
    void whatIsNoAddressIsRefused() {
        for (final String wrong : List.of("", "a", "a:", ":1", "a:0", "a:65536", "a:1,", "a:1,,b:2", "a b:1")) {
            assertThatThrownBy(() -> ClientOptions.of(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no address");
        }
        final ServerOptions options = new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        assertThatThrownBy(() -> options.endpoints(List.of("a:1", "b"))).hasMessageContaining("'b' is no address");
        assertThatThrownBy(() -> options.endpoints(Collections.nCopies(17, "a:1"))).hasMessageContaining("16 at most");
        assertThatThrownBy(() -> ClientOptions.of("a:1").endpointsMax(17)).hasMessageContaining("0 to 16");
    }
}
