package io.baton.wire.frame;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.baton.fabric.Address;
import io.baton.fabric.Route;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The bodies of the first frame in each direction.
 * <pre>
 *  HELLO    0 magic (8)   8 version (4)  12 node wanted, or 0 (4)
 *  WELCOME  0 version (4) 4 node (4)      8 bytes of memory (8)
 * </pre>
 */
public final class Handshake {

    /** "BATONWIR" as bytes. */
    public static final long MAGIC = 0x5249_574e_4f54_4142L;
    public static final int HELLO_BYTES = 16;
    public static final int WELCOME_BYTES = 16;

    private Handshake() {
    }

    public static void hello(MutableDirectBuffer buffer, int at, int node, long session) {
        Frame.header(buffer, at, Frame.bytes(HELLO_BYTES), Frame.HELLO, 0, 0);
        Frame.of(buffer, at, 0, 0);
        Frame.under(buffer, at, session, 0);
        final int body = Frame.body(at);
        Frame.word(buffer, body, MAGIC);
        buffer.putInt(body + 8, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 12, node, LITTLE_ENDIAN);
    }

    public static void checkHello(DirectBuffer buffer, int at, int length) throws MalformedFrameException {
        if (Frame.type(buffer, at) != Frame.HELLO) {
            throw new MalformedFrameException("a frame of type " + Frame.type(buffer, at) + " before the HELLO");
        }
        Frame.checkBody(length, HELLO_BYTES, "HELLO");
        if (Frame.word(buffer, Frame.body(at)) != MAGIC) {
            throw new MalformedFrameException("a HELLO that does not begin with BATONWIR");
        }
        final int node = nodeWanted(buffer, at);
        if (node < 0 || node == WireLimits.SERVER_NODE || node > Route.NODE_MAX) {
            throw new MalformedFrameException("a HELLO for node " + node);
        }
    }

    public static int helloVersion(DirectBuffer buffer, int at) {
        return buffer.getInt(Frame.body(at) + 8, LITTLE_ENDIAN);
    }

    public static int nodeWanted(DirectBuffer buffer, int at) {
        return buffer.getInt(Frame.body(at) + 12, LITTLE_ENDIAN);
    }

    public static void welcome(MutableDirectBuffer buffer, int at, int node, long memoryBytes) {
        Frame.header(buffer, at, Frame.bytes(WELCOME_BYTES), Frame.WELCOME, 0, 0);
        Frame.of(buffer, at, 0, 0);
        final int body = Frame.body(at);
        buffer.putInt(body, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 4, node, LITTLE_ENDIAN);
        Frame.word(buffer, body + 8, memoryBytes);
    }

    public static int node(DirectBuffer buffer, int at) throws MalformedFrameException {
        final int node = buffer.getInt(Frame.body(at) + 4, LITTLE_ENDIAN);
        if (node <= WireLimits.SERVER_NODE || node > Route.NODE_MAX) {
            throw new MalformedFrameException("a WELCOME for node " + node);
        }
        return node;
    }

    public static long memoryBytes(DirectBuffer buffer, int at) throws MalformedFrameException {
        final long bytes = Frame.word(buffer, Frame.body(at) + 8);
        if (bytes < 16 || bytes % 16 != 0 || bytes >>> Address.OFFSET_BITS != 0) {
            throw new MalformedFrameException("a WELCOME to a memory of " + bytes + " bytes");
        }
        return bytes;
    }
}
