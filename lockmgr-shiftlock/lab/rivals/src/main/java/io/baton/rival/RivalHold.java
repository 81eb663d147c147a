package io.baton.rival;

import io.baton.lock.LockMode;

/** What a client remembers of one lock that it holds or waits for; protocols extend it. Reused by its client. */
public class RivalHold {

    int slot;
    LockMode mode = LockMode.SHARED;
    int reacquisitions;

    /** Of no lock yet. */
    public RivalHold() {
    }

    /** {@return the lock} */
    public final int slot() {
        return slot;
    }

    /** {@return the mode that was asked for, whatever the protocol serves} */
    public final LockMode mode() {
        return mode;
    }
}
