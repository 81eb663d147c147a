package io.baton.lock;

import io.baton.fabric.Endpoint;

/** How a client waits. While it has ghosts, whoever looks after them may use the endpoint meanwhile. */
interface Waiting {

    /** Waits for a notice, as {@link Endpoint#awaitNotice}; may return early. */
    void awaitNotice(long deadlineNanos);

    /** Waits for bits of a word, as {@link Endpoint#awaitWord}; may return early. */
    void awaitWord(long address, long mask, long value, long deadlineNanos);

    /** Tells whether a deadline is over. */
    boolean over(long deadlineNanos);

    /** Waits for a short while, or until a notice arrives, in the middle of a step: nothing else is done for this client meanwhile. */
    void backOff(long nanos);

    /** Takes all notices out of the mailbox and stores what they say in the holds that they name. */
    void drain();
}
