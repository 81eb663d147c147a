package io.baton.jdbc;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands before a server, and keeps its answers back if it is told to: as if the server stood still. */
final class MutedServer implements AutoCloseable {

    private static final int BYTES = 8_192;

    private final ServerSocket entrance;
    private final InetSocketAddress server;
    private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
    private volatile boolean muted;
    private volatile int delayMillis;

    MutedServer(InetSocketAddress server) throws IOException {
        this.server = server;
        this.entrance = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "jdbc:baton://127.0.0.1:" + entrance.getLocalPort() + "/";
    }

    /** From now on answers stay here; for ever if the connection ends before they may go on. */
    void mute(boolean now) {
        muted = now;
    }

    /** From now on answers come so much later. */
    void delay(int millis) {
        delayMillis = millis;
    }

    /** Ends the connections, and takes others. */
    void cut() {
        open.forEach(MutedServer::close);
        open.clear();
    }

    private void accept() {
        try {
            while (true) {
                final Socket client = entrance.accept();
                final Socket behind = new Socket(server.getAddress(), server.getPort());
                open.add(client);
                open.add(behind);
                Thread.ofVirtual().start(() -> carry(client, behind, false));
                Thread.ofVirtual().start(() -> carry(behind, client, true));
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        final byte[] bytes = new byte[BYTES];
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                while (answers && muted && !to.isClosed()) {
                    Thread.sleep(1);
                }
                if (answers && delayMillis > 0) {
                    Thread.sleep(delayMillis);
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException | InterruptedException e) {
            // One side has ended.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone.
        }
    }

    @Override
    public void close() {
        close(entrance);
        cut();
    }
}
