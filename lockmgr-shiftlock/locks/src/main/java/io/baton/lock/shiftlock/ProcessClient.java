package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.lock.FencingToken;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that shares more with its process than a table. Two collaborators are there or not. {@link LocalLocks}: the
 * process keeps locks, or passes them on from client to client. {@link Recovery}: locks may be reset, and the process
 * may lose its session. Then the client begins an acquisition again when the lock was reset meanwhile, and knows
 * nothing any more once its session is over; under policy SESSION it takes its latch in every operation, because the
 * process's agent asks it what it holds ({@link Freeze}).
 */
final class ProcessClient extends ShiftLockClient implements SessionClient {

    private static final long JITTER_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Attempts of different sessions, or lives, begin far from each other. */
    private static final long SPREAD = 0xD1B5_4A32_D192_ED03L;

    /** Null where locks are not recovered. */
    private final @Nullable Recovery recovery;
    /** Null without recovery, and under policy LEASE: this client is never asked to stand still. */
    private final @Nullable LockSession session;
    /** Null where the clients of a process do not know of each other. */
    private final @Nullable LocalLocks local;
    /** Whether the connection was lost, or the session was over, when the client last looked. */
    private boolean lost;

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

    /** Begins again for as long as the lock is reset meanwhile. A leader leads on: others wait behind it. */
    @Override
    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        boolean leads = false;
        while (!isLost()) {
            try {
                if (!awaitThaw(slot, deadlineNanos)) {
                    return givesUp(slot, leads);
                }
                final LockOutcome outcome = acquireOnce(slot, mode, deadlineNanos, leads);
                if (outcome != null) {
                    return outcome;
                }
                leads = true;
            } catch (LockReset reset) {
                leads = reset.hold.leads;
                reset.hold.leaveProcess();
                forget(reset.hold);
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

    /** Null for a client that has come to lead. */
    private @Nullable LockOutcome acquireOnce(int slot, LockMode mode, long deadlineNanos, boolean leads) {
        if (local == null || local.hasPlace(slot)) {
            return super.acquireInside(slot, mode, deadlineNanos);
        }
        return leads ? local.lead(slot, deadlineNanos) : local.acquire(slot, mode, deadlineNanos);
    }

    /** What a client does that asks the server. */
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
        return atOnce(slot, () -> local == null || local.hasPlace(slot)
            ? super.tryInside(slot, mode) : local.tryAcquire(slot, mode));
    }

    LockOutcome tryAtServer(int slot, LockMode mode) {
        return super.tryInside(slot, mode);
    }

    @Override
    LockOutcome upgradeInside(int slot) {
        return atOnce(slot, () -> super.upgradeInside(slot));
    }

    @Override
    LockOutcome upgrade(Hold hold) {
        return local == null || !hold.local || hold.is(HoldState.HOLDS_EXCLUSIVE)
            ? super.upgrade(hold) : local.upgrade(hold);
    }

    /** A lock that is frozen, or was reset meanwhile, is busy for what does not wait. */
    private LockOutcome atOnce(int slot, Supplier<LockOutcome> attempt) {
        if (recovery == null) {
            return attempt.get();
        }
        try {
            if (!isLost()) {
                return session != null && session.isFrozen(slot) ? LockOutcome.BUSY : attempt.get();
            }
        } catch (LockReset reset) {
            counters.add(LockCounter.LOST, reset.hold.isHeld() ? 1 : 0);
            forget(reset.hold);
            return LockOutcome.BUSY;
        } catch (ConnectionLostException gone) {
            lose();
        }
        lose();
        return LockOutcome.LOST;
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
        return 1 + Math.floorMod((endpoint.route() * JITTER_SPREAD) >>> Integer.SIZE, Recovery.HERD_NANOS);
    }

    @Override
    public void wake() {
        super.wake();
        ring();
    }

    // Release

    @Override
    void releaseInside(int slot) {
        if (isLost()) {
            lose();
        } else {
            super.releaseInside(slot);
        }
    }

    @Override
    void release(Hold hold) {
        try {
            super.release(hold);
        } catch (LockReset reset) {
            counters.add(LockCounter.LOST, hold.isHeld() ? 1 : 0);
            if (local != null) {
                local.voided(hold);
            }
            hold.leaveProcess();
            forget(hold);
        } catch (ConnectionLostException gone) {
            lose(gone);
        }
    }

    @Override
    void giveBack(Hold hold) {
        if (local == null) {
            super.giveBack(hold);
            return;
        }
        drain();
        if (!local.givesBackAtOnce(hold)) {
            lock.endTurn(hold);
        }
    }

    /** What has no waiter first; the rest waits for all Successor notices together, where nobody can be frozen. */
    @Override
    public void releaseAll() {
        if (local != null && holds.size() > 0 && recovery == null) {
            releaseFree(local);
            super.releaseAll();
        } else if (recovery == null) {
            super.releaseAll();
        } else {
            while (holds.size() > 0) {
                final Hold last = holds.at(holds.size() - 1);
                last.reacquisitions = 0;
                release(last.slot);
            }
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

    // Loss

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

    private void forget(Hold hold) {
        if (hold.ghost) {
            ghosts.remove(hold);
            hold.ghost = false;
            holds.retire(hold);
        } else if (holds.get(hold.slot) == hold) {
            holds.end(hold);
        }
    }

    private boolean isLost() {
        return lost || (session != null && session.isLost());
    }

    /** Where nothing is recovered, the caller must know. */
    private void lose(ConnectionLostException gone) {
        if (recovery == null) {
            throw gone;
        }
        lose();
    }

    /** Forgets all: the server refuses this process, so that nothing it believes to have is its own any more. */
    private void lose() {
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
        counters.add(LockCounter.LOST, holds.size());
        for (int i = 0; i < holds.size(); i++) {
            holds.at(i).leaveProcess();
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
        } catch (LockReset reset) {
            return true;
        } catch (ConnectionLostException gone) {
            lost = true;
            if (session != null) {
                session.lose();
            }
            return true;
        }
    }
}
