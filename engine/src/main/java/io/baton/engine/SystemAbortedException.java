package io.baton.engine;

/** The engine gave up on a call; nothing was written, and the same call may succeed later. */
public final class SystemAbortedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SystemAbortedException(String reason) {
        super(reason);
    }
}
