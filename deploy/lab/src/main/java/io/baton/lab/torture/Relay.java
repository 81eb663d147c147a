package io.baton.lab.torture;

import io.baton.wire.CarrierKind;
import io.baton.wire.WireAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A place between a coordinator and a lock server that passes bytes on, until it is told to close the connections. In
 * shared memory only the bell goes through it: the file of the lane is the lock server's. Thread-safe.
 */
final class Relay implements AutoCloseable {

    private static final int BYTES = 1 << 16;
    private static final String BELL = "bell";
    private static final String LANE = "lane-";

    private final WireAddress server;
    private final Path place;
    private final ServerSocketChannel listener;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();

    /**
     * Begins to listen.
     *
     * @param server the lock server, which need not be there yet
     * @param place a name that no other relay has
     */
    Relay(WireAddress server, Path place) throws IOException {
        this.server = server;
        this.place = place;
        if (server.carrier() == CarrierKind.TCP) {
            listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } else {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(socketOf(place)));
        }
        Thread.ofPlatform().daemon().name("relay").start(this::accept);
    }

    private Path socketOf(Path of) throws IOException {
        return server.carrier() == CarrierKind.SHM ? Files.createDirectories(of).resolve(BELL) : of;
    }

    /** Where coordinators find it. */
    String address() throws IOException {
        return server.carrier() == CarrierKind.TCP
            ? "tcp:127.0.0.1:" + ((InetSocketAddress) listener.getLocalAddress()).getPort()
            : server.carrier().scheme() + ":" + place;
    }

    /** Closes the connections of now. */
    void cut() {
        connections.forEach(Connection::close);
    }

    /** Closes them as soon as a part of what comes next from the coordinator has been passed on. */
    void tear() {
        connections.forEach(connection -> connection.torn = true);
    }

    private void accept() {
        try {
            while (true) {
                final SocketChannel client = listener.accept();
                try {
                    new Connection(client, connect()).begin();
                } catch (IOException e) {
                    // The lock server is not there now: the coordinator learns just that.
                    close(client);
                }
            }
        } catch (IOException e) {
            cut();
        }
    }

    private SocketChannel connect() throws IOException {
        if (server.carrier() == CarrierKind.TCP) {
            final SocketChannel channel = SocketChannel.open(new InetSocketAddress(server.place(), server.port()));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return channel;
        }
        return SocketChannel.open(UnixDomainSocketAddress.of(
            server.carrier() == CarrierKind.SHM ? Path.of(server.place()).resolve(BELL) : Path.of(server.place())));
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // It is closed all the same.
        }
    }

    /** A pair of connections. */
    private final class Connection {

        private final SocketChannel client;
        private final SocketChannel peer;
        private volatile boolean torn;

        Connection(SocketChannel client, SocketChannel peer) {
            this.client = client;
            this.peer = peer;
        }

        /** Passes on from now on; one that fails here is closed at both ends, so that the server forgets the lane. */
        void begin() throws IOException {
            connections.add(this);
            try {
                if (server.carrier() == CarrierKind.TCP) {
                    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                } else if (server.carrier() == CarrierKind.SHM) {
                    introduce();
                }
            } catch (IOException e) {
                close();
                throw e;
            }
            Thread.ofPlatform().daemon().name("relay-to-server").start(() -> pass(client, peer, true));
            Thread.ofPlatform().daemon().name("relay-to-client").start(() -> pass(peer, client, false));
        }

        /** The lock server's first word is the number of the lane's file, which the client looks for here. */
        private void introduce() throws IOException {
            final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            while (number.hasRemaining()) {
                if (peer.read(number) < 0) {
                    throw new IOException("the lock server has closed the lane");
                }
            }
            final String name = LANE + number.getLong(0);
            Files.deleteIfExists(place.resolve(name));
            // A second name of the file: a client maps no lane through a symbolic link.
            Files.createLink(place.resolve(name), Path.of(server.place()).resolve(name));
            client.write(number.flip());
        }

        private void pass(SocketChannel from, SocketChannel to, boolean toServer) {
            final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
            try {
                while (from.read(bytes) >= 0) {
                    bytes.flip();
                    if (torn && toServer) {
                        bytes.limit(Math.max(1, bytes.limit() - bytes.limit() / 3));
                        to.write(bytes);
                        break;
                    }
                    while (bytes.hasRemaining()) {
                        to.write(bytes);
                    }
                    bytes.clear();
                }
            } catch (IOException e) {
                // One side is gone, so the other must learn of it.
            } finally {
                close();
            }
        }

        void close() {
            connections.remove(this);
            Relay.close(client);
            Relay.close(peer);
        }
    }
}
