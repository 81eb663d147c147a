package io.baton.engine.transaction;

/**
 * Takes a transaction out of its procedure, because a lock could neither be had at once nor be waited for. One
 * instance a coordinator, without stack trace: it is an expected outcome.
 */
public final class Restart extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Restart() {
        super("the transaction restarts", null, false, false);
    }
}
