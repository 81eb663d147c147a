package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.lock.FencingToken;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client whose locks may be reset, and whose process may lose its session. It begins an acquisition again when the
 * lock was reset meanwhile, and knows nothing any more once its session is over. Under policy SESSION it takes its
 * latch in every operation, because the process's agent asks it what it holds ({@link Freeze}).
 */
final class RecoverableClient extends ShiftLockClient implements SessionClient {

    private static final long JITTER_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Attempts of different sessions, or lives, begin far from each other. */
    private static final long SPREAD = 0xD1B5_4A32_D192_ED03L;

    private final RecoveryOptions options;
    /** Null under policy LEASE: this client is never asked to stand still. */
    private final @Nullable LockSession session;
    /** Whether the connection was lost, or the session was over, when the client last looked. */
    private boolean lost;

    RecoverableClient(ShiftLockTable table, Endpoint endpoint, Recovery recovery) {
        super(table, endpoint);
        this.options = recovery.options();
        this.session = recovery.session();
        // Under policy LEASE only the time tells a client from one that died on its route.
        final long name = session == null ? clock.nanoTime() * JITTER_SPREAD + endpoint.route()
            : session.incarnation() * JITTER_SPREAD + session.number();
        holds.attemptsFrom((name * SPREAD) >>> 1);
        if (session != null) {
            session.add(this);
        }
    }

    @Override
    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        while (!isLost()) {
            try {
                return awaitThaw(slot, deadlineNanos)
                    ? super.acquireInside(slot, mode, deadlineNanos) : LockOutcome.DEADLINE;
            } catch (LockReset reset) {
                forget(reset.hold);
                counters.count(LockCounter.RESETS);
                if (over(deadlineNanos)) {
                    return LockOutcome.DEADLINE;
                }
                backOff(jitter());
            } catch (ConnectionLostException gone) {
                lose();
            }
        }
        lose();
        return LockOutcome.LOST;
    }

    @Override
    LockOutcome tryInside(int slot, LockMode mode) {
        return atOnce(slot, () -> super.tryInside(slot, mode));
    }

    @Override
    LockOutcome upgradeInside(int slot) {
        return atOnce(slot, () -> super.upgradeInside(slot));
    }

    /** A lock that is frozen, or was reset meanwhile, is busy for what does not wait. */
    private LockOutcome atOnce(int slot, Supplier<LockOutcome> attempt) {
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
            forget(hold);
        } catch (ConnectionLostException gone) {
            lose();
        }
    }

    @Override
    public void releaseAll() {
        while (holds.size() > 0) {
            final Hold last = holds.at(holds.size() - 1);
            last.reacquisitions = 0;
            release(last.slot);
        }
    }

    @Override
    public FencingToken token(int slot) {
        final Hold hold = heldAt(slot);
        return new FencingToken(session == null ? 0 : session.incarnation(), LockEntry.generation(hold.relCnt),
            LockEntry.releases(hold.relCnt), hold.is(HoldState.HOLDS_SHARED) ? 0 : hold.consWrt);
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
            awaitNotice(clock.nanoTime() + options.leaseNanos());
            drain();
        }
        return true;
    }

    /** Spreads those who come back after a reset. */
    private long jitter() {
        return 1 + Math.floorMod((endpoint.route() * JITTER_SPREAD) >>> Integer.SIZE, Recovery.HERD_NANOS);
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

    /** Forgets all: the server refuses this process, so that nothing it believes to have is its own any more. */
    private void lose() {
        lost = true;
        if (session != null) {
            session.lose();
        }
        forgetAll();
    }

    private void forgetAll() {
        counters.add(LockCounter.LOST, holds.size());
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
        return super.describe(nowNanos) + (lost ? " lost" : "") + (ghosts.latch.isLocked() ? " busy " : " ")
            + ((RecoverableShiftLock) lock).describe();
    }

    @Override
    long leaseNanos() {
        return options.leaseNanos();
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

    /**
     * An attempt that an earlier round has made void stays so: its client has only not looked yet. One of a later
     * generation is not meant: the server's word is old, and comes late or twice.
     */
    private boolean freeze(Hold hold, Freeze freeze) {
        final Freeze before = hold.freeze;
        if ((before != null && before.outcome() == Freeze.Outcome.RESET)
            || !LockEntry.sameGeneration(hold.relCnt, freeze.relCnt())) {
            return false;
        }
        if (hold.isHeld()) {
            return true;
        }
        hold.freeze = freeze;
        return false;
    }

    // Ghosts

    /** A look that is more than a lease late proves nothing, so that rounds are shorter than a lease. */
    @Override
    long roundNanos() {
        return Math.min(GHOST_ROUND_NANOS, Math.max(1, options.leaseNanos() / 2));
    }

    @Override
    boolean mustTendSoon() {
        return ghosts.any();
    }

    @Override
    boolean isOver(Hold ghost) {
        try {
            return lost || lock.isVoid(ghost) || (ghost.freeze == null && super.isOver(ghost));
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
