package io.baton.wire.frame;

/** Why a lock server does not do what a frame asks: the status of REFUSED. */
public enum Refusal {
    /** Never sent. */
    NONE(0, "without a reason"),
    /** The peer speaks another version. */
    VERSION(1, "it speaks another version of the protocol; use the same release on both sides"),
    /** The session is over, or never was. */
    SESSION(2, "the session is over or unknown; begin a new one"),
    /** The frame belongs to another configuration. */
    CONFIGURATION(3, "the configuration has changed; begin a new session"),
    /** Another lane has the node id. */
    NODE(4, "the node id is in use; name all lock servers in the same order in every process"),
    /** The lane has no TLS, and the lock server wants it. */
    TLS(5, "it wants TLS; give this process a certificate, its key, and the authorities that it trusts");

    private final int code;
    private final String sentence;

    Refusal(int code, String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    public int code() {
        return code;
    }

    public static Refusal of(int code) {
        for (final Refusal each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        return NONE;
    }

    public String sentence() {
        return sentence;
    }
}
