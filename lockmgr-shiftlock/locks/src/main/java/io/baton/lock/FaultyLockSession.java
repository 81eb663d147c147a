package io.baton.lock;

import io.baton.fabric.Fabric;
import java.util.Set;

/** A session whose agent has planted bugs. */
final class FaultyLockSession extends LockSession {

    private final Set<PlantedBug> bugs;

    FaultyLockSession(Fabric fabric, long serverRoute, RecoveryOptions options, long life, Set<PlantedBug> bugs) {
        super(fabric, serverRoute, options, life);
        this.bugs = bugs;
    }

    @Override
    byte answerOf(Freeze freeze) {
        return bugs.contains(PlantedBug.HELD_SAID_FROZEN) ? RecoveryNotice.FROZEN : super.answerOf(freeze);
    }

    @Override
    boolean mayConsent() {
        return bugs.contains(PlantedBug.CONSENTS_THOUGH_LOST) || super.mayConsent();
    }

    @Override
    boolean isFrozen(int slot) {
        return !bugs.contains(PlantedBug.FROZEN_LOCK_ACQUIRED) && super.isFrozen(slot);
    }

    @Override
    void nudgeAll() {
        if (!bugs.contains(PlantedBug.LOST_WAKE_UP)) {
            super.nudgeAll();
        }
    }
}
