package io.baton.lock;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import org.agrona.concurrent.NanoClock;

/**
 * ShiftLock where processes keep locks. Two steps are added to the protocol:
 * <ul>
 * <li>A writer that nobody waits for names its process's agent in the tail pointer instead of clearing it: from then
 *     on the agent holds the lock, as if it had acquired it in the writer's place. Whoever queues tells the agent, as
 *     it tells any predecessor.
 * <li>A reader that has waited for a while tells whoever was the last in the queue when it came. One notice will do:
 *     no writer can leave its lock to an agent while a reader waits, so if the agent has the lock it had it then.
 * </ul>
 */
class CachingShiftLock extends ShiftLock {

    /** Longer than most critical sections, so that readers do not disturb those who would be ready anyway. */
    static final long RECALL_NANOS = 6_000;

    private static final CasMasks LEAVE_TO_AGENT = new CasMasks(
        LockEntry.TAIL_MASK | LockEntry.READERS_MASK, LockEntry.ALL, LockEntry.TAIL_MASK, 0);

    private final NanoClock clock;

    CachingShiftLock(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options,
            NanoClock clock) {
        super(endpoint, waiting, holds, counters, options);
        this.clock = clock;
    }

    /** Leaves the lock to the agent; false if somebody waits. */
    boolean leaveTo(long agentRoute, Hold hold) {
        final boolean left = endpoint.extCas(LockEntry.address(hold.slot), LEAVE_TO_AGENT,
            self, hold.relCnt, LockEntry.tailBits(agentRoute), 0, entry);
        check(left || entry.high() == hold.relCnt, "the release count changed under a writer", hold);
        return left;
    }

    /** What RelCnt was before this client's last verb. */
    long foundRelCnt() {
        return entry.high();
    }

    @Override
    boolean readerEnters(Hold hold) {
        final boolean entered = super.readerEnters(hold);
        hold.ahead = entered ? Route.NONE : LockEntry.tail(entry.low());
        hold.patient = true;
        return entered;
    }

    @Override
    void awaitFlip(Hold hold, long address, long deadlineNanos) {
        if (hold.ahead != Route.NONE && !hold.patient && recalled(hold)) {
            hold.ahead = Route.NONE;
        }
        if (hold.ahead == Route.NONE) {
            super.awaitFlip(hold, address, deadlineNanos);
            return;
        }
        hold.patient = false;
        final long round = clock.nanoTime() + RECALL_NANOS;
        final boolean last = deadlineNanos != Endpoint.NO_DEADLINE && deadlineNanos - round < 0;
        super.awaitFlip(hold, address, last ? deadlineNanos : round);
    }

    /** Whether whom it concerns has been told, or is gone and keeps nothing. */
    private boolean recalled(Hold hold) {
        notice.compose(LockNotice.RECALL, hold.slot, 0, hold.relCnt);
        return switch (endpoint.send(hold.ahead, notice.composed(), 0, notice.length())) {
            case SENT, NO_SUCH_PEER -> true;
            case MAILBOX_FULL, UNKNOWN -> false;
        };
    }
}
