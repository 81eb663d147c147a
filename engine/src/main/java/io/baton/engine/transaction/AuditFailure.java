package io.baton.engine.transaction;

/** Assertion mode has caught the engine in a mistake of its own. */
public final class AuditFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    AuditFailure(String message) {
        super(message);
    }
}
