package io.baton.client;

import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A server that answers as it is told, and welcomes each client unless it is told otherwise. */
final class ScriptedServer implements AutoCloseable {

    /** What is answered. */
    interface Script {
        /** The bytes of the answer, or null for none, and for the usual one to HELLO. */
        byte @Nullable [] answer(FrameType type, int request);
    }

    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final int idleMillis;
    private final Script script;
    /** What has come. */
    final Queue<FrameType> came = new ConcurrentLinkedQueue<>();

    ScriptedServer(Script script) throws IOException {
        this(60_000, script);
    }

    /** One that says that it closes connections that are silent for so long. */
    ScriptedServer(int idleMillis, Script script) throws IOException {
        this.idleMillis = idleMillis;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    ClientOptions options() {
        return ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress());
    }

    private void accept() {
        while (true) {
            try {
                final Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                final byte[] header = new byte[Frame.HEADER_BYTES];
                in.readFully(header);
                final ByteBuf start = Unpooled.wrappedBuffer(header);
                in.readFully(new byte[(int) Frame.bytes(start, 0) - Frame.HEADER_BYTES]);
                final FrameType type = Frame.type(start, 0);
                came.add(type);
                final byte[] given = script.answer(type, Frame.request(start, 0));
                final byte[] answer = given == null && type == FrameType.HELLO ? welcome(Frame.request(start, 0))
                    : given;
                if (answer != null) {
                    socket.getOutputStream().write(answer);
                }
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private byte[] welcome(int request) {
        return StrangeServer.frame(FrameType.WELCOME, request, 0,
            new Welcome(ProtocolLimits.VERSION, 0, 1 << 20, 10, idleMillis, 1, 1, List.of())::write);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
