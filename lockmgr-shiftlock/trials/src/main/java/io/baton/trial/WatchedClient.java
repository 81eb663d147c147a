package io.baton.trial;

import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounters;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One of the clients of a joined table's client. It tells of a loss before the joined client hears of it, and so before
 * that gives back what it has at other servers: from then on the data's guard must not count on those locks.
 */
final class WatchedClient implements LockClient {

    private final LockClient client;
    private final Runnable onLoss;

    WatchedClient(LockClient client, Runnable onLoss) {
        this.client = client;
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
    public void release(int slot) {
        client.release(slot);
    }

    @Override
    public LockOutcome releaseAndTell(int slot) {
        return seen(client.releaseAndTell(slot));
    }

    @Override
    public void releaseAll() {
        client.releaseAll();
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        return seen(client.releaseAllAndTell());
    }

    @Override
    public @Nullable LockMode held(int slot) {
        return client.held(slot);
    }

    @Override
    public FencingToken token(int slot) {
        return client.token(slot);
    }

    @Override
    public void cancelWhen(BooleanSupplier cancelled) {
        client.cancelWhen(cancelled);
    }

    @Override
    public void wake() {
        client.wake();
    }

    @Override
    public boolean isBroken() {
        return client.isBroken();
    }

    @Override
    public int heldCount() {
        return client.heldCount();
    }

    @Override
    public void forEachHeld(ObjIntConsumer<LockMode> held) {
        client.forEachHeld(held);
    }

    @Override
    public LockCounters counters() {
        return client.counters();
    }

    @Override
    public void close() {
        client.close();
    }
}
