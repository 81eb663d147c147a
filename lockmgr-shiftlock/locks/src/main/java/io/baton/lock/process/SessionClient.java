package io.baton.lock.process;

/** A client as its process's {@link LockSession} sees it: one that can be asked to stand still at a lock. */
public interface SessionClient {

    /** {@return the route where the client gets its notices} */
    long route();

    /** {@return a name for descriptions, which no other client of the process has} */
    String name();

    /** Wakes the client if it waits for another one of its process. Called by any thread. */
    void ring();

    /** {@return whether it is asked when all others have answered, because they may leave to it what they hold} */
    default boolean isAskedLast() {
        return false;
    }

    /**
     * Answers for the client unless it is in the middle of an operation; then it answers itself ({@link
     * LockSession#attend}). Called by the session's agent.
     *
     * @return whether it has been answered
     */
    boolean freezeIfIdle(Freeze freeze);

    /**
     * Lets what this client has under way at the lock stand still. Called under the client's latch.
     *
     * @return whether it holds the lock, so that nothing stands still
     */
    boolean freeze(Freeze freeze);
}
