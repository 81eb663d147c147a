package io.baton.lock;

import java.util.function.ObjIntConsumer;

/** The client of a {@link NoLockTable}: alone, so it always holds everything. */
final class NoLockClient implements LockClient {

    private final Runnable onClose;
    private final LockCounters counters;
    private boolean closed;

    NoLockClient(Runnable onClose, LockCounters counters) {
        this.onClose = onClose;
        this.counters = counters;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        return LockOutcome.GRANTED;
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        return LockOutcome.GRANTED;
    }

    @Override
    public LockOutcome upgrade(int slot) {
        return LockOutcome.GRANTED;
    }

    @Override
    public void release(int slot) {
        // Nothing was taken.
    }

    @Override
    public void releaseAll() {
        // Nothing was taken.
    }

    @Override
    public LockMode held(int slot) {
        return LockMode.EXCLUSIVE;
    }

    @Override
    public int heldCount() {
        return 0;
    }

    @Override
    public void forEachHeld(ObjIntConsumer<LockMode> held) {
        // Nothing was taken.
    }

    @Override
    public LockCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onClose.run();
        }
    }
}
