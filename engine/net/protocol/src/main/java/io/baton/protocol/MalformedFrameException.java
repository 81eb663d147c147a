package io.baton.protocol;

/** A peer has sent what the protocol does not allow; its connection is to be closed. */
public final class MalformedFrameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean http;

    /**
     * Says what is wrong.
     *
     * @param message the end of a sentence: a frame of type 77, for example
     */
    public MalformedFrameException(String message) {
        this(message, false);
    }

    private MalformedFrameException(String message, boolean http) {
        // Peers can make any number of them, so they have no stack trace.
        super(message, null, false, false);
        this.http = http;
    }

    /** Of a peer that answers as a web server does. */
    static MalformedFrameException ofHttp() {
        return new MalformedFrameException("an answer of HTTP, which is not spoken here", true);
    }

    /** {@return whether the peer speaks HTTP} */
    public boolean isHttp() {
        return http;
    }
}
