package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import org.jspecify.annotations.Nullable;

/**
 * A client whose process keeps locks or passes them on: it asks there first, leaves there what others do not wait for,
 * and takes its turn behind another client of the process where one is queued already.
 */
final class CachingClient extends ShiftLockClient {

    private final LockCache cache;
    private final CachingShiftLock caching;
    private final LocalWait wait;
    private @Nullable CacheAgent agent;

    CachingClient(ShiftLockTable table, Endpoint endpoint, LockCache cache) {
        super(table, endpoint);
        this.cache = cache;
        this.caching = (CachingShiftLock) lock;
        this.wait = new LocalWait(table.fabric().doorbell(), endpoint.route());
    }

    @Override
    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        if (hasPlace(slot)) {
            return super.acquireInside(slot, mode, deadlineNanos);
        }
        return switch (cache.acquire(slot, mode, wait)) {
            case GRANTED -> granted(slot, mode);
            case QUEUED -> {
                counters.count(LockCounter.WAITS);
                yield awaitGrant(slot, deadlineNanos) ? granted(slot, mode) : LockOutcome.DEADLINE;
            }
            case LED -> awaitTurn(slot, deadlineNanos);
            case ABSENT, BUSY -> super.acquireInside(slot, mode, deadlineNanos);
        };
    }

    /**
     * Whether this client has the lock already, or has left a ghost in its queue. A ghost's place is the client's own,
     * and it must not have two: a notice that is meant for the one would find the other.
     */
    private boolean hasPlace(int slot) {
        return holds.get(slot) != null || (latched && ghosts.find(slot) != null);
    }

    @Override
    public void wake() {
        super.wake();
        wait.bell().ring();
    }

    @Override
    LockOutcome tryInside(int slot, LockMode mode) {
        if (hasPlace(slot)) {
            return super.tryInside(slot, mode);
        }
        return switch (cache.tryAcquire(slot, mode)) {
            case GRANTED -> granted(slot, mode);
            case BUSY -> {
                counters.count(LockCounter.BUSY);
                yield LockOutcome.BUSY;
            }
            case ABSENT, QUEUED, LED -> super.tryInside(slot, mode);
        };
    }

    @Override
    LockOutcome upgrade(Hold hold) {
        if (!hold.local || hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return super.upgrade(hold);
        }
        if (!cache.upgrade(hold.slot)) {
            counters.count(LockCounter.BUSY);
            return LockOutcome.BUSY;
        }
        counters.count(LockCounter.UPGRADES);
        hold.state(HoldState.HOLDS_EXCLUSIVE);
        return LockOutcome.GRANTED;
    }

    @Override
    void giveBack(Hold hold) {
        drain();
        if (!givesBackAtOnce(hold)) {
            lock.endTurn(hold);
        }
    }

    /** What has no waiter first; the rest waits for all Successor notices together. */
    @Override
    public void releaseAll() {
        if (holds.size() == 0) {
            return;
        }
        enter(0);
        try {
            drain();
            for (int i = holds.size() - 1; i >= 0; i--) {
                final Hold hold = holds.at(i);
                if (givesBackAtOnce(hold)) {
                    holds.end(hold);
                }
            }
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
        super.releaseAll();
    }

    private LockOutcome granted(int slot, LockMode mode) {
        final Hold hold = holds.begin(slot);
        hold.local = true;
        hold.state(mode == LockMode.SHARED ? HoldState.HOLDS_SHARED : HoldState.HOLDS_EXCLUSIVE);
        counters.count(LockCounter.ACQUISITIONS);
        counters.count(LockCounter.LOCAL_ACQUISITIONS);
        return LockOutcome.GRANTED;
    }

    private boolean awaitGrant(int slot, long deadlineNanos) {
        if (!awaitEnd(slot, deadlineNanos)) {
            if (cache.isOver(slot)) {
                agent().ring();
            }
            return false;
        }
        wait.forget();
        return true;
    }

    /** Waits behind another client of the process; false if the deadline has passed before. */
    private boolean awaitEnd(int slot, long deadlineNanos) {
        long untilNanos = deadlineNanos;
        while (wait.state() == LocalWait.State.WAITS) {
            if (over(untilNanos)) {
                if (cache.leaveQueue(slot, wait)) {
                    wait.forget();
                    return false;
                }
                // It has been chosen, and is told as soon as the one that chose it knows its own successor.
                untilNanos = NO_DEADLINE;
            }
            awaitBell(untilNanos);
        }
        return true;
    }

    /**
     * A turn that another client of the process passes on, or else this client's own place in the server's queue. The
     * hold is begun before, so that a Successor notice finds it that comes before this client knows of its turn.
     */
    private LockOutcome awaitTurn(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        hold.state(HoldState.WAITS_FOR_TURN);
        counters.count(LockCounter.WAITS);
        if (!awaitEnd(slot, deadlineNanos)) {
            holds.end(hold);
            return LockOutcome.DEADLINE;
        }
        hold.leads = true;
        final boolean asksServer = wait.state() == LocalWait.State.LEADS;
        if (!asksServer) {
            takeTurn(hold);
        }
        wait.forget();
        return asksServer ? settle(hold, lock.writerAcquire(hold, deadlineNanos)) : LockOutcome.GRANTED;
    }

    private void takeTurn(Hold hold) {
        // So that all of the hold is forgotten when it ends.
        holds.nameAttempt(hold);
        hold.knowsOf(wait);
        if (wait.successor != Route.NONE) {
            hold.successor = wait.successor;
            hold.successorAttempt = wait.successorAttempt;
        }
        hold.state(HoldState.HOLDS_EXCLUSIVE);
        counters.count(LockCounter.ACQUISITIONS);
        counters.count(LockCounter.LOCAL_ACQUISITIONS);
    }

    /** Waits until another client of the process rings; may return early. */
    private void awaitBell(long deadlineNanos) {
        if (latched) {
            awaitWithoutLatch(wait.bell()::await, deadlineNanos);
        } else {
            wait.bell().await(deadlineNanos);
        }
    }

    /** Gives a lock back if it has no waiter; otherwise it has begun to, or knows its successor. */
    private boolean givesBackAtOnce(Hold hold) {
        if (hold.local) {
            giveBackLocal(hold);
            return true;
        }
        if (hold.is(HoldState.HOLDS_SHARED)) {
            lock.readerRelease(hold);
            noteUse(hold.slot, hold.relCnt, caching.foundRelCnt());
            return true;
        }
        if (hold.leads) {
            cache.shared(hold.slot);
            return lock.tryEndTurn(hold);
        }
        return hold.successor == Route.NONE ? leavesToProcess(hold) || endsAlone(hold) : isShared(hold.slot);
    }

    private boolean endsAlone(Hold hold) {
        if (!lock.endsAlone(hold)) {
            return isShared(hold.slot);
        }
        noteUse(hold.slot, hold.relCnt, hold.relCnt);
        return true;
    }

    private boolean isShared(int slot) {
        cache.shared(slot);
        return false;
    }

    private void giveBackLocal(Hold hold) {
        hold.local = false;
        if (cache.release(hold.slot, hold.is(HoldState.HOLDS_SHARED) ? LockMode.SHARED : LockMode.EXCLUSIVE)) {
            agent().ring();
        }
    }

    /** A client that has waited has met others. */
    private boolean leavesToProcess(Hold hold) {
        if (hold.attempt != 0 || !cache.offers(hold)) {
            return false;
        }
        if (!caching.leaveTo(agent().route(), hold)) {
            cache.refused(hold.slot);
            return false;
        }
        hold.state(HoldState.IDLE);
        if (cache.arrived(hold)) {
            agent().ring();
        }
        return true;
    }

    /** RelCnt has been advanced by one, and by no other since the lock was acquired if it was found as it was. */
    private void noteUse(int slot, long acquiredRelCnt, long foundRelCnt) {
        if (acquiredRelCnt == foundRelCnt) {
            cache.used(slot, foundRelCnt, LockEntry.advance(foundRelCnt, 1));
        } else {
            cache.shared(slot);
        }
    }

    @Override
    String describe(long nowNanos) {
        return super.describe(nowNanos) + " " + wait;
    }

    private CacheAgent agent() {
        CacheAgent known = agent;
        if (known == null) {
            known = table.cacheAgent();
            agent = known;
        }
        return known;
    }
}
