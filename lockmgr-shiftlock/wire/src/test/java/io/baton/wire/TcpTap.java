package io.baton.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Passes the bytes of one connection on, and keeps them. */
final class TcpTap implements AutoCloseable {

    private final ServerSocket listener;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    TcpTap(int port) throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            try {
                final Socket client = listener.accept();
                final Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.ofPlatform().daemon().start(() -> pass(client, server));
                pass(server, client);
            } catch (IOException e) {
                return; // The test is over.
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    private void pass(Socket from, Socket to) {
        final byte[] bytes = new byte[1 << 16];
        try (from; to; InputStream in = from.getInputStream()) {
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                synchronized (seen) {
                    seen.write(bytes, 0, read);
                }
                to.getOutputStream().write(bytes, 0, read);
            }
        } catch (IOException e) {
            return; // One of them is gone.
        }
    }

    boolean contains(long word) {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(word).array();
        synchronized (seen) {
            return HexFormat.of().formatHex(seen.toByteArray()).contains(HexFormat.of().formatHex(bytes));
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
