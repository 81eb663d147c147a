package io.baton.wire.frame;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The header of every frame, little-endian; {@code at} is where the frame begins.
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                            length                             |   0
 *  +---------------+---------------+-------------------------------+
 *  |     type      |    status     |             count             |   4
 *  +---------------+---------------+-------------------------------+
 *  |                           endpoint                            |   8
 *  +---------------------------------------------------------------+
 *  |                           sequence                            |  12
 *  +---------------------------------------------------------------+
 *  |                            session                            |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         configuration                         |  24
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                             body                             ...  32
 * </pre>
 */
public final class LaneFrame {

    public static final int HEADER_BYTES = 32;
    /** Frames begin at multiples of this and are filled up with zeros. */
    public static final int ALIGNMENT = 8;

    public static final int HELLO = 1;
    public static final int WELCOME = 2;
    public static final int REFUSED = 3;
    public static final int OPEN = 4;
    public static final int CLOSE = 5;
    public static final int VERBS = 6;
    public static final int ANSWERS = 7;
    public static final int SEND = 8;
    public static final int SENT = 9;
    public static final int NOTICE = 10;
    public static final int CREDIT = 11;
    public static final int WATCH = 12;
    public static final int WATCHED = 13;
    public static final int LOOK = 14;
    public static final int PLACES = 15;

    /** SEND: the receiver's route, before the notice. */
    public static final int ROUTE_BYTES = 8;

    /** WATCH: address, mask, value. */
    public static final int WATCH_BYTES = 24;

    /** What a TLS client begins with, read as the first two bytes of a length. */
    private static final int TLS_MARK = 0x0316;

    private static final int TYPE = 4;
    private static final int STATUS = 5;
    private static final int COUNT = 6;
    private static final int ENDPOINT = 8;
    private static final int SEQUENCE = 12;
    private static final int SESSION = 16;
    private static final int CONFIGURATION = 24;

    private LaneFrame() {
    }

    /** The length of a frame with a body of so many bytes. */
    public static int bytes(int bodyBytes) {
        return HEADER_BYTES + BitUtil.align(bodyBytes, ALIGNMENT);
    }

    public static void header(MutableDirectBuffer buffer, int at, int length, int type, int status, int count) {
        buffer.putInt(at, length, LITTLE_ENDIAN);
        buffer.putInt(at + TYPE, type | status << 8 | count << 16, LITTLE_ENDIAN);
    }

    public static void of(MutableDirectBuffer buffer, int at, int endpoint, int sequence) {
        buffer.putInt(at + ENDPOINT, endpoint, LITTLE_ENDIAN);
        buffer.putInt(at + SEQUENCE, sequence, LITTLE_ENDIAN);
    }

    public static void under(MutableDirectBuffer buffer, int at, long session, long configuration) {
        buffer.putLong(at + SESSION, session, LITTLE_ENDIAN);
        buffer.putLong(at + CONFIGURATION, configuration, LITTLE_ENDIAN);
    }

    public static int body(int at) {
        return at + HEADER_BYTES;
    }

    public static int length(DirectBuffer buffer, int at) {
        return buffer.getInt(at, LITTLE_ENDIAN);
    }

    public static int type(DirectBuffer buffer, int at) {
        return buffer.getByte(at + TYPE) & 0xFF;
    }

    public static int status(DirectBuffer buffer, int at) {
        return buffer.getByte(at + STATUS) & 0xFF;
    }

    public static int count(DirectBuffer buffer, int at) {
        return buffer.getShort(at + COUNT, LITTLE_ENDIAN) & 0xFFFF;
    }

    public static int endpoint(DirectBuffer buffer, int at) {
        return buffer.getInt(at + ENDPOINT, LITTLE_ENDIAN);
    }

    public static int sequence(DirectBuffer buffer, int at) {
        return buffer.getInt(at + SEQUENCE, LITTLE_ENDIAN);
    }

    public static long session(DirectBuffer buffer, int at) {
        return buffer.getLong(at + SESSION, LITTLE_ENDIAN);
    }

    public static long configuration(DirectBuffer buffer, int at) {
        return buffer.getLong(at + CONFIGURATION, LITTLE_ENDIAN);
    }

    public static long word(DirectBuffer buffer, int at) {
        return buffer.getLong(at, LITTLE_ENDIAN);
    }

    public static void word(MutableDirectBuffer buffer, int at, long value) {
        buffer.putLong(at, value, LITTLE_ENDIAN);
    }

    /** Checks a length that a peer has sent, before anything else of the frame is looked at. */
    public static int checkedLength(int length) throws MalformedLaneFrameException {
        if ((length & 0xFFFF) == TLS_MARK) {
            throw new MalformedLaneFrameException("the beginning of TLS, which this address does not have");
        }
        if (length < HEADER_BYTES || length > WireLimits.FRAME_BYTES_MAX || length % ALIGNMENT != 0) {
            throw new MalformedLaneFrameException(
                "a frame of " + length + " bytes; a frame has " + HEADER_BYTES + " to "
                    + WireLimits.FRAME_BYTES_MAX + ", a multiple of " + ALIGNMENT);
        }
        return length;
    }

    /** Checks that a frame is just as long as its kind and count say. */
    public static void checkBody(int length, int bodyBytes, String name) throws MalformedLaneFrameException {
        if (length != bytes(bodyBytes)) {
            throw new MalformedLaneFrameException(
                "a " + name + " of " + length + " bytes where it takes " + bytes(bodyBytes));
        }
    }
}
