package io.baton.lock;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes notices for what they are not. */
final class FaultyInbox extends Inbox {

    private final Set<PlantedBug> bugs;

    FaultyInbox(ShiftLock lock, Holds holds, Ghosts ghosts, LockCounters counters, Set<PlantedBug> bugs) {
        super(lock, holds, ghosts, counters);
        this.bugs = bugs;
    }

    @Override
    @Nullable Hold waiting() {
        if (bugs.contains(PlantedBug.ATTEMPT_UNCHECKED)) {
            final Hold hold = holds.get(notice.slot());
            return hold != null && hold.is(HoldState.WAITS_FOR_TURN) ? hold : super.waiting();
        }
        if (bugs.contains(PlantedBug.GRANT_ACCEPTED_TWICE)) {
            final Hold hold = holds.ofAttempt(notice.attempt());
            return hold != null && hold.slot == notice.slot() ? hold : null;
        }
        return super.waiting();
    }
}
