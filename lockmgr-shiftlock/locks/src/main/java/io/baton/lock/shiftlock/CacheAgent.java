package io.baton.lock.shiftlock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.LockCounters;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.Turn;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Holds at the server what a process keeps in its {@link LockCache}, and gives back what others ask for. It waits for
 * nothing but the Successor notice of a client that has queued behind it, and serves all its locks meanwhile.
 *
 * <p>Its thread starts with the first lock; {@link #giveBack} may do its work for it, under the latch.
 */
final class CacheAgent implements Waiting {

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
        endpoint.listener(bell);
        threads.newThread(this::run).start();
    }

    long route() {
        return endpoint.route();
    }

    void ring() {
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
        endpoint.close();
        latch.unlock();
    }

    private void run() {
        while (!stopped) {
            if (latch.tryLock()) {
                try {
                    if (!stopped) {
                        round();
                    }
                } finally {
                    latch.unlock();
                }
            }
            bell.await(Endpoint.NO_DEADLINE);
        }
    }

    /** Gives back what is asked for and free; returns whether something is still on its way. */
    private boolean round() {
        drain();
        for (Turn next = cache.takeOver(); next != null; next = cache.takeOver()) {
            takeOver(next);
        }
        for (int i = holds.size() - 1; i >= 0; i--) {
            final Hold hold = holds.at(i);
            if (lock.tryEndTurn(hold)) {
                holds.end(hold);
            }
        }
        return holds.size() > 0;
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
        final StringBuilder text = new StringBuilder(Route.toString(endpoint.route())).append(holds.describe());
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i).describe(0, 0)).append(']');
        }
        text.append(lock.steps.remembered());
        return text.toString();
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
            if (hold != null || !cache.onSuccessor(notice.slot(), notice.route(), notice.attempt())) {
                super.onSuccessor(hold);
            }
        }

        @Override
        void onRecall() {
            cache.recall(notice.slot());
        }
    }
}
