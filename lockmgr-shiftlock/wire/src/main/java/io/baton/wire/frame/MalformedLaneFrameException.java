package io.baton.wire.frame;

/** A peer has sent what the specification does not allow; its lane is closed with this sentence. */
public final class MalformedLaneFrameException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Makes one without a stack trace: the peer is wrong, not this code. */
    public MalformedLaneFrameException(String message) {
        super(message, null, false, false);
    }
}
