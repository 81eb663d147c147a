package io.baton.server.query;

import io.baton.engine.procedure.FailureWithState;
import io.baton.protocol.Reason;

/** A query is not understood, or cannot be answered. */
public final class QueryException extends RuntimeException implements FailureWithState {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    QueryException(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    /** {@return why} */
    public Reason reason() {
        return reason;
    }

    @Override
    public String sqlState() {
        return reason.sqlState();
    }
}
