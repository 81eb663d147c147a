package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.LockCounters;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionClient;
import io.baton.lock.process.Turn;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Holds at the server what a process keeps in its {@link LockCache}, and gives back what others ask for. It waits for
 * nothing but the Successor notice of a client that has queued behind it, and serves all its locks meanwhile.
 *
 * <p>Where the process has a session, the agent answers the lock server for what the process keeps, asks for
 * recovery when a Successor notice does not come, and forgets all when the session is over.
 *
 * <p>Its thread starts with the first lock, or with the session's first client; {@link #giveBack} may do its work for
 * it, under the latch.
 */
final class CacheAgent implements Waiting, SessionClient {

    private static final long ROUND_NANOS = 1_000;

    private final LockCache cache;
    private final Endpoint endpoint;
    private final NanoClock clock;
    /** Rung when a notice arrives, and when a client has left a lock that others ask for. */
    private final Doorbell bell;
    private final Doorbell pause;
    private final Holds holds = new Holds();
    private final ShiftLock lock;
    private final Inbox inbox;
    /** Null where the process has no session. */
    private final @Nullable LockSession session;
    private final long roundNanos;
    private final ReentrantLock latch = new ReentrantLock();
    private volatile boolean stopped;

    CacheAgent(ShiftLockTable table, LockCache cache, Endpoint endpoint, ThreadFactory threads) {
        this.cache = cache;
        this.endpoint = endpoint;
        this.clock = table.fabric().clock();
        this.bell = table.fabric().doorbell();
        this.pause = table.fabric().doorbell();
        this.lock = table.protocol(endpoint, this, holds, new LockCounters(endpoint.counters()));
        this.inbox = new AgentInbox(lock);
        final LockRecovery recovery = table.recovery();
        this.session = recovery == null ? null : recovery.session();
        this.roundNanos = recovery == null ? ROUND_NANOS : Math.max(1, recovery.options().leaseNanos() / 2);
        endpoint.listener(bell);
        if (session != null) {
            session.add(this);
        }
        threads.newThread(this::run).start();
    }

    @Override
    public long route() {
        return endpoint.route();
    }

    @Override
    public String name() {
        return Route.toString(endpoint.route());
    }

    @Override
    public void ring() {
        bell.ring();
    }

    /** Gives back all locks that no client of the process uses. */
    void giveBack() {
        cache.recallAll();
        boolean again = true;
        while (again) {
            if (latch.tryLock()) {
                try {
                    again = round();
                } finally {
                    latch.unlock();
                }
            }
            if (again) {
                pause.await(clock.nanoTime() + ROUND_NANOS);
            }
        }
        // A client that rang meanwhile may have woken the agent only to find the latch taken.
        bell.ring();
    }

    /** Gives back what it can, and ends. */
    void close() {
        giveBack();
        stopped = true;
        bell.ring();
        while (!latch.tryLock()) {
            pause.await(clock.nanoTime() + ROUND_NANOS);
        }
        if (session != null) {
            session.remove(this);
        }
        endpoint.close();
        latch.unlock();
    }

    private void run() {
        while (!stopped) {
            boolean again = false;
            if (latch.tryLock()) {
                try {
                    again = !stopped && round() && session != null;
                } finally {
                    latch.unlock();
                }
            }
            if (!stopped) {
                bell.await(again ? clock.nanoTime() + roundNanos : Endpoint.NO_DEADLINE);
            }
        }
    }

    /** Gives back what is asked for and free; returns whether something is still on its way. */
    private boolean round() {
        try {
            drain();
            checkSession();
            for (Turn next = cache.takeOver(); next != null; next = cache.takeOver()) {
                takeOver(next);
            }
            for (int i = holds.size() - 1; i >= 0; i--) {
                final Hold hold = holds.at(i);
                if (isOver(hold)) {
                    holds.end(hold);
                }
            }
        } catch (ConnectionLostException gone) {
            lose();
        }
        return holds.size() > 0;
    }

