package io.baton.rival.cas;

import io.baton.fabric.Fabric;
import io.baton.lock.LockCounter;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockOutcome;
import io.baton.rival.EntryTable;
import io.baton.rival.RivalClient;
import io.baton.rival.RivalHold;
import java.util.random.RandomGenerator;

/** One client of a {@link CasTable}. */
final class CasClient extends RivalClient<RivalHold> {

    static final long FREE = 0;
    private static final long LOCKED = 1;
    private static final long ALL = -1L;

    private final RetryDelay backoff;
    private final AdaptiveBackoff adaptive;

    CasClient(Fabric fabric, int slots, RandomGenerator random, RetryDelay backoff) {
        super(fabric, slots, random);
        this.backoff = backoff;
        this.adaptive = new AdaptiveBackoff(backoff, random, clock.nanoTime());
    }

    @Override
    protected RivalHold newHold() {
        return new RivalHold();
    }

    @Override
    protected LockOutcome enter(RivalHold hold, long deadlineNanos) {
        if (!swapIn(hold)) {
            counters.count(LockCounter.WAITS);
            int retry = 0;
            do {
                if (over(deadlineNanos)) {
                    return LockOutcome.DEADLINE;
                }
                beforeRetry(hold, retry, deadlineNanos);
                retry = Math.min(retry + 1, backoff.doublingsMax());
            } while (!swapIn(hold));
        }
        if (!backoff.isNone()) {
            adaptive.onAcquired(clock.nanoTime());
        }
        return LockOutcome.GRANTED;
    }

    @Override
    protected LockOutcome tryEnter(RivalHold hold) {
        return swapIn(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(RivalHold hold) {
        final long old = endpoint.cas(EntryTable.address(hold.slot()), LOCKED, FREE);
        if (old != LOCKED) {
            throw new LockInvariantViolation("slot " + hold.slot() + " was " + old + " when its holder released it");
        }
    }

    private boolean swapIn(RivalHold hold) {
        return endpoint.cas(EntryTable.address(hold.slot()), FREE, LOCKED) == FREE;
    }

    private void beforeRetry(RivalHold hold, int retry, long deadlineNanos) {
        if (backoff.isNone()) {
            if (!verbsTakeTime) {
                // As beforeRepeating, and here it is known what to wait for.
                endpoint.awaitWord(EntryTable.address(hold.slot()), ALL, FREE, deadlineNanos);
            }
            return;
        }
        final long nanos = adaptive.beforeRetry(retry, clock.nanoTime());
        pause(deadlineNanos == NO_DEADLINE ? nanos : Math.min(nanos, deadlineNanos - clock.nanoTime()));
    }
}
