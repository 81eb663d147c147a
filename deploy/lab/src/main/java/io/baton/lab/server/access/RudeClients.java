package io.baton.lab.server.access;

import io.baton.protocol.CallHeader;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Clients that do not keep to the protocol, on threads of their own, until they are closed. Thread-safe. */
public final class RudeClients implements AutoCloseable {

    private static final int FRAME_BYTES = 1 << 20;
    private static final int RECEIVE_BYTES = 4 << 10;
    private static final int GARBAGE_BYTES = 4_096;
    private static final int SEED = 5;
    /** Between two connections of one: as many as it likes would only measure the system. */
    private static final long PAUSE_NANOS = 10_000_000;

    private final InetSocketAddress address;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    private RudeClients(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Starts clients that make calls as fast as they can, and read nothing.
     *
     * @param served the server, with SmallBank
     * @param number how many
     * @return when they are connected
     * @throws IOException if they cannot connect
     */
    public static RudeClients readingNothing(BatonServed served, int number) throws IOException {
        final RudeClients clients = new RudeClients(served.address());
        for (int i = 0; i < number; i++) {
            final Socket socket = clients.connect();
            final String account = String.format(Locale.ROOT, "%016d", i + 1);
            Thread.ofPlatform().daemon().name("reads-nothing-" + i).start(() -> clients.callsOn(socket, account));
        }
        return clients;
    }

    /**
     * Starts clients that send garbage, some behind a handshake, and connect again when they are closed.
     *
     * @param served the server
     * @param number how many
     * @param pause waits for about so many nanoseconds
     * @return when they begin
     */
    public static RudeClients sendingGarbage(BatonServed served, int number, LongConsumer pause) {
        final RudeClients clients = new RudeClients(served.address());
        for (int i = 0; i < number; i++) {
            final SplittableRandom random = new SplittableRandom(SEED + i);
            Thread.ofPlatform().daemon().name("garbage-" + i).start(() -> clients.garbage(random, pause));
        }
        return clients;
    }

    private Socket connect() throws IOException {
        final Socket socket = new Socket();
        socket.setReceiveBufferSize(RECEIVE_BYTES);
        socket.connect(address);
        sockets.add(socket);
        if (ended) {
            socket.close();
        }
        return socket;
    }

    private static byte[] frame(FrameType type, int request, Consumer<ByteBuf> body) {
        final ByteBuf buffer = Unpooled.buffer();
        final int start = Frame.begin(buffer, type, request);
        body.accept(buffer);
        return ByteBufUtil.getBytes(Frame.end(buffer, start));
    }

    private static byte[] hello() {
        return frame(FrameType.HELLO, 1, new Hello(ProtocolLimits.VERSION, FRAME_BYTES, "rude")::write);
    }

    /** What it describes first has the number 1, so that it need not read that. It reads only, so no money is moved. */
    private void callsOn(Socket socket, String account) {
        try {
            socket.getOutputStream().write(hello());
            socket.getOutputStream().write(frame(FrameType.DESCRIBE, 2, body -> TextCodec.write(body, "Balance")));
            for (int request = 3; !ended; request++) {
                socket.getOutputStream().write(frame(FrameType.CALL, request, body -> {
                    new CallHeader(1, 0, 0, null, 1).write(body);
                    ValueCodec.write(body, account);
                }));
            }
        } catch (IOException e) {
            // It is closed, by the server or at the end.
            sockets.remove(socket);
        }
    }

    private void garbage(SplittableRandom random, LongConsumer pause) {
        while (!ended) {
            try (Socket socket = connect()) {
                final byte[] bytes = new byte[random.nextInt(1, GARBAGE_BYTES)];
                random.nextBytes(bytes);
                if (random.nextBoolean()) {
                    socket.getOutputStream().write(hello());
                }
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
                sockets.remove(socket);
            } catch (IOException e) {
                // The server has closed it.
                sockets.removeIf(Socket::isClosed);
            }
            pause.accept(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        ended = true;
        for (final Socket socket : List.copyOf(sockets)) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone anyway.
                sockets.remove(socket);
            }
        }
    }
}
