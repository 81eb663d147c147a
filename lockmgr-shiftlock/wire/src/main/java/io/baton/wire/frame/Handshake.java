package io.baton.wire.frame;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.baton.fabric.Address;
import io.baton.fabric.Route;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bodies of the first frames in each direction.
 * <pre>
 *  LOOK     0 magic (8)   8 version (4)  12 zero (4)
 *  PLACES   0 life (8)    8 text
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
        first(buffer, at, Frame.HELLO, node, session);
    }

    /** Asks where else the lock server listens. */
    public static void look(MutableDirectBuffer buffer, int at) {
        first(buffer, at, Frame.LOOK, 0, 0);
    }

    private static void first(MutableDirectBuffer buffer, int at, int type, int node, long session) {
        Frame.header(buffer, at, Frame.bytes(HELLO_BYTES), type, 0, 0);
        Frame.of(buffer, at, 0, 0);
        Frame.under(buffer, at, session, 0);
        final int body = Frame.body(at);
        Frame.word(buffer, body, MAGIC);
        buffer.putInt(body + 8, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 12, node, LITTLE_ENDIAN);
    }

    public static void checkHello(DirectBuffer buffer, int at, int length) throws MalformedFrameException {
        if (Frame.type(buffer, at) != Frame.HELLO && Frame.type(buffer, at) != Frame.LOOK) {
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

    /** Tells which life of which lock server this is, and where it listens. */
    public static void places(MutableDirectBuffer buffer, int at, long life, byte[] text) {
        Frame.header(buffer, at, Frame.bytes(Long.BYTES + text.length), Frame.PLACES, 0, text.length);
        Frame.of(buffer, at, 0, 0);
        Frame.under(buffer, at, 0, 0);
        Frame.word(buffer, Frame.body(at), life);
        buffer.putBytes(Frame.body(at) + Long.BYTES, text);
    }

    public static long life(DirectBuffer buffer, int at) {
        return Frame.word(buffer, Frame.body(at));
    }

    /** The text of a PLACES, which is checked. */
    public static byte[] placesText(DirectBuffer buffer, int at, int length) throws MalformedFrameException {
        final int bytes = Frame.count(buffer, at);
        if (bytes > WireLimits.PLACES_BYTES_MAX) {
            throw new MalformedFrameException("PLACES of " + bytes + " bytes");
        }
        Frame.checkBody(length, Long.BYTES + bytes, "PLACES");
        final byte[] text = new byte[bytes];
        buffer.getBytes(Frame.body(at) + Long.BYTES, text);
        return text;
    }

    public static int helloVersion(DirectBuffer buffer, int at) {
        return buffer.getInt(Frame.body(at) + 8, LITTLE_ENDIAN);
    }

    public static int nodeWanted(DirectBuffer buffer, int at) {
        return buffer.getInt(Frame.body(at) + 12, LITTLE_ENDIAN);
    }

    /** A WELCOME without its session and configuration. */
    public static UnsafeBuffer welcome(int node, long memoryBytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Frame.bytes(WELCOME_BYTES)]);
        Frame.header(buffer, 0, buffer.capacity(), Frame.WELCOME, 0, 0);
        Frame.of(buffer, 0, 0, 0);
        final int body = Frame.body(0);
        buffer.putInt(body, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 4, node, LITTLE_ENDIAN);
        Frame.word(buffer, body + 8, memoryBytes);
        return buffer;
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