    /** Ends its turn at a lock, or finds that the lock was reset. */
    private boolean isOver(Hold hold) {
        final Repair repair = lock.repair;
        if (repair == null) {
            return lock.tryEndTurn(hold);
        }
        try {
            if (!repair.isFrozen(hold) && lock.tryEndTurn(hold)) {
                return true;
            }
        } catch (Repair.LockReset reset) {
            return true;
        }
        return repair.isVoid(hold);
    }

    /** Nothing that the process keeps is its own any more. */
    private void lose() {
        stopped = true;
        if (session != null) {
            session.lose();
        }
        cache.lose();
        holds.endAll();
    }

    private void takeOver(Turn kept) {
        final Hold hold = holds.begin(kept.slot);
        hold.takeOver(kept);
        // So that all of the hold is forgotten when it ends.
        holds.nameAttempt(hold);
        hold.state(HoldState.HOLDS_EXCLUSIVE);
    }

    @Override
    public String describe() {
        return describe(clock.nanoTime());
    }

    /** Whether a lock is on its way back, and waits for something. Exact only while all stand still. */
    boolean isReturning() {
        return holds.size() > 0;
    }

    String describe(long nowNanos) {
        final long leaseNanos = lock.repair == null ? 0 : lock.repair.recovery.options().leaseNanos();
        final StringBuilder text = new StringBuilder(Route.toString(endpoint.route())).append(holds.describe());
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i).describe(nowNanos, leaseNanos)).append(']');
        }
        text.append(lock.steps.remembered());
        if (lock.repair != null) {
            text.append(latch.isLocked() ? " busy" : "").append(lock.repair.describe());
        }
        return text.toString();
    }

    // What the session's agent asks

    /** What a client holds it may leave to the process before it answers. */
    @Override
    public boolean isAskedLast() {
        return true;
    }

    @Override
    public boolean freezeIfIdle(Freeze freeze) {
        if (!latch.tryLock()) {
            return false;
        }
        try {
            freeze.answered(this, freeze(freeze));
        } finally {
            latch.unlock();
        }
        bell.ring();
        return true;
    }

    @Override
    public boolean freeze(Freeze freeze) {
        drain();
        final Hold hold = holds.get(freeze.slot());
        return cache.onFreeze(freeze.slot(), freeze.relCnt()) || (hold != null && hold.freezes(freeze));
    }

    // Waiting: only what a SEND to a full mailbox needs

    @Override
    public void awaitNotice(long deadlineNanos) {
        endpoint.awaitNotice(deadlineNanos);
    }

    @Override
    public void awaitTurn(long deadlineNanos) {
        endpoint.awaitNotice(deadlineNanos);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        endpoint.awaitWord(address, mask, value, deadlineNanos);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void backOff(long nanos) {
        drain();
        pause.await(clock.nanoTime() + nanos);
    }

    @Override
    public void checkSession() {
        if (session != null && session.isLost()) {
            throw new ConnectionLostException("the session of agent " + name() + " is over");
        }
    }

    @Override
    public void drain() {
        endpoint.receive(inbox);
    }

    /** Tells the cache what concerns locks that are not on their way back yet. */
    private final class AgentInbox extends Inbox {

        AgentInbox(ShiftLock lock) {
            super(lock, new Ghosts());
        }

        @Override
        void onSuccessor(@Nullable Hold hold) {
            final boolean mine = hold != null && isOfThisKeeping(hold.relCnt);
            if (mine || !cache.onSuccessor(notice.slot(), notice.route(), notice.attempt(), this::isOfThisKeeping)) {
                super.onSuccessor(mine ? hold : null);
            }
        }

        /** A second copy, which comes late, may be of an earlier time at which the process kept the lock. */
        private boolean isOfThisKeeping(long relCnt) {
            return session == null || notice.relCnt() == relCnt;
        }

        @Override
        void onRecall() {
            cache.recall(notice.slot());
        }
    }
}
