package io.baton.engine.transaction;

import org.jspecify.annotations.Nullable;

/** A procedure's own decision to give up. Carries no stack trace: it is an expected outcome. */
public final class UserAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UserAbort(@Nullable String reason) {
        super(reason == null ? "the procedure gave up without a message" : reason, null, false, false);
    }
}
