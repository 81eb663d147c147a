package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import org.jspecify.annotations.Nullable;

/** A procedure gave up or failed; nothing was written. If its code failed, the cause is what it threw. */
public final class ProcedureAbortedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    ProcedureAbortedException(AbortReason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** {@return why} */
    public AbortReason reason() {
        return reason;
    }
}
