package io.baton.workload;

/**
 * Draws calls of a workload's procedures for a caller in another process, and judges how they end. One thread at a
 * time.
 */
public interface CallSource {

    /** Draws the next call. */
    void next();

    /**
     * Returns what to call.
     *
     * @return the name of the procedure that was drawn
     */
    String procedure();

    /**
     * Returns what to call it with.
     *
     * @return the arguments that were drawn, good until the next draw
     */
    Object[] arguments();

    /**
     * Takes note that the call was committed.
     *
     * @param result what the procedure returned, as the caller got it
     */
    void committed(Object result);

    /**
     * Judges a procedure that gave up.
     *
     * @param message what it gave as its reason
     * @return whether the workload wants some of its calls to end so; if not, the call failed
     */
    boolean rollsBack(String message);

    /**
     * Tells what its committed calls have changed of that which the workload's check compares the data with.
     *
     * @return a sum since the beginning, for {@link EngineWorkload#calledElsewhere}
     */
    default long effect() {
        return 0;
    }
}
