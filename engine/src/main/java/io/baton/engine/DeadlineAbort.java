package io.baton.engine;

/** Takes a transaction out of its procedure, because its time is over. */
final class DeadlineAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeadlineAbort() {
        super("the transaction's time is over", null, false, false);
    }
}
