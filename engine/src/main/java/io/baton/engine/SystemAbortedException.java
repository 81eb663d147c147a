package io.baton.engine;

import io.baton.engine.procedure.AbortReason;

/** The engine gave up on a call; nothing was written. */
public final class SystemAbortedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    SystemAbortedException(AbortReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** {@return why; it says whether the same call may succeed later} */
    public AbortReason reason() {
        return reason;
    }
}
