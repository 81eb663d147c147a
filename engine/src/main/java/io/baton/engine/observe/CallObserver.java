package io.baton.engine.observe;

/**
 * Is told of every call of an engine that has ended. Called by the call's thread, when no lock is held any more (but by
 * a transaction of several calls, of which it is one) and before its caller has the answer: it must be quick, must not
 * wait and must not throw. Thread-safe.
 */
@FunctionalInterface
public interface CallObserver {

    /**
     * A call has ended.
     *
     * @param procedure the procedure's name
     * @param end how it has ended
     * @param sqlState the five characters by which SQL knows the reason; 00000 if it has a result
     * @param nanos how long it took since it had a thread: waits for a place, for locks and for the disk among them
     * @param restarts how often it had to start over
     */
    void ended(String procedure, CallEnd end, String sqlState, long nanos, long restarts);
}
