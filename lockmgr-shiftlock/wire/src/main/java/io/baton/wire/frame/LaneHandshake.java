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
public final class LaneHandshake {

    /** "BATONWIR" as bytes. */
    public static final long MAGIC = 0x5249_574e_4f54_4142L;
    public static final int HELLO_BYTES = 16;
    public static final int WELCOME_BYTES = 16;

    private LaneHandshake() {
    }

    public static void hello(MutableDirectBuffer buffer, int at, int node, long session) {
        first(buffer, at, LaneFrame.HELLO, node, session);
    }

    /** Asks where else the lock server listens. */
    public static void look(MutableDirectBuffer buffer, int at) {
        first(buffer, at, LaneFrame.LOOK, 0, 0);
    }

    private static void first(MutableDirectBuffer buffer, int at, int type, int node, long session) {
        LaneFrame.header(buffer, at, LaneFrame.bytes(HELLO_BYTES), type, 0, 0);
        LaneFrame.of(buffer, at, 0, 0);
        LaneFrame.under(buffer, at, session, 0);
        final int body = LaneFrame.body(at);
        LaneFrame.word(buffer, body, MAGIC);
        buffer.putInt(body + 8, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 12, node, LITTLE_ENDIAN);
    }

    public static void checkHello(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        if (LaneFrame.type(buffer, at) != LaneFrame.HELLO && LaneFrame.type(buffer, at) != LaneFrame.LOOK) {
            throw new MalformedLaneFrameException(
                "a frame of type " + LaneFrame.type(buffer, at) + " before the HELLO");
        }
        LaneFrame.checkBody(length, HELLO_BYTES, "HELLO");
        if (LaneFrame.word(buffer, LaneFrame.body(at)) != MAGIC) {
            throw new MalformedLaneFrameException("a HELLO that does not begin with BATONWIR");
        }
        final int node = nodeWanted(buffer, at);
        if (node < 0 || node == WireLimits.SERVER_NODE || node > Route.NODE_MAX) {
            throw new MalformedLaneFrameException("a HELLO for node " + node);
        }
    }

    /** Tells which life of which lock server this is, and where it listens. */
    public static void places(MutableDirectBuffer buffer, int at, long life, byte[] text) {
        LaneFrame.header(buffer, at, LaneFrame.bytes(Long.BYTES + text.length), LaneFrame.PLACES, 0, text.length);
        LaneFrame.of(buffer, at, 0, 0);
        LaneFrame.under(buffer, at, 0, 0);
        LaneFrame.word(buffer, LaneFrame.body(at), life);
        buffer.putBytes(LaneFrame.body(at) + Long.BYTES, text);
    }

    public static long life(DirectBuffer buffer, int at) {
        return LaneFrame.word(buffer, LaneFrame.body(at));
    }

    /** The text of a PLACES, which is checked. */
    public static byte[] placesText(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int bytes = LaneFrame.count(buffer, at);
        if (bytes > WireLimits.PLACES_BYTES_MAX) {
            throw new MalformedLaneFrameException("PLACES of " + bytes + " bytes");
        }
        LaneFrame.checkBody(length, Long.BYTES + bytes, "PLACES");
        final byte[] text = new byte[bytes];
        buffer.getBytes(LaneFrame.body(at) + Long.BYTES, text);
        return text;
    }

    public static int helloVersion(DirectBuffer buffer, int at) {
        return buffer.getInt(LaneFrame.body(at) + 8, LITTLE_ENDIAN);
    }

    public static int nodeWanted(DirectBuffer buffer, int at) {
        return buffer.getInt(LaneFrame.body(at) + 12, LITTLE_ENDIAN);
    }

    /** A WELCOME without its session and configuration. */
    public static UnsafeBuffer welcome(int node, long memoryBytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LaneFrame.bytes(WELCOME_BYTES)]);
        LaneFrame.header(buffer, 0, buffer.capacity(), LaneFrame.WELCOME, 0, 0);
        LaneFrame.of(buffer, 0, 0, 0);
        final int body = LaneFrame.body(0);
        buffer.putInt(body, WireLimits.VERSION, LITTLE_ENDIAN);
        buffer.putInt(body + 4, node, LITTLE_ENDIAN);
        LaneFrame.word(buffer, body + 8, memoryBytes);
        return buffer;
    }

    public static int node(DirectBuffer buffer, int at) throws MalformedLaneFrameException {
        final int node = buffer.getInt(LaneFrame.body(at) + 4, LITTLE_ENDIAN);
        if (node <= WireLimits.SERVER_NODE || node > Route.NODE_MAX) {
            throw new MalformedLaneFrameException("a WELCOME for node " + node);
        }
        return node;
    }

    public static long memoryBytes(DirectBuffer buffer, int at) throws MalformedLaneFrameException {
        final long bytes = LaneFrame.word(buffer, LaneFrame.body(at) + 8);
        if (bytes < 16 || bytes % 16 != 0 || bytes >>> Address.OFFSET_BITS != 0) {
            throw new MalformedLaneFrameException("a WELCOME to a memory of " + bytes + " bytes");
        }
        return bytes;
    }
}
