package io.baton.trial;

/** A promise of the locks was broken. */
final class BrokenPromise extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenPromise(String message) {
        super(message);
    }
}
