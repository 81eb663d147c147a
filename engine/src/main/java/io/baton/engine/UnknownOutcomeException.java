package io.baton.engine;

/** Nobody can tell whether a call was committed: see {@link Outcome.Unknown}. */
public final class UnknownOutcomeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownOutcomeException(String message) {
        super(message);
    }
}
