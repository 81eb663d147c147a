package io.baton.explore.bug;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockOutcome;

/** Mistakes in using several lock servers. */
final class JoinedHooks {

    private JoinedHooks() {
    }

    static LockOutcome goesOn(LockClient client, LockList locks, long deadlineNanos) {
        final LockOutcome outcome = client.acquireAll(locks, deadlineNanos);
        return outcome == LockOutcome.LOST ? outcome : LockOutcome.GRANTED;
    }

    static LockOutcome releasesNone(Object client, int table) {
        return LockOutcome.GRANTED;
    }
}
