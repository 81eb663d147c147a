package io.baton.engine;

import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.FailureText;
import java.util.Optional;

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

    /**
     * Tells whether an engine has stopped, without a call.
     *
     * @param engine the engine
     * @return what its calls are refused with, or nothing if it works
     */
    public static Optional<EngineStoppedException> of(Engine engine) {
        return Optional.ofNullable(engine.config().state().cause()).map(EngineStoppedException::new);
    }

    /** Throws if the engine has stopped. */
    static void check(EngineState state) {
        final Throwable why = state.cause();
        if (why != null) {
            throw new EngineStoppedException(why);
        }
    }
}
