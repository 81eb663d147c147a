package io.baton.engine;

/** Assertion mode has caught the engine in a mistake of its own. */
final class AuditFailure extends AssertionError {

    private static final long serialVersionUID = 1L;

    AuditFailure(String message) {
        super(message);
    }
}
