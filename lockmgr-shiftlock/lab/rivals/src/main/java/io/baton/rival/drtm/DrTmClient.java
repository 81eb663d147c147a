package io.baton.rival.drtm;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.EntryTable;
import io.baton.rival.RivalClient;
import java.util.random.RandomGenerator;

/** One client of a {@link DrTmTable}. One thread at a time. */
public final class DrTmClient extends RivalClient<DrTmHold> {

    private static final int OWNERS = 255;

    private final DrTmParameters parameters;
    private final long locked;
    private long lapsedLeases;

    DrTmClient(Fabric fabric, int slots, RandomGenerator random, DrTmParameters parameters) {
        super(fabric, slots, random);
        this.parameters = parameters;
        this.locked = LeaseWord.locked(1 + Route.queuePair(endpoint.route()) % OWNERS);
    }

    /**
     * Confirms a hold: tells whether all that was read under it until now was protected.
     *
     * @param slot a lock
     * @return false if the client does not hold the lock, or holds it shared by a lease that may have ended
     */
    public boolean leaseValid(int slot) {
        final DrTmHold hold = find(slot);
        return hold != null && (hold.mode() == LockMode.EXCLUSIVE || confirm(hold));
    }

    /** {@return how many shared holds could no longer be confirmed when they were released} */
    public long lapsedLeases() {
        return lapsedLeases;
    }

    @Override
    protected DrTmHold newHold() {
        return new DrTmHold();
    }

    @Override
    protected LockOutcome enter(DrTmHold hold, long deadlineNanos) {
        final long address = EntryTable.address(hold.slot());
        boolean waited = false;
        long expected = LeaseWord.FREE;
        while (true) {
            final long wanted = wanted(hold);
            final long word = endpoint.cas(address, expected, wanted);
            if (word == expected) {
                hold.lease = wanted;
                return LockOutcome.GRANTED;
            }
            if (joins(hold, word)) {
                return LockOutcome.GRANTED;
            }
            if (replaceable(word)) {
                expected = word;
                continue;
            }
            if (hold.mode() == LockMode.SHARED && LeaseWord.isLocked(word)) {
                expected = LeaseWord.FREE;
            }
            if (!waited) {
                waited = true;
                counters.count(LockCounter.WAITS);
            }
            if (over(deadlineNanos)) {
                return LockOutcome.DEADLINE;
            }
            beforeRetry(address, word, deadlineNanos);
        }
    }

    @Override
    protected LockOutcome tryEnter(DrTmHold hold) {
        final long address = EntryTable.address(hold.slot());
        final long wanted = wanted(hold);
        long word = endpoint.cas(address, LeaseWord.FREE, wanted);
        boolean swapped = word == LeaseWord.FREE;
        if (!swapped && replaceable(word)) {
            final long expected = word;
            word = endpoint.cas(address, expected, wanted);
            swapped = word == expected;
        }
        if (swapped) {
            hold.lease = wanted;
            return LockOutcome.GRANTED;
        }
        return joins(hold, word) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(DrTmHold hold) {
        if (hold.mode() == LockMode.SHARED) {
            if (!confirm(hold)) {
                lapsedLeases++;
            }
            return;
        }
        final long old = endpoint.cas(EntryTable.address(hold.slot()), locked, LeaseWord.FREE);
        if (old != locked) {
            throw new LockInvariantViolation("slot " + hold.slot() + " was 0x" + Long.toHexString(old)
                + " when its writer released it, instead of 0x" + Long.toHexString(locked));
        }
    }

    /** The word that lets this client in, if it is swapped in now. */
    private long wanted(DrTmHold hold) {
        return hold.mode() == LockMode.EXCLUSIVE
            ? locked
            : LeaseWord.leased(clock.nanoTime() + parameters.leaseNanos());
    }

    private boolean joins(DrTmHold hold, long word) {
        if (hold.mode() == LockMode.SHARED && word != LeaseWord.FREE && !LeaseWord.isLocked(word)
            && remaining(word) > parameters.deltaNanos() + parameters.transactionNanos()) {
            hold.lease = word;
            return true;
        }
        return false;
    }

    /** Whether nobody has the lock, for any clock within the error. */
    private boolean replaceable(long word) {
        return word == LeaseWord.FREE || (!LeaseWord.isLocked(word) && remaining(word) < -parameters.deltaNanos());
    }

    private boolean confirm(DrTmHold hold) {
        return remaining(hold.lease) > parameters.deltaNanos();
    }

    private long remaining(long word) {
        return LeaseWord.remainingNanos(word, clock.nanoTime());
    }

    /** As {@link #beforeRepeating}, and here it is known what to wait for. */
    private void beforeRetry(long address, long word, long deadlineNanos) {
        if (verbsTakeTime) {
            return;
        }
        if (LeaseWord.isLocked(word)) {
            endpoint.awaitWord(address, LeaseWord.WRITE_BIT, 0, deadlineNanos);
            return;
        }
        final long leaseOver = clock.nanoTime() + remaining(word) + parameters.deltaNanos() + 1;
        endpoint.awaitWord(address, -1L, LeaseWord.FREE, Math.min(leaseOver, deadlineNanos));
    }
}
