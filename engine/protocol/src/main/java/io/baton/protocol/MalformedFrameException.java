package io.baton.protocol;

/** A peer has sent what the protocol does not allow; its connection is to be closed. */
public final class MalformedFrameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message the end of a sentence: a frame of type 77, for example
     */
    public MalformedFrameException(String message) {
        // Peers can make any number of them, so they have no stack trace.
        super(message, null, false, false);
    }
}
