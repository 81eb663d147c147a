package io.baton.lock.shiftlock;

import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import org.agrona.concurrent.NanoClock;

/**
 * ShiftLock where the clients of a process know of each other. Three steps are added to the protocol:
 * <ul>
 * <li>A writer without a waiter names its process's agent in the tail pointer instead of clearing it: from then on the
 *     agent holds the lock, as if it had acquired it in the writer's place. A writer that queues tells the agent, as it
 *     tells any predecessor.
 * <li>A reader that has waited for a while tells the client that was last in the queue when it came. One notice will
 *     do: no writer can leave its lock to an agent while a reader waits, so if the agent has the lock it had it then.
 * <li>A writer passes its turn on to another one of its process, which has not queued at the server: with its
 *     successor if it knows one, otherwise by naming the other in the tail pointer in its own place. To everybody
 *     else this is one writer that takes its time; among writers in a row it counts as one more.
 * </ul>
 */
final class CachingShiftLock extends ShiftLock {

    /** Longer than most critical sections, so that readers do not disturb those who would be ready anyway. */
    private static final long RECALL_NANOS = 6_000;

    private final NanoClock clock;
    private final LockCache cache;

    CachingShiftLock(EntrySteps steps, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options,
            NanoClock clock, LockCache cache) {
        super(steps, waiting, holds, counters, options);
        this.clock = clock;
        this.cache = cache;
    }

    @Override
    LockOutcome writerAcquire(Hold hold, long deadlineNanos) {
        final LockOutcome outcome = super.writerAcquire(hold, deadlineNanos);
        if (outcome != LockOutcome.GRANTED) {
            endLead(hold);
        }
        return outcome;
    }

    @Override
    void beginsToWait(Hold hold) {
        hold.leads = hold.leads || cache.leads(hold.slot);
    }

    @Override
    boolean tryEndTurn(Hold hold) {
        if (hold.leads && !hold.is(HoldState.HOLDS_EXCLUSIVE) && !hold.is(HoldState.RELEASES_TO_SUCCESSOR)) {
            endLead(hold);
        }
        if (!hold.leads) {
            return super.tryEndTurn(hold);
        }
        if (hold.heir == null) {
            hold.heir = cache.heir(hold.slot, hold.consWrt < options.threshold());
            hold.leads = hold.heir != null;
        }
        return hold.heir == null ? super.tryEndTurn(hold) : passesOn(hold, hold.heir);
    }

    private void endLead(Hold hold) {
        if (hold.leads) {
            hold.leads = false;
            cache.endLead(hold.slot);
        }
    }

    /** False as long as a writer has queued behind this one whose Successor notice has not arrived. */
    private boolean passesOn(Hold hold, LocalWait heir) {
        if (hold.successor == Route.NONE && (hold.is(HoldState.RELEASES_TO_SUCCESSOR) || !putInPlace(hold, heir))) {
            hold.state(HoldState.RELEASES_TO_SUCCESSOR);
            return false;
        }
        counters.count(LockCounter.HANDOVERS);
        hold.leads = false;
        hold.heir = null;
        hold.state(HoldState.IDLE);
        heir.pass(hold);
        return true;
    }

    private boolean putInPlace(Hold hold, LocalWait heir) {
        final boolean placed = steps.passesTo(hold, heir.route());
        checkUnchanged(placed, hold);
        return placed;
    }

    /** Leaves the lock to the agent; false if another client waits. */
    boolean leaveTo(long agentRoute, Hold hold) {
        final boolean left = steps.leavesTo(hold, agentRoute);
        checkUnchanged(left, hold);
        return left;
    }

    /** What RelCnt was before this client's last verb. */
    long foundRelCnt() {
        return entry.high();
    }

    @Override
    boolean readerEnters(Hold hold) {
        final boolean entered = super.readerEnters(hold);
        hold.ahead = entered ? Route.NONE : steps.tail();
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
        super.awaitFlip(hold, address, Waiting.earlier(deadlineNanos, clock.nanoTime() + RECALL_NANOS));
    }

    /** Whether the client in front has been told, or is gone and keeps nothing. */
    private boolean recalled(Hold hold) {
        notice.compose(LockNotice.RECALL, hold.slot, 0, hold.relCnt);
        return switch (endpoint.send(hold.ahead, notice.composed(), 0, LockNotice.BYTES)) {
            case SENT, NO_SUCH_PEER -> true;
            case MAILBOX_FULL, UNKNOWN -> false;
        };
    }
}
