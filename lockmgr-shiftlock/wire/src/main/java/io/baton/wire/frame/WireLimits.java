package io.baton.wire.frame;

/** The limits of the wire, each with its unit in its name; the specification page lists them. */
public final class WireLimits {

    /** The version of everything that the specification page says. */
    public static final int VERSION = 1;
    /** The longest frame: 128 verbs of the longest kind, and room for the next version. */
    public static final int FRAME_BYTES_MAX = 16 * 1024;
    /** The longest answer to a frame of verbs. */
    public static final int ANSWER_BYTES_MAX = Frame.HEADER_BYTES + 128 * 16;
    /** Bytes that a lane's socket may lag behind in either direction, in this process's memory. */
    public static final int BACKLOG_BYTES_MAX = 64 * 1024;
    /** Capacity of one direction of a lane in shared memory; a record takes at most an eighth. */
    public static final int RING_BYTES = 8 * FRAME_BYTES_MAX;
    /** Endpoints of a lane. */
    public static final int ENDPOINTS_MAX = 1 << 14;
    /** Notices that an endpoint has been sent and has not taken. */
    public static final int MAILBOX_NOTICES_MAX = 128;
    /** After so many notices taken the endpoint says so. */
    public static final int CREDIT_NOTICES = MAILBOX_NOTICES_MAX / 2;
    /** Lanes of a lock server, unless told otherwise. */
    public static final int LANES_MAX = 4096;
    /** How long a new lane may take to say hello. */
    public static final long HANDSHAKE_NANOS_MAX = 5_000_000_000L;
    /** The node id of the lock server's own process; client processes have higher ones. */
    public static final int SERVER_NODE = 1;
    /** Bits of an address that are an offset in one server's memory; the server's number is above them. */
    public static final int OFFSET_BITS = 48;
    /** Lock servers of one fabric. */
    public static final int SERVERS_MAX = 1 << 15;

    private WireLimits() {
    }
}
