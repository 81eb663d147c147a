package io.baton.rival.qplock;

import io.baton.rival.RivalHold;

/** An MCS descriptor of {@link QpLockTable}: one client's place in one lock's queue. */
abstract class QpLockHold extends RivalHold {

    /** The client still waits for its predecessor. */
    static final int WAITING = -1;

    /**
     * How many acquisitions of the cohort remain, this one included: {@link #WAITING}, 0 (the global lock must be
     * reacquired first), or more. Read and written by the owner only.
     */
    int budget;

    /** Makes the descriptor ready to be queued: nobody behind it, no budget. */
    abstract void prepare();
}
