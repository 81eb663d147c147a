package io.baton.lab.bench.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A blocking socket and nothing else: what a carrier costs before anybody says anything sensible over it. */
final class BareSocket implements AutoCloseable {

    private final SocketChannel channel;
    private final ByteBuffer message = ByteBuffer.allocateDirect(BareRing.MESSAGE_BYTES);

    private BareSocket(SocketChannel channel) {
        this.channel = channel;
    }

    static ServerSocketChannel listenTcp() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static ServerSocketChannel listenUnix(Path path) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    static BareSocket connectTcp(int port) throws IOException {
        return of(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    static BareSocket connectUnix(Path path) throws IOException {
        return new BareSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)));
    }

    private static BareSocket of(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new BareSocket(channel);
    }

    /** Answers one peer after the other, until the socket is closed. */
    static void serve(ServerSocketChannel listener) throws IOException {
        while (listener.isOpen()) {
            final SocketChannel channel = listener.accept();
            try (BareSocket socket =
                channel.getLocalAddress() instanceof InetSocketAddress ? of(channel) : new BareSocket(channel)) {
                boolean more = socket.read();
                while (more) {
                    socket.write();
                    more = socket.read();
                }
            }
        }
    }

    /** One message there and back. */
    void ping() throws IOException {
        write();
        read();
    }

    private void write() throws IOException {
        message.clear();
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }

    private boolean read() throws IOException {
        message.clear();
        while (message.hasRemaining()) {
            if (channel.read(message) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
