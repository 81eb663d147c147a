package io.baton.trial;

import io.baton.lock.ForwardingLockClient;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;

/**
 * One of the clients of a joined table's client. It tells of a loss before the joined client hears of it, and so before
 * that gives back what it has at other servers: from then on the data's guard must not count on those locks.
 */
final class WatchedClient extends ForwardingLockClient {

    private final Runnable onLoss;

    WatchedClient(LockClient client, Runnable onLoss) {
        super(client);
        this.onLoss = onLoss;
    }

    private LockOutcome seen(LockOutcome outcome) {
        if (outcome == LockOutcome.LOST) {
            onLoss.run();
        }
        return outcome;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        return seen(client.acquire(slot, mode, deadlineNanos));
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        return seen(client.acquireAll(locks, deadlineNanos));
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        return seen(client.tryAcquire(slot, mode));
    }

    @Override
    public LockOutcome upgrade(int slot) {
        return seen(client.upgrade(slot));
    }

    @Override
    public LockOutcome releaseAndTell(int slot) {
        return seen(client.releaseAndTell(slot));
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        return seen(client.releaseAllAndTell());
    }
}
