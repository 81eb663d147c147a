package io.baton.engine;

import io.baton.lock.ForwardingLockClient;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockOutcome;

/** A decorator that sees each lock: several are asked for one by one, and releases tell nothing. */
abstract class SteppedLockClient extends ForwardingLockClient {

    SteppedLockClient(LockClient client) {
        super(client);
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        LockOutcome outcome = LockOutcome.GRANTED;
        for (int i = 0; i < locks.size() && outcome == LockOutcome.GRANTED; i++) {
            outcome = acquire(locks.slot(i), locks.mode(i), deadlineNanos);
        }
        return outcome;
    }

    @Override
    public LockOutcome releaseAndTell(int slot) {
        release(slot);
        return LockOutcome.GRANTED;
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        releaseAll();
        return LockOutcome.GRANTED;
    }
}
