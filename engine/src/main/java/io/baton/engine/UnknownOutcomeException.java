package io.baton.engine;

/** It is unknown whether a call was committed: see {@link Outcome.Unknown}. */
public final class UnknownOutcomeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownOutcomeException(String message) {
        super(message);
    }

    /** {@return the five characters by which SQL knows that: those of {@link Outcome.Unknown}} */
    public String sqlState() {
        return Outcome.Unknown.SQL_STATE;
    }
}
