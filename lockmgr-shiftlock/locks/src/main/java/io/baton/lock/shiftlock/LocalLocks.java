package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client's part in what its process arranges among its clients: it asks there first, leaves there what others do not
 * wait for, and takes its turn behind another client of the process where one is queued already. Of the client's own
 * thread, but for {@link #ring}.
 */
final class LocalLocks {

    private final ProcessClient client;
    private final ShiftLock lock;
    private final Holds holds;
    private final LockCounters counters;
    private final LockCache cache;
    private final LocalTurns turns;
    private final LocalWait wait;
    private @Nullable CacheAgent agent;

    LocalLocks(ProcessClient client, LockCache cache) {
        this.client = client;
        this.lock = client.lock;
        this.holds = client.holds;
        this.counters = client.counters;
        this.cache = cache;
        this.turns = Objects.requireNonNull(client.lock.turns);
        this.wait = new LocalWait(client.table.fabric().doorbell(), client.endpoint.route());
    }

    /** Wakes the client if it waits for another one of its process. */
    void ring() {
        wait.bell().ring();
    }

    // Acquire

    /** Returns null for a client that has come to lead, and must {@link #lead}. */
    @Nullable
    LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        return switch (cache.acquire(slot, mode, wait)) {
            case GRANTED -> granted(slot, mode);
            case QUEUED -> {
                counters.count(LockCounter.WAITS);
                yield awaitGrant(slot, deadlineNanos) ? granted(slot, mode) : LockOutcome.DEADLINE;
            }
            case LED -> awaitTurn(slot, deadlineNanos);
            case ABSENT, BUSY -> client.acquireAtServer(slot, mode, deadlineNanos);
        };
    }

    /**
     * Whether this client has the lock already, or has left a ghost in its queue. A ghost's place is the client's own,
     * and it must not have two: a notice that is meant for the one would find the other.
     */
    boolean hasPlace(int slot) {
        return holds.get(slot) != null || (client.latched && client.ghosts.find(slot) != null);
    }

    LockOutcome tryAcquire(int slot, LockMode mode) {
        return switch (cache.tryAcquire(slot, mode, wait)) {
            case GRANTED -> granted(slot, mode);
            case BUSY -> {
                counters.count(LockCounter.BUSY);
                yield LockOutcome.BUSY;
            }
            case ABSENT, QUEUED, LED -> client.tryAtServer(slot, mode);
        };
    }

    LockOutcome upgrade(Hold hold) {
        if (!cache.upgrade(hold.slot, wait)) {
            counters.count(LockCounter.BUSY);
            return LockOutcome.BUSY;
        }
        counters.count(LockCounter.UPGRADES);
        hold.grant = wait.grant();
        hold.state(HoldState.HOLDS_EXCLUSIVE);
        return LockOutcome.GRANTED;
    }

    /** Among others that are wanted together a lock is taken if it is free here, and never waited for (K8). */
    LockBatch.Way enters(int slot, LockMode mode) {
        return switch (cache.tryAcquire(slot, mode, wait)) {
            case GRANTED -> {
                begin(slot, mode);
                yield LockBatch.Way.GOT;
            }
            case BUSY -> LockBatch.Way.ALONE;
            // A writer queues behind those of its process; a reader has nothing to do with them.
            case LED -> mode == LockMode.SHARED ? LockBatch.Way.BY_VERB : LockBatch.Way.ALONE;
            case ABSENT, QUEUED -> LockBatch.Way.BY_VERB;
        };
    }

    private void begin(int slot, LockMode mode) {
        final Hold hold = holds.begin(slot);
        hold.local = true;
        hold.knowsOf(wait);
        hold.grant = wait.grant();
        hold.state(mode == LockMode.SHARED ? HoldState.HOLDS_SHARED : HoldState.HOLDS_EXCLUSIVE);
    }

    private LockOutcome granted(int slot, LockMode mode) {
        begin(slot, mode);
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

    /**
     * Waits behind another client of the process; false if the deadline has passed before.
     *
     * @throws ConnectionLostException if the process has lost what is waited for, with a session or without one
     */
    private boolean awaitEnd(int slot, long deadlineNanos) {
        long untilNanos = deadlineNanos;
        while (wait.state() == LocalWait.State.WAITS) {
            if (client.over(untilNanos)) {
                if (cache.leaveQueue(slot, wait)) {
                    wait.forget();
                    return false;
                }
                // It has been chosen, and is told as soon as the one that chose it knows its own successor.
                untilNanos = Endpoint.NO_DEADLINE;
            }
            awaitBell(untilNanos);
            client.checkSession();
        }
        if (wait.state() == LocalWait.State.LOST) {
            wait.forget();
            throw new ConnectionLostException("the process of client " + client.name()
                + " has lost its lock server while the client waited for slot " + slot);
        }
        return true;
    }

    /**
     * A turn that another client of the process passes on, or else this client's own place in the server's queue. The
     * hold is begun before, so that a Successor notice finds it that comes before this client knows of its turn.
     */
    private @Nullable LockOutcome awaitTurn(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        hold.here = true;
        hold.state(HoldState.WAITS_FOR_TURN);
        counters.count(LockCounter.WAITS);
        final boolean ended = awaitEnd(slot, deadlineNanos);
        hold.here = false;
        if (!ended || wait.state() == LocalWait.State.LEADS) {
            hold.freeze = null;
            wait.forget();
            holds.end(hold);
            return ended ? null : LockOutcome.DEADLINE;
        }
        hold.leads = true;
        takeTurn(hold);
        wait.forget();
        awaitThaw(hold);
        counters.count(LockCounter.ACQUISITIONS);
        counters.count(LockCounter.LOCAL_ACQUISITIONS);
        return LockOutcome.GRANTED;
    }

    private void takeTurn(Hold hold) {
        // So that all of the hold is forgotten when it ends.
        holds.nameAttempt(hold);
        if (hold.successor != Route.NONE && !LockEntry.sameGeneration(hold.relCnt, wait.relCnt)) {
            hold.successor = Route.NONE;
            hold.successorAttempt = 0;
        }
        hold.knowsOf(wait);
        if (wait.successor != Route.NONE) {
            hold.successor = wait.successor;
            hold.successorAttempt = wait.successorAttempt;
        }
        hold.state(HoldState.HOLDS_EXCLUSIVE);
    }

    /**
     * A turn that comes while the client stands still is kept and not used.
     *
     * @throws Repair.LockReset if the lock was reset, and the turn with it
     */
    private void awaitThaw(Hold hold) {
        if (hold.freeze == null) {
            return;
        }
        if (!LockEntry.sameGeneration(hold.relCnt, hold.freeze.relCnt())) {
            hold.freeze = null;
        }
        while (lock.isFrozen(hold)) {
            client.awaitNotice(client.nanoTime() + client.leaseNanos());
            client.drain();
        }
        hold.unwatch();
    }

    /**
     * The lock server asks about a lock for which this client waits here. It has no place in the entry: the one before
     * it answers. But it stands still, so that a turn that is passed on to it meanwhile is not used.
     *
     * @return whether it has the turn already
     */
    boolean freezes(Hold hold, Freeze asked) {
        if (wait.state() != LocalWait.State.PASSED) {
            hold.freeze = asked;
            return false;
        }
        final Freeze before = hold.freeze;
        final boolean isVoid = before != null && before.outcome() == Freeze.Outcome.RESET
            && LockEntry.sameGeneration(wait.relCnt, before.relCnt());
        return !isVoid && LockEntry.sameGeneration(wait.relCnt, asked.relCnt());
    }

    /** Asks the server, in the name of all who wait here. */
    LockOutcome lead(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        hold.leads = true;
        return client.settle(hold, lock.writerAcquire(hold, deadlineNanos));
    }

    void endLead(int slot) {
        cache.endLead(slot);
    }

    /** What the client had or waited for is void: who waits for its turn behind it must ask the server. */
    void voided(Hold hold) {
        final LocalWait heir = hold.heir;
        if (heir != null) {
            cache.voided(hold.slot, heir);
        } else if (hold.leads) {
            cache.endLead(hold.slot);
        }
    }

    /** The process has lost its session. */
    void lose() {
        cache.lose();
    }

    /** The client cannot go on with a lock, and nothing is recovered: who waits behind it would wait for ever. */
    void abandon(Hold hold) {
        if (hold.leads && (hold.heir != null || !hold.is(HoldState.HOLDS_EXCLUSIVE))) {
            cache.abandon(hold.slot, hold.heir);
            hold.leads = false;
            hold.heir = null;
        }
    }

    /** Waits until another client of the process rings; may return early. */
    private void awaitBell(long deadlineNanos) {
        if (client.latched) {
            client.awaitWithoutLatch(wait.bell()::await, client.roundWithGhosts(deadlineNanos));
        } else {
            wait.bell().await(deadlineNanos);
        }
    }

    // Release

    /** Gives a lock back if it has no waiter; otherwise it has begun to, or knows its successor. */
    boolean givesBackAtOnce(Hold hold) {
        if (hold.local) {
            giveBackLocal(hold);
            return true;
        }
        if (hold.is(HoldState.HOLDS_SHARED)) {
            lock.readerRelease(hold);
            noteUse(hold.slot, hold.relCnt, turns.foundRelCnt());
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

    /** Gives back what the process keeps; not a verb. */
    void giveBackLocal(Hold hold) {
        hold.local = false;
        if (cache.release(hold.slot, hold.is(HoldState.HOLDS_SHARED) ? LockMode.SHARED : LockMode.EXCLUSIVE)) {
            agent().ring();
        }
    }

    private boolean leavesToProcess(Hold hold) {
        if (!offers(hold)) {
            return false;
        }
        boolean left = false;
        try {
            left = turns.leaveTo(agent().route(), hold);
        } finally {
            offered(hold, left);
        }
        if (left) {
            hold.state(HoldState.IDLE);
        }
        return left;
    }

    /** Whether the process is to keep a lock, and is prepared for it. A client that has waited has met others. */
    boolean offers(Hold hold) {
        return hold.attempt == 0 && cache.offers(hold);
    }

    /** Whose name in the entry makes the process keep a lock that it is prepared for. */
    long agentFor(Hold offered) {
        boolean there = false;
        try {
            final long route = agent().route();
            there = true;
            return route;
        } finally {
            if (!there) {
                cache.refused(offered.slot);
            }
        }
    }

    /** The entry names the agent, or does not. */
    void offered(Hold hold, boolean left) {
        if (!left) {
            cache.refused(hold.slot);
        } else if (cache.arrived(hold)) {
            agent().ring();
        }
    }

    /** A verb that was posted together with others has given a lock back; or a writer waits for it. */
    void gaveBack(Hold hold, long foundRelCnt) {
        if (hold.is(HoldState.IDLE)) {
            noteUse(hold.slot, hold.relCnt, foundRelCnt);
        } else {
            cache.shared(hold.slot);
        }
    }

    /** RelCnt has been advanced by one, and by no other since the lock was acquired if it was found as it was. */
    private void noteUse(int slot, long acquiredRelCnt, long foundRelCnt) {
        if (acquiredRelCnt == foundRelCnt) {
            cache.used(slot, foundRelCnt, LockEntry.advance(foundRelCnt, 1));
        } else {
            cache.shared(slot);
        }
    }

    /** What it waits for here. */
    @Override
    public String toString() {
        return wait.toString();
    }

    private CacheAgent agent() {
        CacheAgent known = agent;
        if (known == null) {
            known = client.table.cacheAgent();
            agent = known;
        }
        return known;
    }
}
