package io.baton.wire;

import io.baton.wire.carrier.RingFile;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import org.agrona.concurrent.NanoClock;

/** Opens sockets: the seam to the network. */
final class Sockets {

    /** In the directory of an address in shared memory: rung to wake a sleeping peer, closed when a peer is gone. */
    static final String BELL = "bell";
    private static final long MILLI_NANOS = 1_000_000;
    private static final int WAITING_LANES_MAX = 1_024;
    private static final int HANDSHAKE_MILLIS_MAX = (int) (WireLimits.HANDSHAKE_NANOS_MAX / MILLI_NANOS);
    /** On Linux, belongs to the user of the process that looks. */
    private static final Path SELF = Path.of("/proc/self");

    private Sockets() {
    }

    /** Begins to listen, non-blocking. A Unix socket that nobody listens to any more is replaced, nothing else is. */
    static ServerSocketChannel listen(WireAddress address, LaneSecurity security) throws IOException {
        if (address.best()) {
            throw new IOException("it is for clients; name where to listen, with commas between: "
                + "shm:DIRECTORY,tcp:HOST:PORT");
        }
        if (address.carrier() == CarrierKind.TCP) {
            return bound(ServerSocketChannel.open(), internet(address, security));
        }
        final Path path = bell(address);
        if (address.carrier() == CarrierKind.SHM) {
            RingFile.prepare(directory(address));
        }
        removeStale(path);
        if (address.carrier() == CarrierKind.SHM) {
            RingFile.clean(directory(address));
        }
        final ServerSocketChannel channel =
            bound(ServerSocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(path));
        try {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            return channel;
        } catch (IOException | RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(path)) {
            throw new IOException("something that is no socket is there; give a path where nothing is");
        }
        if (isAlive(path)) {
            throw new IOException("another process listens there");
        }
        Files.delete(path);
    }

    private static boolean isSocket(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther();
    }

    /** The address of a TCP socket: without encryption of this machine, unless any is allowed. */
    private static InetSocketAddress internet(WireAddress address, LaneSecurity security) throws IOException {
        final InetSocketAddress internet = new InetSocketAddress(address.place(), address.port());
        if (internet.isUnresolved()) {
            throw new IOException("the host " + address.place() + " is unknown");
        }
        if (!internet.getAddress().isLoopbackAddress() && security.tls() == null && !security.anyAddress()) {
            throw new IOException("without TLS only this machine may be reached: give certificates, an address of "
                + "loopback like 127.0.0.1, or allow insecure addresses");
        }
        return internet;
    }

    private static ServerSocketChannel bound(ServerSocketChannel channel, SocketAddress address) throws IOException {
        try {
            if (address instanceof InetSocketAddress) {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            }
            channel.bind(address, WAITING_LANES_MAX);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    private static boolean isAlive(Path path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.isConnected();
        } catch (ConnectException e) {
            return false; // Refused: nobody listens.
        }
    }

    /** The port that was bound, where any free one was asked for. */
    static WireAddress bound(WireAddress address, ServerSocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress internet
            ? address.withPort(internet.getPort()) : address;
    }

    /** Connects; the channel is in blocking mode. */
    static SocketChannel connect(WireAddress address, LaneSecurity security) throws IOException {
        if (address.carrier() != CarrierKind.TCP) {
            return SocketChannel.open(UnixDomainSocketAddress.of(bell(address)));
        }
        final InetSocketAddress internet = internet(address, security);
        final SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(internet, HANDSHAKE_MILLIS_MAX);
            return channel;
        } catch (IOException | RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    /** Connects to a place of this machine, or fails at once if too many wait there; the channel does not block. */
    static SocketChannel connectAtOnce(WireAddress place) throws IOException {
        final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(bell(place)))) {
                throw new IOException("too many lanes wait there");
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    /** Throws if the process that listens at the other end of a Unix socket belongs to somebody else. */
    static void checkUser(SocketChannel channel, UserPrincipal user) throws IOException {
        final UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!peer.equals(user)) {
            throw new IOException("a process of user " + peer.getName() + " listens there");
        }
    }

    /** The user of this process, also one without a name, as in a container. */
    static UserPrincipal ownUser() throws IOException {
        if (Files.exists(SELF)) {
            return Files.getOwner(SELF);
        }
        final String name = ProcessHandle.current().info().user()
            .orElseThrow(() -> new IOException("the user of this process is unknown"));
        return SELF.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }

    /** The directory of an address in shared memory. */
    static Path directory(WireAddress address) {
        return Path.of(address.place());
    }

    /** A path for processes that work in other folders. */
    static String absolute(String place) {
        return Path.of(place).toAbsolutePath().toString();
    }

    /** Sends a number before anything else, which the socket takes at once. */
    static void tell(SocketChannel channel, long number) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).flip();
        if (channel.write(bytes) != Long.BYTES) {
            throw new IOException("the bell takes no bytes");
        }
    }

    /** Waits for a number that the peer sends first, and leaves the channel in non-blocking mode. */
    static long hear(SocketChannel channel, NanoClock clock, long deadline) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        channel.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ);
            while (bytes.hasRemaining()) {
                final long left = deadline - clock.nanoTime();
                if (left <= 0) {
                    throw new IOException("the lock server did not answer in time");
                }
                selector.select(Math.max(1, left / MILLI_NANOS));
                selector.selectedKeys().clear();
                if (channel.read(bytes) < 0) {
                    throw new IOException("the lock server has closed the lane");
                }
            }
        }
        return bytes.getLong(0);
    }

    /** Sets a connected channel up for a lane. */
    static SocketChannel prepared(SocketChannel channel) throws IOException {
        if (channel.getLocalAddress() instanceof InetSocketAddress) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        channel.configureBlocking(false);
        return channel;
    }

    /** Who is at the other end, where that says anything. */
    static String peer(SocketChannel channel) throws IOException {
        return channel.getRemoteAddress() instanceof InetSocketAddress internet
            ? " from " + internet.getAddress().getHostAddress() + ":" + internet.getPort() : "";
    }

    /** The Unix socket of an address: its path, or the bell in its directory. */
    private static Path bell(WireAddress address) {
        final Path path = Path.of(address.place());
        return address.carrier() == CarrierKind.SHM ? path.resolve(BELL) : path;
    }

    /** Removes the Unix socket of a server that does not listen any more. */
    static void removeTraces(WireAddress address) {
        if (address.carrier() != CarrierKind.TCP) {
            try {
                Files.deleteIfExists(bell(address));
            } catch (IOException e) {
                return; // The next server that listens there replaces it.
            }
        }
    }

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // It is closed all the same.
        }
    }
}
