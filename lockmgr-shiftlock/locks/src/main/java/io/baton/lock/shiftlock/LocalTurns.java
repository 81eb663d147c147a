package io.baton.lock.shiftlock;

import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockCounter;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What a client's {@link ShiftLock} does beside its steps where the clients of a process know of each other. Three
 * steps are added to the protocol:
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
final class LocalTurns {

    /** Longer than most critical sections, so that readers do not disturb those who would be ready anyway. */
    private static final long RECALL_NANOS = 6_000;

    private final ShiftLock lock;
    private final NanoClock clock;
    private final LockCache cache;

    LocalTurns(ShiftLock lock, NanoClock clock, LockCache cache) {
        this.lock = lock;
        this.clock = clock;
        this.cache = cache;
    }

    /** A writer has been queued behind others, and goes to wait: it leads, unless another one does. */
    void beginsToWait(Hold hold) {
        hold.leads = hold.leads || cache.leads(hold.slot);
    }

    /** A writer has not got the lock, or will give up its place. */
    void endLead(Hold hold) {
        if (hold.leads) {
            hold.leads = false;
            cache.endLead(hold.slot);
        }
    }

    /** A leader ends its turn: who of its process gets the lock, or null if it leads no more. */
    @Nullable
    LocalWait heir(Hold hold) {
        if (!hold.is(HoldState.HOLDS_EXCLUSIVE) && !hold.is(HoldState.RELEASES_TO_SUCCESSOR)) {
            endLead(hold);
        } else if (hold.heir == null) {
            hold.heir = cache.heir(hold.slot, hold.consWrt < lock.options.threshold());
            hold.leads = hold.heir != null;
        }
        return hold.heir;
    }

    /** False as long as a writer has queued behind this one whose Successor notice has not arrived. */
    boolean passesOn(Hold hold, LocalWait heir) {
        if (hold.successor == Route.NONE && (hold.is(HoldState.RELEASES_TO_SUCCESSOR) || !putInPlace(hold, heir))) {
            hold.state(HoldState.RELEASES_TO_SUCCESSOR);
            return false;
        }
        lock.counters.count(LockCounter.HANDOVERS);
        hold.leads = false;
        hold.heir = null;
        hold.state(HoldState.IDLE);
        heir.pass(hold);
        return true;
    }

    private boolean putInPlace(Hold hold, LocalWait heir) {
        final boolean placed = lock.steps.passesTo(hold, heir.route());
        lock.checkUnchanged(placed, hold);
        return placed;
    }

    /** Leaves the lock to the agent; false if another client waits. */
    boolean leaveTo(long agentRoute, Hold hold) {
        final boolean left = lock.steps.leavesTo(hold, agentRoute);
        lock.checkUnchanged(left, hold);
        return left;
    }

    /** What RelCnt was before this client's last verb. */
    long foundRelCnt() {
        return lock.entry.high();
    }

    /** Until when a waiting reader waits before it troubles others: once, and then it has told them. */
    long untilRecall(Hold hold, long deadlineNanos) {
        if (hold.keeper != Route.NONE && !hold.patient && recalled(hold)) {
            hold.keeper = Route.NONE;
        }
        if (hold.keeper == Route.NONE) {
            return deadlineNanos;
        }
        hold.patient = false;
        return Waiting.earlier(deadlineNanos, clock.nanoTime() + RECALL_NANOS);
    }

    /** Whether the client in front has been told, or is gone and keeps nothing. */
    private boolean recalled(Hold hold) {
        lock.notice.compose(LockNotice.RECALL, hold.slot, 0, hold.relCnt);
        final SendStatus status = lock.endpoint.send(hold.keeper, lock.notice.composed(), 0, LockNotice.BYTES);
        return status == SendStatus.SENT || status == SendStatus.NO_SUCH_PEER;
    }
}
