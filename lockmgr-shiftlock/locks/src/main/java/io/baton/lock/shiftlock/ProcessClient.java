package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.FencingToken;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client that shares more with its process than a table. Two collaborators are there or not. {@link LocalLocks}: the
 * process keeps locks, or passes them on from client to client. {@link LockRecovery}: locks may be reset, and the
 * process may lose its session. Then the client begins an acquisition again when the lock was reset meanwhile, answers
 * its process's session whether it holds a lock that the server wants to reset ({@link Freeze}), and knows nothing any
 * more once its session is over. Under policy SESSION it takes its latch in every operation, because the session's
 * agent asks it.
 */
final class ProcessClient extends ShiftLockClient implements SessionClient {

    private static final long JITTER_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Attempts of different sessions, or lives, begin far from each other. */
    private static final long SPREAD = 0xD1B5_4A32_D192_ED03L;

    /** Null where locks are not recovered. */
    final @Nullable LockRecovery recovery;
    /** Null without recovery, and under policy LEASE: this client is never asked to stand still. */
    final @Nullable LockSession session;
    /** Null where the clients of a process do not know of each other. */
    final @Nullable LocalLocks local;
    /** Whether the connection was lost, or the session was over, when the client last looked. */
    private boolean lost;
    /** Whether what was given back last had been held until then. */
    private LockOutcome released = LockOutcome.GRANTED;
    /** Whether the caller wants to know if it has had what it gives back, so that the next release must look. */
    private boolean tells;
    /** Whether a verb has granted what was asked for last: then it has passed the gate. */
    private boolean byVerb;

    ProcessClient(ShiftLockTable table, Endpoint endpoint) {
        super(table, endpoint);
        final LockCache cache = table.cache();
        this.recovery = table.recovery();
        this.session = recovery == null ? null : recovery.session();
        this.local = cache == null ? null : new LocalLocks(this, cache);
        if (recovery != null) {
            // Under policy LEASE only the time tells a client from one that died on its route.
            final long name = session == null ? clock.nanoTime() * JITTER_SPREAD + endpoint.route()
                : session.incarnation() * JITTER_SPREAD + session.number();
            holds.attemptsFrom((name * SPREAD) >>> 1);
        }
        if (session != null) {
            session.add(this);
        }
    }

    // Acquire

