package io.baton.engine.transaction;

import io.baton.engine.trace.TracedCall;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a coordinator whose engine has a tracer: counts for the calls that it looks closer at. An engine without
 * one has none of these, so that {@link LockSet} has no test for it. One thread.
 */
final class TimedLocks extends LockSet {

    private final CallControl control;

    TimedLocks(LockClient client, int slots, CallControl control) {
        super(client, slots, control);
        this.control = control;
    }

    @Override
    @Nullable
    public TracedCall traced() {
        return control.traced();
    }

    @Override
    void row(EngineTable table, long key, LockMode mode) {
        final TracedCall traced = control.traced();
        if (traced != null) {
            traced.lookedUp(1);
        }
        super.row(table, key, mode);
    }

    /** That is no look-up. */
    @Override
    void scannedRow(EngineTable table, long key, LockMode mode) {
        super.row(table, key, mode);
    }

    @Override
    void rows(EngineTable table, long[] keys) {
        final TracedCall traced = control.traced();
        if (traced != null) {
            traced.lookedUp(keys.length);
        }
        super.rows(table, keys);
    }

    @Override
    LockOutcome acquire(int slot, LockMode mode) {
        final TracedCall traced = control.traced();
        if (traced == null) {
            return super.acquire(slot, mode);
        }
        final long before = control.nanoTime();
        final LockOutcome outcome = super.acquire(slot, mode);
        traced.waited(control.nanoTime() - before);
        return outcome;
    }

    @Override
    LockOutcome acquireAll(LockList together) {
        final TracedCall traced = control.traced();
        if (traced == null) {
            return super.acquireAll(together);
        }
        final long before = control.nanoTime();
        final LockOutcome outcome = super.acquireAll(together);
        traced.waited(control.nanoTime() - before);
        return outcome;
    }

    @Override
    void prepared(WriteSet writes) {
        final TracedCall traced = control.traced();
        if (traced != null) {
            long rows = 0;
            for (int i = 0; i < writes.size(); i++) {
                rows += writes.get(i).kind == Write.Kind.NONE ? 0 : 1;
            }
            traced.wrote(rows);
        }
    }
}
