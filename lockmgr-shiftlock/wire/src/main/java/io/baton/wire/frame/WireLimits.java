package io.baton.wire.frame;

/** The limits of the wire, each with its unit in its name; the specification page lists them. */
public final class WireLimits {

    /** The version of everything that the specification page says. */
    public static final int VERSION = 3;
    /** The longest frame in either direction: room for 128 verbs of the longest kind, calls aside. */
    public static final int FRAME_BYTES_MAX = 16 * 1024;
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
    /** The addresses that a lock server tells, in bytes of text. */
    public static final int PLACES_BYTES_MAX = 4096;
    /** The node id of the lock server's own process; client processes have higher ones. */
    public static final int SERVER_NODE = 1;

    private WireLimits() {
    }
}
