package io.baton.rival.qplock;

import io.baton.fabric.Route;

/** A descriptor of the remote cohort; notices write into it, received by its owner. */
final class QpLockRemoteHold extends QpLockHold {

    /** Who comes next, or {@link Route#NONE} while that is unknown. */
    long successor;

    @Override
    void prepare() {
        budget = WAITING;
        successor = Route.NONE;
    }
}
