package io.baton.rival.cas;

import io.baton.fabric.Fabric;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import io.baton.rival.RivalHold;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;

/** A client of {@link RetryOnFailTable}. */
final class RetryOnFailClient extends RivalClient<RivalHold> {

    RetryOnFailClient(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots, random);
    }

    @Override
    protected RivalHold newHold() {
        return new RivalHold();
    }

    @Override
    protected LockOutcome enter(RivalHold hold, long deadlineNanos) {
        final long address = WordTable.address(hold.slot());
        return hold.mode() == LockMode.EXCLUSIVE
            ? enterExclusive(address, deadlineNanos) : enterShared(address, deadlineNanos);
    }

    private LockOutcome enterExclusive(long address, long deadlineNanos) {
        if (endpoint.cas(address, RetryOnFailWord.FREE, RetryOnFailWord.EXCLUSIVE) == RetryOnFailWord.FREE) {
            return LockOutcome.GRANTED;
        }
        counters.count(LockCounter.WAITS);
        while (!over(deadlineNanos)) {
            // After a CAS the simulated endpoint does not wait here, and the retry is immediate as in the source.
            endpoint.awaitWord(address, -1L, RetryOnFailWord.FREE, deadlineNanos);
            if (endpoint.cas(address, RetryOnFailWord.FREE, RetryOnFailWord.EXCLUSIVE) == RetryOnFailWord.FREE) {
                return LockOutcome.GRANTED;
            }
        }
        return LockOutcome.DEADLINE;
    }

    private LockOutcome enterShared(long address, long deadlineNanos) {
        if (!RetryOnFailWord.hasWriter(endpoint.faa(address, RetryOnFailWord.SHARED))) {
            return LockOutcome.GRANTED;
        }
        counters.count(LockCounter.WAITS);
        while (RetryOnFailWord.hasWriter(endpoint.readWord(address))) {
            if (over(deadlineNanos)) {
                endpoint.faa(address, -RetryOnFailWord.SHARED);
                return LockOutcome.DEADLINE;
            }
            endpoint.awaitWord(address, RetryOnFailWord.EXCLUSIVE_MASK, RetryOnFailWord.FREE, deadlineNanos);
        }
        return LockOutcome.GRANTED;
    }

    @Override
    protected LockOutcome tryEnter(RivalHold hold) {
        final long address = WordTable.address(hold.slot());
        if (hold.mode() == LockMode.EXCLUSIVE) {
            final long old = endpoint.cas(address, RetryOnFailWord.FREE, RetryOnFailWord.EXCLUSIVE);
            return old == RetryOnFailWord.FREE ? LockOutcome.GRANTED : LockOutcome.BUSY;
        }
        if (!RetryOnFailWord.hasWriter(endpoint.faa(address, RetryOnFailWord.SHARED))) {
            return LockOutcome.GRANTED;
        }
        endpoint.faa(address, -RetryOnFailWord.SHARED);
        return LockOutcome.BUSY;
    }

    /** A sole reader swaps its count for the exclusive half; the source has no upgrade. */
    @Override
    protected LockOutcome promote(RivalHold hold) {
        final long old = endpoint.cas(
            WordTable.address(hold.slot()), RetryOnFailWord.SHARED, RetryOnFailWord.EXCLUSIVE);
        return old == RetryOnFailWord.SHARED ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(RivalHold hold) {
        endpoint.faa(WordTable.address(hold.slot()),
            hold.mode() == LockMode.EXCLUSIVE ? -RetryOnFailWord.EXCLUSIVE : -RetryOnFailWord.SHARED);
    }
}
