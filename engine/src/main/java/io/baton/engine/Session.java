package io.baton.engine;

/**
 * One caller's place at an engine: calls run on the caller's own thread, one after the other, with a lock client of
 * their own. One thread at a time. For calls from many threads without a session, see {@link Engine#call}.
 */
public final class Session implements AutoCloseable {

    private final Engine engine;
    private final Coordinator coordinator;
    private boolean closed;

    Session(Engine engine, Coordinator coordinator) {
        this.engine = engine;
        this.coordinator = coordinator;
    }

    /**
     * Calls a procedure and tells how the call ended.
     *
     * @param procedure the procedure, registered with this session's engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return the outcome
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the session or the engine is closed
     */
    public <R> Outcome<R> execute(Procedure<R> procedure, Object... arguments) {
        if (closed) {
            throw new IllegalStateException("the session is closed; open a new one");
        }
        engine.check(procedure);
        return coordinator.call(procedure, arguments);
    }

    /**
     * Calls a procedure and returns its result.
     *
     * @param procedure the procedure, registered with this session's engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return what it returned
     * @throws ProcedureAbortedException if the procedure gave up or its code failed
     * @throws SystemAbortedException if the engine gave up
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the session or the engine is closed
     */
    public <R> R call(Procedure<R> procedure, Object... arguments) {
        return result(execute(procedure, arguments));
    }

    /**
     * Returns how often the calls of this session had to start over.
     *
     * @return the count since the session was opened
     */
    public long restarts() {
        return coordinator.restarts();
    }

    /** Gives the place back. Closing twice does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            engine.giveBack(coordinator);
        }
    }

    static <R> R result(Outcome<R> outcome) {
        return switch (outcome) {
            case Outcome.Committed<R>(R result) -> result;
            case Outcome.AbortedByProcedure<R> aborted ->
                throw new ProcedureAbortedException(aborted.message(), aborted.cause());
            case Outcome.AbortedBySystem<R> aborted -> throw new SystemAbortedException(aborted.reason());
            case Outcome.Unknown<R> unknown -> throw new IllegalStateException(unknown.reason());
        };
    }
}
