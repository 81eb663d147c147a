package io.baton.engine;

/**
 * Takes a transaction out of its procedure, because a lock could neither be had at once nor be waited for. One
 * instance a coordinator, without stack trace: it is an expected outcome.
 */
final class Restart extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Restart() {
        super("the transaction restarts", null, false, false);
    }
}
