package io.baton.engine.transaction;

import io.baton.engine.procedure.AbortReason;
import org.jspecify.annotations.Nullable;

/** A procedure's own decision to give up, or its mistake. Carries no stack trace: it is an expected outcome. */
public final class UserAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    public UserAbort(@Nullable String message) {
        this(AbortReason.GAVE_UP, message == null ? "the procedure gave up without a message" : message);
    }

    /** What becomes of a procedure that has not found what it was called for. */
    public static UserAbort notFound(@Nullable String message) {
        return new UserAbort(AbortReason.NOT_FOUND, message == null ? "there is no such row" : message);
    }

    private UserAbort(AbortReason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    /**
     * What becomes of a procedure that has promised to read only, and was about to write.
     *
     * @param procedure its name
     * @param what it was about to do, the middle of a sentence
     */
    public static UserAbort readOnly(String procedure, String what) {
        return new UserAbort(AbortReason.READ_ONLY, "procedure " + procedure + " is declared @ReadOnly, but was to "
            + what + "; let it only read, or take the annotation away");
    }

    /** Why. */
    public AbortReason reason() {
        return reason;
    }
}
