package io.baton.protocol;

/** How a call ended, for its client. The set is closed. */
public enum OutcomeKind {
    /** Everything was written. */
    COMMITTED(0),
    /** The procedure gave up or failed; nothing was written. */
    ABORTED_BY_PROCEDURE(1),
    /** The engine gave up; nothing was written. */
    ABORTED_BY_SYSTEM(2),
    /** Nobody can tell. */
    UNKNOWN(3),
    /** The call never began. */
    REFUSED(4),
    /** Everything was written, but the result cannot be sent. */
    RESULT_LOST(5);

    private static final OutcomeKind[] KINDS = values();

    private final int code;

    OutcomeKind(int code) {
        this.code = code;
    }

    /** {@return what stands for it in a frame; they are numbered in order, from 0} */
    public int code() {
        return code;
    }

    static OutcomeKind of(int code) {
        if (code >= KINDS.length) {
            throw new MalformedFrameException("an outcome of " + code);
        }
        return KINDS[code];
    }
}
