package io.baton.lock;

import io.baton.fabric.Endpoint;
import java.util.Set;

/** A client with planted bugs. */
final class FaultyClient extends RecoverableClient {

    private static final long RETRY_NANOS = 1_000;

    private final Set<PlantedBug> bugs;

    FaultyClient(ShiftLockTable table, Endpoint endpoint, ShiftLockTable.ProtocolFactory protocol,
            Set<PlantedBug> bugs) {
        this.bugs = bugs;
        super(table, endpoint, protocol);
        if (has(PlantedBug.ATTEMPTS_REUSED)) {
            holds.attemptsFrom(0);
        }
    }

    private boolean has(PlantedBug bug) {
        return bugs.contains(bug);
    }

    @Override
    boolean isLost() {
        if (!has(PlantedBug.LOSS_UNNOTICED) || !super.isLost()) {
            return super.isLost();
        }
        backOff(RETRY_NANOS);
        return false;
    }

    @Override
    void forgetAll() {
        if (!has(PlantedBug.LOST_LOCKS_KEPT)) {
            super.forgetAll();
        }
    }

    @Override
    boolean freezeIfIdle(Freeze freeze) {
        if (!super.freezeIfIdle(freeze)) {
            if (!has(PlantedBug.BUSY_CLIENT_NOT_ASKED)) {
                return false;
            }
            freeze.answered(this, false);
        }
        return true;
    }

    @Override
    boolean freeze(Hold hold, Freeze freeze) {
        return !(has(PlantedBug.SHARED_HOLD_FORGOTTEN) && hold.is(HoldState.HOLDS_SHARED))
            && !(has(PlantedBug.GHOSTS_NOT_FROZEN) && hold.ghost)
            && super.freeze(hold, freeze);
    }
}
