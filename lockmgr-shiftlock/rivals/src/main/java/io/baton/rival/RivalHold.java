package io.baton.rival;

import io.baton.lock.LockMode;

/** What a client remembers of one lock that it holds or waits for; protocols extend it. Reused by its client. */
class RivalHold {

    int slot;
    /** The mode that was asked for, whatever the protocol serves. */
    LockMode mode = LockMode.SHARED;
    int reacquisitions;
}
