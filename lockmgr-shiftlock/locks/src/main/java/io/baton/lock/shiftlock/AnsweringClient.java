package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ProcessClient} that answers its process's session: whether it holds a lock that the server wants
 * to reset ({@link Freeze}), and what is left when the session is over, which is nothing. Under policy SESSION it takes
 * its latch in every operation, because the session's agent asks it.
 */
abstract class AnsweringClient extends ShiftLockClient implements SessionClient {

    static final long JITTER_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Attempts of different sessions, or lives, begin far from each other. */
    private static final long SPREAD = 0xD1B5_4A32_D192_ED03L;

    /** Null where locks are not recovered. */
    final @Nullable Recovery recovery;
    /** Null without recovery, and under policy LEASE: this client is never asked to stand still. */
    final @Nullable LockSession session;
    /** Null where the clients of a process do not know of each other. */
    final @Nullable LocalLocks local;
    /** Whether the connection was lost, or the session was over, when the client last looked. */
    private boolean lost;

    AnsweringClient(ShiftLockTable table, Endpoint endpoint) {
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

    /** What a client does that asks the server. */
    abstract LockOutcome acquireAtServer(int slot, LockMode mode, long deadlineNanos);

    abstract LockOutcome tryAtServer(int slot, LockMode mode);

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

    final void forget(Hold hold) {
        if (hold.ghost) {
            ghosts.remove(hold);
            hold.ghost = false;
            holds.retire(hold);
        } else if (holds.get(hold.slot) == hold) {
            holds.end(hold);
        }
    }

    final boolean isLost() {
        return lost || (session != null && session.isLost());
    }

    /** Where nothing is recovered, the caller must know, and so must all who wait behind this client. */
    final void lose(ConnectionLostException gone) {
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
    final void lose() {
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
}
