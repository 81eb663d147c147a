package io.baton.trial;

/** A promise of the locks was broken. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
