package io.baton.engine;

import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounters;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock client that passes every call on to another: a decorator overrides what it adds to. Several locks are asked
 * for one by one, so that it sees each.
 */
abstract class ForwardingLockClient implements LockClient {

    final LockClient client;

    ForwardingLockClient(LockClient client) {
        this.client = client;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        return client.acquire(slot, mode, deadlineNanos);
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        return client.tryAcquire(slot, mode);
    }

    @Override
    public LockOutcome upgrade(int slot) {
        return client.upgrade(slot);
    }

    @Override
    public void release(int slot) {
        client.release(slot);
    }

    @Override
    public void releaseAll() {
        client.releaseAll();
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
