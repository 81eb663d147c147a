package io.baton.engine;

/** A procedure's own decision to give up. Carries no stack trace: it is an expected outcome. */
final class UserAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    UserAbort(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
