package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;

/** How a client waits. While it has ghosts, the agent may use the endpoint meanwhile. */
interface Waiting {

    /** Waits for a notice, as {@link Endpoint#awaitNotice}; may return early. */
    void awaitNotice(long deadlineNanos);

    /** The same for a client that waits for its turn, and has no use yet for its successor's name. */
    void awaitTurn(long deadlineNanos);

    /** Waits for bits of a word, as {@link Endpoint#awaitWord}; may return early. */
    void awaitWord(long address, long mask, long value, long deadlineNanos);

    /** The time by the fabric's clock. */
    long nanoTime();

    /** Whether another thread wants the wait for a lock to end. */
    boolean isCancelled();

    /** Whether a wait is over: it has a deadline, and that has passed, or the wait is cancelled. */
    default boolean over(long deadlineNanos) {
        return deadlineNanos != Endpoint.NO_DEADLINE && (isCancelled() || nanoTime() - deadlineNanos >= 0);
    }

    /** A deadline, or another time if that comes earlier. */
    static long earlier(long deadlineNanos, long other) {
        return deadlineNanos == Endpoint.NO_DEADLINE || other - deadlineNanos < 0 ? other : deadlineNanos;
    }

    /**
     * Makes room in the mailbox, because the client whose own is full may wait for that, and waits for a short
     * while, in the middle of a step. What was received here ends the next wait for a notice at once.
     */
    void backOff(long nanos);

    /**
     * Checks that the process's session is not over, if it has one.
     *
     * @throws io.baton.fabric.ConnectionLostException if it is
     */
    void checkSession();

    /** All that the client remembers, for the message of a violated invariant. */
    String describe();

    /** Takes all notices out of the mailbox and stores what they say in the holds that they name. */
    void drain();
}
