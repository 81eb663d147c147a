package io.baton.protocol;

import java.time.Duration;

/** Limits of the protocol that are the same for all servers and clients. */
public final class ProtocolLimits {

    /** The version that this code speaks. */
    public static final int VERSION = 3;
    /** The largest first frame of a connection, and the least that a peer must take. */
    public static final int HELLO_BYTES_MAX = 4 << 10;
    /** What each side takes unless told otherwise. */
    public static final int FRAME_BYTES_DEFAULT = 1 << 20;
    /** The largest frame that a side can be told to take. */
    public static final int FRAME_BYTES_MOST = 64 << 20;
    /** How deep records and lists may be nested. */
    public static final int DEPTH_MAX = 16;
    /** The largest unscaled value of a decimal. */
    public static final int DECIMAL_BYTES_MAX = 512;
    /** The largest scale of a decimal, and the least but for its sign. */
    public static final int DECIMAL_SCALE_MAX = 10_000;
    /** The largest text. */
    public static final int TEXT_BYTES_MAX = 65_535;
    /** The most arguments of a call, or components of a record. */
    public static final int COMPONENTS_MAX = 65_535;
    /** The most endpoints that a server names. */
    public static final int ENDPOINTS_MAX = 16;

    private static final Duration TIME_MAX = Duration.ofDays(3_650);

    private ProtocolLimits() {
    }

    /**
     * Checks a limit of frames.
     *
     * @param bytes of the largest frame
     * @return the same
     * @throws IllegalArgumentException if that is not 4 KiB to 64 MiB
     */
    public static int checkFrameBytes(int bytes) {
        if (bytes < HELLO_BYTES_MAX || bytes > FRAME_BYTES_MOST) {
            throw new IllegalArgumentException(
                bytes + " bytes of a frame: give " + HELLO_BYTES_MAX + " to " + FRAME_BYTES_MOST);
        }
        return bytes;
    }

    /**
     * Checks a limit of time.
     *
     * @param what it limits, for the message
     * @param time how long
     * @return the same, or ten years if it is longer, so that sums in nanoseconds do not overflow
     * @throws IllegalArgumentException if it is not more than zero
     */
    public static Duration checkTime(String what, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(what + " of " + time + ": give more than zero");
        }
        return time.compareTo(TIME_MAX) > 0 ? TIME_MAX : time;
    }
}