    @Override
    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        return acquireOrGoOn(slot, mode, deadlineNanos, null);
    }

    @Override
    LockOutcome goOn(Hold begun, LockMode mode, long deadlineNanos) {
        return acquireOrGoOn(begun.slot, mode, deadlineNanos, begun);
    }

    /** Begins again for as long as the lock is reset meanwhile. A leader leads on: others wait behind it. */
    private LockOutcome acquireOrGoOn(int slot, LockMode mode, long deadlineNanos, @Nullable Hold begun) {
        Hold waiting = begun;
        boolean leads = false;
        while (!isLost()) {
            byVerb = false;
            try {
                if (waiting == null && !awaitThaw(slot, deadlineNanos)) {
                    return givesUp(slot, leads);
                }
                final LockOutcome outcome = waiting == null ? acquireOnce(slot, mode, deadlineNanos, leads)
                    : super.goOn(waiting, mode, deadlineNanos);
                if (outcome != null) {
                    return confirmed(slot, outcome);
                }
                leads = true;
            } catch (Repair.LockReset reset) {
                if (reset.hold.is(HoldState.HOLDS_SHARED)) {
                    // It had the lock, and was to become the writer.
                    counters.count(LockCounter.LOST);
                    forget(reset.hold);
                    return LockOutcome.RESET;
                }
                leads = reset.hold.leads;
                reset.hold.leaveProcess();
                forget(reset.hold);
                waiting = null;
                counters.count(LockCounter.RESETS);
                if (over(deadlineNanos)) {
                    return givesUp(slot, leads);
                }
                backOff(jitter());
            } catch (ConnectionLostException gone) {
                lose(gone);
            }
        }
        lose();
        return LockOutcome.LOST;
    }

    /** A verb of a batch that is refused, or of which nobody knows what became, has lost all (K8.5). */
    @Override
    LockOutcome acquireTogether(LockBatch together, LockList locks, long deadlineNanos) {
        try {
            if (!isLost()) {
                return super.acquireTogether(together, locks, deadlineNanos);
            }
        } catch (ConnectionLostException gone) {
            lose(gone);
        }
        lose();
        return LockOutcome.LOST;
    }

    /** As {@link #confirmed}; a verb of the batch would have passed the gate for all. */
    @Override
    void gotWithoutVerb(int slot) {
        byVerb = false;
        confirmed(slot, LockOutcome.GRANTED);
    }

    /** Null for a client that has come to lead. */
    private @Nullable LockOutcome acquireOnce(int slot, LockMode mode, long deadlineNanos, boolean leads) {
        if (local == null || local.hasPlace(slot)) {
            return super.acquireInside(slot, mode, deadlineNanos);
        }
        return leads ? local.lead(slot, deadlineNanos) : local.acquire(slot, mode, deadlineNanos);
    }

    /** Asks the lock server, whatever the process keeps. */
    LockOutcome acquireAtServer(int slot, LockMode mode, long deadlineNanos) {
        return super.acquireInside(slot, mode, deadlineNanos);
    }

    private LockOutcome givesUp(int slot, boolean leads) {
        if (leads && local != null) {
            local.endLead(slot);
        }
        return LockOutcome.DEADLINE;
    }

    @Override
    LockOutcome tryInside(int slot, LockMode mode) {
        return recovery == null ? tryOnce(slot, mode) : atOnce(slot, mode);
    }

    private LockOutcome tryOnce(int slot, LockMode mode) {
        return local == null || local.hasPlace(slot)
            ? super.tryInside(slot, mode) : local.tryAcquire(slot, mode);
    }

    LockOutcome tryAtServer(int slot, LockMode mode) {
        return super.tryInside(slot, mode);
    }

    @Override
    LockOutcome upgradeInside(int slot) {
        return recovery == null ? super.upgradeInside(slot) : atOnce(slot, null);
    }

    @Override
    LockOutcome upgrade(Hold hold) {
        return local == null || !hold.local || hold.is(HoldState.HOLDS_EXCLUSIVE)
            ? super.upgrade(hold) : local.upgrade(hold);
    }

    /** A lock that is frozen, or was reset meanwhile, is busy for what does not wait. Without a mode: an upgrade. */
    private LockOutcome atOnce(int slot, @Nullable LockMode mode) {
        byVerb = false;
        try {
            if (!isLost()) {
                if (session != null && session.isFrozen(slot)) {
                    return LockOutcome.BUSY;
                }
                return confirmed(slot, mode == null ? super.upgradeInside(slot) : tryOnce(slot, mode));
            }
        } catch (Repair.LockReset reset) {
            final boolean held = reset.hold.isHeld();
            counters.add(LockCounter.LOST, held ? 1 : 0);
            forget(reset.hold);
            return held ? LockOutcome.RESET : LockOutcome.BUSY;
        } catch (ConnectionLostException gone) {
            lose();
        }
        lose();
        return LockOutcome.LOST;
    }

    /** Who has queued and waited may have been told by a notice; all else a verb has granted. */
    @Override
    LockOutcome settle(Hold hold, LockOutcome outcome) {
        byVerb = hold.attempt == 0;
        return super.settle(hold, outcome);
    }

    /**
     * What a client gets from its process, or by a notice, no verb has confirmed. Where the session has run out by the
     * process's own clock, the lock server may have ended it: it refuses the next verb then.
     *
     * @throws ConnectionLostException if it does
     */
    private LockOutcome confirmed(int slot, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED && !byVerb && session != null && !session.isValid()) {
            endpoint.readWord(LockEntry.address(slot));
        }
        return outcome;
    }

    /**
     * The same for what a client gives back in its process, or by a notice, once a call and only if the caller is told:
     * to others a release is nothing if it comes too late (K3.6, K3.7).
     */
    private boolean hasLost(int slot) {
        final boolean looks = tells;
        tells = false;
        try {
            if (looks && !isLost() && session != null && !session.isValid()) {
                endpoint.readWord(LockEntry.address(slot));
            }
            return isLost();
        } catch (ConnectionLostException gone) {
            return true;
        }
    }

    @Override
    LockOutcome acquireAfterGhost(int slot, long deadlineNanos) {
        return awaitThaw(slot, deadlineNanos) ? super.acquireAfterGhost(slot, deadlineNanos) : LockOutcome.DEADLINE;
    }

    /** No client acquires anew a lock that the server is about to reset. */
    private boolean awaitThaw(int slot, long deadlineNanos) {
        while (session != null && session.isFrozen(slot)) {
            if (over(deadlineNanos)) {
                return false;
            }
            checkSession();
            awaitNotice(clock.nanoTime() + leaseNanos());
            drain();
        }
        return true;
    }

    /** Spreads those who come back after a reset. */
    private long jitter() {
        return 1 + Math.floorMod((endpoint.route() * JITTER_SPREAD) >>> Integer.SIZE, LockRecovery.HERD_NANOS);
    }

    @Override
    public void wake() {
        super.wake();
        ring();
    }

    // Release

    @Override
    public LockOutcome releaseAndTell(int slot) {
        released = LockOutcome.GRANTED;
        tells = true;
        try {
            release(slot);
        } finally {
            tells = false;
        }
        return released;
    }

    @Override
    void releaseInside(int slot) {
        if (hasLost(slot)) {
            released = LockOutcome.LOST;
            lose();
        } else {
            super.releaseInside(slot);
        }
    }

    @Override
    void release(Hold hold) {
        try {
            super.release(hold);
        } catch (Repair.LockReset reset) {
            if (hold.isHeld()) {
                released = LockOutcome.RESET;
                counters.count(LockCounter.LOST);
            }
            if (local != null) {
                local.voided(hold);
            }
            hold.leaveProcess();
            forget(hold);
        } catch (ConnectionLostException gone) {
            released = LockOutcome.LOST;
            lose(gone);
        }
    }

    @Override
    void giveBack(Hold hold) {
        if (local == null || hold.awaitsSuccessor()) {
            super.giveBack(hold);
            return;
        }
        drain();
        if (!local.givesBackAtOnce(hold)) {
            lock.endTurn(hold);
        }
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        released = isLost() ? LockOutcome.LOST : LockOutcome.GRANTED;
        tells = true;
        try {
            releaseAll();
        } finally {
            tells = false;
        }
        return released;
    }

    /** What has no waiter first; the rest waits for all Successor notices together, where nobody can be frozen. */
    @Override
    public void releaseAll() {
        if (recovery == null) {
            try {
                if (local != null && (batch == null ? holds.size() > 0 : holds.size() == 1)) {
                    releaseFree(local);
                }
                super.releaseAll();
            } catch (ConnectionLostException gone) {
                lose(gone);
            }
        } else if (batch != null && holds.size() > 1) {
            releaseTogether(batch);
        } else {
            releaseEach();
        }
    }

    /** One batch; then what has a successor, whom nothing but a notice must reach; then what must learn its name. */
    private void releaseTogether(LockBatch together) {
        enter(0);
        try {
            if (hasLost(0)) {
                released = LockOutcome.LOST;
                lose();
                return;
            }
            drain();
            together.releaseAll();
            for (int i = holds.size() - 1; i >= 0; i--) {
                holds.at(i).reacquisitions = 0;
                if (holds.at(i).is(HoldState.IDLE)) {
                    holds.end(holds.at(i));
                }
            }
            for (int i = holds.size() - 1; i >= 0 && i < holds.size(); i--) {
                if (holds.at(i).successor != Route.NONE || !holds.at(i).awaitsSuccessor()) {
                    release(holds.at(i));
                }
            }
            while (holds.size() > 0) {
                release(holds.at(holds.size() - 1));
            }
        } catch (ConnectionLostException gone) {
            released = LockOutcome.LOST;
            lose(gone);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    private void releaseEach() {
        while (holds.size() > 0) {
            final Hold last = holds.at(holds.size() - 1);
            last.reacquisitions = 0;
            release(last.slot);
        }
    }

    private void releaseFree(LocalLocks mine) {
        enter(0);
        try {
            drain();
            for (int i = holds.size() - 1; i >= 0; i--) {
                final Hold hold = holds.at(i);
                if (mine.givesBackAtOnce(hold)) {
                    holds.end(hold);
                }
            }
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    // Several locks at once

    /** What stands still for a freeze is for later (K8.1): neither the process nor the server is asked about it. */
    @Override
    LockBatch.Way way(int slot, LockMode mode) {
        if (session != null && session.isFrozen(slot)) {
            return LockBatch.Way.ALONE;
        }
        return local == null ? LockBatch.Way.BY_VERB : local.enters(slot, mode);
    }

    @Override
    @Nullable
    LocalLocks localLocks() {
        return local;
    }

    @Override
    void leaveLocal(Hold hold) {
        Objects.requireNonNull(local).giveBackLocal(hold);
        hold.state(HoldState.IDLE);
    }

    /** A reset that comes meanwhile has done it: nobody was told that the client had the lock. */
    @Override
    void leave(Hold behind) {
        try {
            super.leave(behind);
        } catch (Repair.LockReset reset) {
            counters.count(LockCounter.RESETS);
            behind.state(HoldState.IDLE);
        }
        behind.freeze = null;
    }

    // Loss

    void forget(Hold hold) {
        if (hold.ghost) {
            ghosts.remove(hold);
            hold.ghost = false;
            holds.retire(hold);
        } else if (holds.get(hold.slot) == hold) {
            holds.end(hold);
        }
    }

    boolean isLost() {
        return lost || (session != null && session.isLost());
    }

    /** Where nothing is recovered, the caller must know, and so must all who wait behind this client. */
    void lose(ConnectionLostException gone) {
        if (recovery == null) {
            abandon();
            throw gone;
        }
        lose();
    }

    private void abandon() {
        for (int i = holds.size() - 1; i >= 0 && local != null; i--) {
            final Hold hold = holds.at(i);
            local.abandon(hold);
            if (hold.here) {
                hold.leaveProcess();
                holds.end(hold);
            }
        }
    }

    /** Forgets all: the server refuses this process, so that nothing it believes to have is its own any more. */
    void lose() {
        lost = true;
        if (session != null) {
            session.lose();
        }
        if (local != null) {
            local.lose();
        }
        forgetAll();
    }

    private void forgetAll() {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.at(i).isHeld()) {
                counters.count(LockCounter.LOST);
            }
            final LocalWait heir = holds.at(i).heir;
            holds.at(i).leaveProcess();
            if (heir != null) {
                heir.lose();
            }
        }
        holds.endAll();
        for (int i = ghosts.size() - 1; i >= 0; i--) {
            forget(ghosts.get(i));
        }
    }

    @Override
    void leave() {
        if (session != null) {
            session.remove(this);
        }
        super.leave();
    }

    @Override
    public void checkSession() {
        if (isLost()) {
            throw new ConnectionLostException("the session of client " + name() + " is over");
        }
    }

    @Override
    String describe(long nowNanos) {
        return super.describe(nowNanos) + (local == null ? "" : " " + local)
            + (lock.repair == null ? "" : (lost ? " lost" : "") + (ghosts.latch.isLocked() ? " busy " : " ")
                + lock.repair.describe());
    }

    @Override
    long leaseNanos() {
        return recovery == null ? super.leaseNanos() : recovery.options().leaseNanos();
    }

    @Override
    public String describe() {
        return super.describe() + (session == null ? "" : "; session: " + session.describe(clock.nanoTime()));
    }

    /** Whether it has begun to watch a lock and has not asked about it since. */
    boolean isWatching() {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.at(i).looks > 0 && holds.at(i).freeze == null) {
                return true;
            }
        }
        return false;
    }

    // What the agent asks

    @Override
    void attend() {
        if (session != null) {
            session.attend(this);
        }
    }

    @Override
    public long route() {
        return endpoint.route();
    }

    @Override
    public void ring() {
        if (local != null) {
            local.ring();
        }
    }

    @Override
    public boolean freezeIfIdle(Freeze freeze) {
        if (!ghosts.latch.tryLock()) {
            return false;
        }
        try {
            freeze.answered(this, freeze(freeze));
            return true;
        } finally {
            ghosts.latch.unlock();
        }
    }

    @Override
    public boolean freeze(Freeze freeze) {
        // A grant that is in the mailbox already is a hold.
        drain();
        final Hold hold = holds.get(freeze.slot());
        boolean held = hold != null && freeze(hold, freeze);
        for (int i = 0; i < ghosts.size(); i++) {
            held |= ghosts.get(i).slot == freeze.slot() && freeze(ghosts.get(i), freeze);
        }
        return held;
    }

    /** For a lock that the process keeps its agent answers. */
    private boolean freeze(Hold hold, Freeze freeze) {
        if (hold.local) {
            return false;
        }
        return (hold.here && local != null) ? local.freezes(hold, freeze) : hold.freezes(freeze);
    }

    // Ghosts

    /** A look that is more than a lease late proves nothing, so that rounds are shorter than a lease. */
    @Override
    long roundNanos() {
        return recovery == null ? GHOST_ROUND_NANOS : Math.min(GHOST_ROUND_NANOS, Math.max(1, leaseNanos() / 2));
    }

    @Override
    boolean mustTendSoon() {
        return recovery == null ? super.mustTendSoon() : ghosts.any();
    }

    @Override
    boolean isOver(Hold ghost) {
        if (lock.repair == null) {
            return super.isOver(ghost);
        }
        try {
            return lost || lock.repair.isVoid(ghost) || (ghost.freeze == null && super.isOver(ghost));
        } catch (Repair.LockReset reset) {
            return true;
        } catch (ConnectionLostException gone) {
            lost = true;
            if (session != null) {
                session.lose();
            }
            return true;
        }
    }

    // Tokens

    @Override
    public FencingToken token(int slot) {
        if (recovery == null) {
            return super.token(slot);
        }
        final Hold hold = heldAt(slot);
        return new FencingToken(session == null ? 0 : session.incarnation(), LockEntry.generation(hold.relCnt),
            LockEntry.releases(hold.relCnt), hold.is(HoldState.HOLDS_SHARED) && !hold.local ? 0 : hold.consWrt,
            hold.local ? hold.grant : 0);
    }
}
