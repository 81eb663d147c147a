package io.baton.engine.transaction;

/**
 * Takes a transaction out of its procedure, or a caller out of its wait for a place, because the engine gives up on the
 * call. Carries no stack trace: it is an expected outcome.
 */
public final class SystemAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    /** Makes one. The message goes on behind the procedure's name. */
    public SystemAbort(AbortReason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    public AbortReason reason() {
        return reason;
    }
}
