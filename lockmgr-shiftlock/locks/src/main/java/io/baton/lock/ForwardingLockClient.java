package io.baton.lock;

import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock client that passes every call on to another: a decorator overrides what it adds to. As thread-safe as the
 * other.
 */
public abstract class ForwardingLockClient implements LockClient {

    /** To whom calls are passed on. */
    protected final LockClient client;

    /**
     * Passes calls on.
     *
     * @param client to whom
     */
    protected ForwardingLockClient(LockClient client) {
        this.client = client;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        return client.acquire(slot, mode, deadlineNanos);
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        return client.acquireAll(locks, deadlineNanos);
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
    public LockOutcome releaseAndTell(int slot) {
        return client.releaseAndTell(slot);
    }

    @Override
    public void releaseAll() {
        client.releaseAll();
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        return client.releaseAllAndTell();
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
