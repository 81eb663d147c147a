package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.protocol.FrameType;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What may take long beside a connection: it holds up nobody else, and has an end. */
@Timeout(30)
class ConnectorTest {

    private final ClientThreads threads = ClientThreads.start(1);
    private final CountDownLatch hanging = new CountDownLatch(1);
    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        hanging.countDown();
        threads.close();
    }

    private static ClientOptions unresolved() {
        return ClientOptions.of(InetSocketAddress.createUnresolved("db.example", 7432));
    }

    /** Opens a link on the event loop, as it is done when one server has gone and another is tried. */
    private CompletableFuture<Link> onLoop(LinkSource source) throws Exception {
        final CompletableFuture<CompletableFuture<Link>> asked = new CompletableFuture<>();
        threads.loops().next().execute(() -> asked.complete(source.link()));
        return asked.get(10, TimeUnit.SECONDS);
    }

    private InetAddress hang(String host) {
        try {
            hanging.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return InetAddress.getLoopbackAddress();
    }

    @Test
    void aResolverThatHangsHoldsNobodyElseUp() throws Exception {
        final ClientOptions options = unresolved().connectTimeout(Duration.ofMillis(300));
        options.resolver = this::hang;
        final CompletableFuture<Link> link = onLoop(new LinkSource(options, threads));
        assertThat(threads.loops().next().submit(() -> "others go on").get(10, TimeUnit.SECONDS)).isNotEmpty();
        assertThatThrownBy(() -> link.get(10, TimeUnit.SECONDS)).hasRootCauseInstanceOf(CallRefusedException.class)
            .hasMessageContaining("its name was not found").hasMessageContaining("300 ms");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatHangsHoldsNobodyElseUp() throws Exception {
        final Path ca = folder.resolve("ca.pem");
        assertThat(new ProcessBuilder("mkfifo", ca.toString()).start().waitFor()).isZero();
        try {
            final CompletableFuture<Link> link = onLoop(new LinkSource(ClientOptions
                .of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)).tls(ClientTls.trusting(ca))
                .connectTimeout(Duration.ofMillis(300)), threads));
            assertThat(threads.loops().next().submit(() -> "others go on").get(10, TimeUnit.SECONDS)).isNotEmpty();
            assertThatThrownBy(() -> link.get(10, TimeUnit.SECONDS)).hasRootCauseInstanceOf(CallRefusedException.class)
                .hasMessageContaining("certificates were not read");
        } finally {
            // Who reads it goes on.
            Files.writeString(ca, "nothing");
        }
    }

    /** It says how much work the proof of a login is. */
    @Tag("thorough")
    @Test
    void aLoginThatIsMuchWorkHoldsNobodyElseUp() throws Exception {
        final String challenge = "r=" + "A".repeat(24) + "more,s=AAAA,i=1000000";
        try (ScriptedServer server = new ScriptedServer((type, request) -> switch (type) {
            case HELLO -> StrangeServer.frame(FrameType.AUTHENTICATION, request, 0,
                body -> Welcome.writeTexts(body, List.of("SCRAM-SHA-256")));
            case AUTHENTICATE -> StrangeServer.frame(FrameType.CHALLENGE, request, 0,
                body -> TextCodec.write(body, challenge));
            default -> null;
        })) {
            final ClientOptions options =
                server.options().user("ann", "secret".toCharArray()).connectTimeout(Duration.ofSeconds(20));
            // So the client's part of the nonce is known.
            options.random = () -> 0;
            final CompletableFuture<Link> link = onLoop(new LinkSource(options, threads));
            while (!server.came.contains(FrameType.AUTHENTICATE)) {
                Thread.onSpinWait();
            }
            final long begin = System.nanoTime();
            long longest = 0;
            while (!server.came.contains(FrameType.PROOF)) {
                final long asked = System.nanoTime();
                threads.loops().next().submit(() -> "others go on").get(10, TimeUnit.SECONDS);
                longest = Math.max(longest, System.nanoTime() - asked);
            }
            assertThat(longest).isLessThan((System.nanoTime() - begin) / 2);
            assertThat(link).isNotDone();
        }
    }

    @Test
    void whoClosesDoesNotWaitForTheResolver() throws Exception {
        final ClientOptions options = unresolved().connectTimeout(Duration.ofHours(1));
        options.resolver = this::hang;
        final LinkSource source = new LinkSource(options, threads);
        final CompletableFuture<Link> link = source.link();
        source.close();
        assertThatThrownBy(() -> link.get(10, TimeUnit.SECONDS)).hasMessageContaining("the client is closed");
    }

    @Test
    void whoFindsAllThreadsHangingWaits() throws Exception {
        final List<CompletableFuture<InetAddress>> all = new ArrayList<>();
        for (int i = 0; i < ClientThreads.APART_MAX; i++) {
            all.add(threads.apart(() -> hang("db.example")));
        }
        final AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            all.add(threads.apart(() -> {
                begun.incrementAndGet();
                return InetAddress.getLoopbackAddress();
            }));
        }
        final ClientOptions options = unresolved().connectTimeout(Duration.ofMillis(300));
        options.resolver = host -> {
            begun.incrementAndGet();
            return InetAddress.getLoopbackAddress();
        };
        final CompletableFuture<Link> link = new LinkSource(options, threads).link();
        assertThatThrownBy(() -> link.get(10, TimeUnit.SECONDS)).hasMessageContaining("its name was not found");
        assertThat(begun).hasValue(0);
        hanging.countDown();
        for (final CompletableFuture<InetAddress> each : all) {
            each.get(10, TimeUnit.SECONDS);
        }
        threads.apart(() -> "behind all others").get(10, TimeUnit.SECONDS);
        assertThat(begun).as("nobody looks for what is not wanted any more").hasValue(500);
    }

    @Test
    void noMoreWaitThanThereIsRoomFor() {
        final List<CompletableFuture<InetAddress>> all = new ArrayList<>();
        for (int i = 0; i < ClientThreads.APART_MAX + ClientThreads.APART_WAIT_MAX; i++) {
            all.add(threads.apart(() -> hang("db.example")));
        }
        assertThat(all).noneMatch(CompletableFuture::isDone);
        assertThatThrownBy(() -> threads.apart(() -> hang("db.example")).join())
            .hasMessageContaining("the resolver or the disk may hang");
    }

    @Test
    void aNameThatNobodyKnowsIsNoConnection() {
        final ClientOptions options = unresolved();
        options.resolver = host -> {
            throw new UnknownHostException(host + ": never heard of it");
        };
        assertThat(catchThrowableOfType(CallRefusedException.class, () -> BatonClient.connect(options).close()))
            .returns(Reason.NO_CONNECTION, CallException::reason).hasMessageContaining("db.example: never heard of it");
    }

    /** They take connections, and say nothing. */
    @Test
    void theTimeoutIsThatOfAllServersTogether() throws IOException {
        final List<ServerSocket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                silent.add(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
            }
            final InetSocketAddress[] addresses = silent.stream()
                .map(socket -> (InetSocketAddress) socket.getLocalSocketAddress()).toArray(InetSocketAddress[]::new);
            final ClientOptions options = ClientOptions
                .of(addresses[0], addresses[1], addresses[2], addresses[3], addresses[4])
                .connectTimeout(Duration.ofSeconds(2));
            final long begin = System.nanoTime();
            assertThat(catchThrowableOfType(CallRefusedException.class, () -> BatonClient.connect(options).close()))
                .returns(Reason.NO_CONNECTION, CallException::reason)
                .hasMessageMatching("the server has not said WELCOME within (3\\d\\d|400) ms(; .*){4}");
            // One after the other with the whole time each would take 10 s.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(1_900),
                Duration.ofSeconds(6));
        } finally {
            for (final ServerSocket socket : silent) {
                socket.close();
            }
        }
    }
}
