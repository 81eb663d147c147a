package io.baton.engine;

import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.FailureText;

/**
 * The engine has stopped: something failed while a transaction was being applied to the tables or while locks were
 * given back, so that they can no longer be trusted; or the log of a durable engine failed. The cause says what. Close
 * the engine.
 */
public final class EngineStoppedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    EngineStoppedException(Throwable cause) {
        super("the engine has stopped, because its tables, locks or log can no longer be trusted after "
            + FailureText.of(cause) + "; close it and open a new one", cause);
    }

    /** Throws if the engine has stopped. */
    static void check(EngineState state) {
        final Throwable why = state.cause();
        if (why != null) {
            throw new EngineStoppedException(why);
        }
    }
}
