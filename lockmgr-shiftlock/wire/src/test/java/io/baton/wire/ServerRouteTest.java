package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An address with {@code auto:} leads to the same lock server by the best carrier that reaches it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerRouteTest {

    @TempDir
    private Path folder;
    private TlsFixture it;

    @BeforeEach
    void start() throws Exception {
        it = new TlsFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        it.close();
    }

    private String shm() {
        return "shm:" + folder.resolve("rings");
    }

    private String unix() {
        return "unix:" + folder.resolve("socket");
    }

    private WireFabric best(LockServer server, LaneSecurity security) {
        final WireAddress tcp = server.addresses().getFirst();
        return it.connect("auto:" + tcp.place() + ":" + tcp.port(), security);
    }

    private String way(LockServer server) {
        final WireFabric fabric = best(server, LaneSecurity.loopbackOnly());
        final Endpoint endpoint = fabric.connect();
        final long word = endpoint.faa(8, 1);
        assertThat(endpoint.readWord(8)).isEqualTo(word + 1);
        // The server sees when it next looks at its sockets that those of the search are closed: none of them is left.
        TlsFixture.awaitLanes(server, 1, List.of());
        final String found = fabric.addresses().getFirst().toString();
        fabric.close();
        TlsFixture.awaitLanes(server, 0, List.of());
        return found;
    }

    @Test
    void sharedMemoryComesBeforeAUnixSocketAndThatBeforeTcp() throws Exception {
        final LockServer all = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix() + "," + shm());
        assertThat(way(all)).isEqualTo(shm());
        Files.delete(folder.resolve("rings").resolve("bell"));
        assertThat(way(all)).isEqualTo(unix());
        Files.delete(folder.resolve("socket"));
        assertThat(way(all)).isEqualTo(all.addresses().getFirst().toString());
        assertThat(it.log).isEmpty();
    }

    @Test
    void theWayIsLookedForThroughTls() throws Exception {
        final LaneSecurity security = it.encrypted(it.ours.forThisMachine("client"));
        final LockServer both = it.server(security, "tcp:127.0.0.1:0," + shm());
        assertThat(best(both, security).addresses()).containsExactly(WireAddress.parse(shm()));
        assertThat(best(it.server, security).addresses()).isEqualTo(it.server.addresses());
        assertThatThrownBy(() -> best(both, LaneSecurity.loopbackOnly())).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining("it wants TLS");
        assertThatThrownBy(() -> best(both, it.encrypted(it.theirs.forThisMachine("stranger"), it.ours)))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("does not accept the certificate");
    }

    /** As on another machine with the same paths, or when another server has taken the place. */
    @Test
    void anotherServerAtTheSamePlaceIsNotTakenForIt() throws Exception {
        final LockServer first = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix() + "," + shm());
        Files.delete(folder.resolve("rings").resolve("bell"));
        Files.delete(folder.resolve("socket"));
        final LockServer second = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix() + "," + shm());
        assertThat(way(second)).isEqualTo(shm());
        assertThat(way(first)).isEqualTo(first.addresses().getFirst().toString());
        assertThat(it.log).isEmpty();
    }

    /** Something that is no lock server, and says nothing. */
    @Test
    void aPlaceThatDoesNotAnswerIsLeftForTcp() throws Exception {
        final LockServer server = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix());
        Files.delete(folder.resolve("socket"));
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(folder.resolve("socket")))) {
            final CompletableFuture<SocketChannel> taken = CompletableFuture.supplyAsync(() -> accepted(silent));
            assertThat(best(server, LaneSecurity.loopbackOnly()).addresses())
                .containsExactly(server.addresses().getFirst());
            taken.join().close();
        }
    }

    /** They take a second each; meanwhile the server ends the lane that says nothing. */
    @Test
    @Tag("thorough")
    void placesThatAreDeafAreLeftForANewLaneOverTcp() throws Exception {
        final LockServer server = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix() + "," + shm());
        try (ServerSocketChannel bell = deaf(folder.resolve("rings").resolve("bell"));
            ServerSocketChannel socket = deaf(folder.resolve("socket"))) {
            final CompletableFuture<SocketChannel> taken = CompletableFuture.supplyAsync(() -> {
                final SocketChannel channel = acceptedBy(bell);
                it.later.set(WireLimits.HANDSHAKE_NANOS_MAX + 1);
                return channel;
            });
            final long begun = System.nanoTime();
            assertThat(way(server)).isEqualTo(server.addresses().getFirst().toString());
            assertThat(System.nanoTime() - begun).isLessThan(WireLimits.HANDSHAKE_NANOS_MAX);
            taken.join().close();
            assertThat(socket.isOpen()).isTrue();
        }
        assertThat(it.log).allMatch(line -> line.contains("in time"));
    }

    /** A blocking socket would wait until there is room. */
    @Test
    void aPlaceWithoutRoomIsLeftForTcp() throws Exception {
        final LockServer server = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0," + unix());
        final List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocketChannel socket = deaf(folder.resolve("socket"))) {
            final WireAddress place = WireAddress.parse(unix());
            assertThatThrownBy(() -> {
                while (waiting.size() < 100) {
                    waiting.add(Sockets.connectAtOnce(place));
                }
            }).isInstanceOf(IOException.class);
            final long begun = System.nanoTime();
            assertThat(way(server)).isEqualTo(server.addresses().getFirst().toString());
            assertThat(System.nanoTime() - begun).isLessThan(WireLimits.HANDSHAKE_NANOS_MAX);
            assertThat(socket.isOpen()).isTrue();
        } finally {
            waiting.forEach(Sockets::close);
        }
        assertThat(it.log).isEmpty();
    }

    /** Somebody else listens: nothing is heard, so nothing is mapped. */
    @Test
    void aPlaceOfAnotherUserIsNotTaken() throws Exception {
        it.server(LaneSecurity.loopbackOnly(), unix() + "," + shm());
        final UserPrincipal stranger =
            folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("54321");
        for (final WireAddress place : WireAddress.parseAll(unix() + "," + shm())) {
            found(place, Sockets.ownUser()).close();
            assertThatThrownBy(() -> found(place, stranger)).isInstanceOf(IOException.class)
                .hasMessageContaining("a process of user " + Sockets.ownUser().getName());
        }
        try (ServerSocketChannel bell = deaf(folder.resolve("rings").resolve("bell"))) {
            assertThatThrownBy(() -> found(WireAddress.parse(shm()), stranger)).isInstanceOf(IOException.class)
                .hasMessageContaining("a process of user");
            assertThat(bell.isOpen()).isTrue();
        }
    }

    private static Carrier found(WireAddress place, UserPrincipal user) throws IOException {
        final NanoClock clock = SystemNanoClock.INSTANCE;
        return Carriers.found(place, user, 1, clock, clock.nanoTime() + WireLimits.HANDSHAKE_NANOS_MAX);
    }

    /** Takes the place of a lock server, and no lanes. */
    private static ServerSocketChannel deaf(Path place) throws IOException {
        Files.delete(place);
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(place), 1);
    }

    private static SocketChannel acceptedBy(ServerSocketChannel listener) {
        try {
            return listener.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SocketChannel accepted(ServerSocketChannel listener) {
        try {
            final SocketChannel channel = listener.accept();
            // What it answers is no frame of ours: it is not waited for until the limit.
            channel.write(ByteBuffer.wrap(new byte[64]));
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServerThatTellsNonsenseIsRefused() throws Exception {
        for (final String text : List.of("tcp:10.0.0.1:7", "nonsense", "shm:", "\0")) {
            try (ServerSocketChannel liar =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                final CompletableFuture<Void> lie = CompletableFuture.runAsync(() -> lie(liar, text));
                final String address = "auto:127.0.0.1:" + liar.socket().getLocalPort();
                assertThatThrownBy(() -> it.connect(address, LaneSecurity.loopbackOnly()))
                    .isInstanceOf(UncheckedIOException.class).hasMessageContaining("it sent PLACES");
                lie.join();
            }
        }
    }

    private static void lie(ServerSocketChannel listener, String text) {
        try (SocketChannel channel = listener.accept()) {
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(Long.BYTES + bytes.length)]);
            LaneHandshake.places(frame, 0, 1, bytes);
            channel.write(ByteBuffer.wrap(frame.byteArray()));
            while (channel.read(ByteBuffer.allocate(64)) >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void serversListenToNamedCarriersOnly() {
        assertThatThrownBy(() -> it.server(LaneSecurity.loopbackOnly(), "auto:127.0.0.1:0"))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("it is for clients");
        assertThatThrownBy(() -> WireAddress.parse("auto:x")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no port");
        assertThat(WireAddress.parse("auto:localhost:7")).hasToString("auto:localhost:7");
    }
}
