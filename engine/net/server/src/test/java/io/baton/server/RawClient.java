package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.CallKey;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that writes what it likes. */
final class RawClient implements Line {

    static final int TIMEOUT_MILLIS = 10_000;

    final Socket socket;
    private final DataInputStream in;

    /** A frame that came. */
    record Came(FrameType type, int request, int flags, ByteBuf body) {
    }

    RawClient(InetSocketAddress address) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(8 << 10);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(address);
        in = new DataInputStream(socket.getInputStream());
    }

    /** The server's side of a connection. */
    RawClient(Socket accepted) throws IOException {
        socket = accepted;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new DataInputStream(socket.getInputStream());
    }

    static byte[] frame(FrameType type, int request, int flags, Consumer<ByteBuf> body) {
        final ByteBuf buffer = Unpooled.buffer();
        final int start = Frame.begin(buffer, type, request);
        body.accept(buffer);
        Frame.flags(buffer, start, flags);
        return ByteBufUtil.getBytes(Frame.end(buffer, start));
    }

    static byte[] call(int request, int procedure, @Nullable CallKey key, Object... arguments) {
        return frame(FrameType.CALL, request, key == null ? 0 : Frame.KEYED, body -> {
            new CallHeader(procedure, 0, 0, key, arguments.length).write(body);
            for (final Object argument : arguments) {
                ValueCodec.write(body, argument);
            }
        });
    }

    /** A frame without a body. */
    static byte[] empty(FrameType type, int request) {
        return frame(type, request, 0, body -> {});
    }

    @Override
    public RawClient write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    RawClient hello() throws IOException {
        return hello(1 << 20);
    }

    RawClient hello(int frameBytesMax) throws IOException {
        write(greeting(frameBytesMax));
        if (read().type() != FrameType.WELCOME) {
            throw new IOException("no WELCOME");
        }
        return this;
    }

    static byte[] greeting(int frameBytesMax) {
        return frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, frameBytesMax, "raw")::write);
    }

    int describe(String procedure) throws IOException {
        write(frame(FrameType.DESCRIBE, 2, 0, body -> TextCodec.write(body, procedure)));
        return Description.read(read().body()).procedure();
    }

    Answer answer() throws IOException {
        return Answer.read(read().body());
    }

    @Override
    public Came read(int timeoutMillis) throws IOException {
        socket.setSoTimeout(timeoutMillis);
        return read();
    }

    Came read() throws IOException {
        final byte[] header = new byte[Frame.HEADER_BYTES];
        in.readFully(header);
        final ByteBuf start = Unpooled.wrappedBuffer(header);
        final byte[] body = new byte[(int) Frame.bytes(start, 0) - Frame.HEADER_BYTES];
        in.readFully(body);
        return new Came(Frame.type(start, 0), Frame.request(start, 0), Frame.flags(start, 0),
            Unpooled.wrappedBuffer(body));
    }

    /** Whether the server ends the connection, whatever comes before that. */
    boolean isClosed() throws IOException {
        try {
            while (in.read() >= 0) {
                Thread.onSpinWait();
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
