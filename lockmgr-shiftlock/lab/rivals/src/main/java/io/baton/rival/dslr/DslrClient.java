package io.baton.rival.dslr;

import io.baton.fabric.Fabric;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import io.baton.rival.WordTable;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A client of {@link DslrTable}: algorithms 1 to 3 of the DSLR paper, with the deviations named there. */
final class DslrClient extends RivalClient<DslrHold> implements DslrLockClient {

    private static final long FREE = 0;
    /** Doubling a backoff more often than this would only overflow. */
    private static final int DOUBLINGS_MAX = 20;

    private final DslrParameters parameters;
    private int leaseSlots = 1;
    private boolean forUpdate;
    private long failures;
    /** Full locks that this client has given back and has to reset. */
    private final List<DslrDrain> drains = new ArrayList<>();

    DslrClient(Fabric fabric, int slots, RandomGenerator random, DslrParameters parameters) {
        super(fabric, slots, random);
        this.parameters = parameters;
    }

    @Override
    protected DslrHold newHold() {
        return new DslrHold();
    }

    @Override
    public void leaseSlots(int newLeaseSlots) {
        if (newLeaseSlots < 1 || newLeaseSlots > parameters.leaseSlotsMax()) {
            throw new IllegalArgumentException(
                newLeaseSlots + " lease slots: give 1 to " + parameters.leaseSlotsMax());
        }
        leaseSlots = newLeaseSlots;
    }

    @Override
    public long failures() {
        return failures;
    }

    @Override
    public LockOutcome acquireForUpdate(int slot, long deadlineNanos) {
        if (held(slot) != null) {
            throw new IllegalStateException("slot " + slot + " is held already; release it first");
        }
        forUpdate = true;
        try {
            return acquire(slot, LockMode.SHARED, deadlineNanos);
        } finally {
            forUpdate = false;
        }
    }

    /** Algorithm 1, again and again. */
    @Override
    protected LockOutcome enter(DslrHold hold, long deadlineNanos) {
        prepare(hold);
        boolean waits = false;
        while (true) {
            hold.sinceNanos = clock.nanoTime();
            final long prev = endpoint.faa(WordTable.address(hold.slot()), ask(hold));
            if (!isFull(prev)) {
                hold.ticket = prev;
                hold.resetFrom = resetFrom(hold);
                if (hold.isServed(prev)) {
                    return LockOutcome.GRANTED;
                }
            }
            if (!waits) {
                waits = true;
                counters.count(LockCounter.WAITS);
            }
            if (isFull(prev)) {
                withdraw(hold, prev + ask(hold));
                resetIfStuck(hold, prev);
            } else if (handleConflict(hold, prev)) {
                return LockOutcome.GRANTED;
            } else {
                failures++;
            }
            backOff(hold);
            if (over(deadlineNanos)) {
                return LockOutcome.DEADLINE;
            }
        }
    }

    /** Not in the paper: takes a ticket only if it is served at once. */
    @Override
    protected LockOutcome tryEnter(DslrHold hold) {
        prepare(hold);
        hold.sinceNanos = clock.nanoTime();
        final long address = WordTable.address(hold.slot());
        long word = endpoint.readWord(address);
        while (!isFull(word)) {
            hold.ticket = word;
            if (!hold.isServed(word)) {
                return LockOutcome.BUSY;
            }
            final long old = endpoint.cas(address, word, word + ask(hold));
            if (old == word) {
                hold.resetFrom = resetFrom(hold);
                return LockOutcome.GRANTED;
            }
            word = old;
        }
        return LockOutcome.BUSY;
    }

    /** Upgrades an update lock (§5.2) or, which the paper does not have, the only reader's ticket. */
    @Override
    protected LockOutcome promote(DslrHold hold) {
        final long word = endpoint.readWord(WordTable.address(hold.slot()));
        if (!hold.update) {
            return promoteSoleReader(hold, word);
        }
        hold.update = false;
        if (hold.isServed(word) || handleConflict(hold, word)) {
            return LockOutcome.GRANTED;
        }
        hold.update = true;
        return LockOutcome.BUSY;
    }

    private LockOutcome promoteSoleReader(DslrHold hold, long word) {
        final int k = hold.leaseSlots;
        final boolean sole = DslrWord.nX(word) == DslrWord.maxX(word)
            && DslrWord.nS(word) + k == DslrWord.maxS(word)
            && !hold.isSkipped(word);
        if (!sole || isFull(word) || DslrWord.maxX(word) + k >= parameters.countMax()) {
            return LockOutcome.BUSY;
        }
        final long ticket = word + k * DslrWord.N_S;
        if (endpoint.cas(WordTable.address(hold.slot()), word, ticket + k * DslrWord.MAX_X) != word) {
            return LockOutcome.BUSY;
        }
        hold.ticket = ticket;
        hold.exclusive = true;
        return LockOutcome.GRANTED;
    }

    /** Algorithm 3. */
    @Override
    protected void leave(DslrHold hold) {
        final long address = WordTable.address(hold.slot());
        final boolean late = clock.nanoTime() - hold.sinceNanos >= hold.leaseSlots * parameters.leaseNanos();
        if (late && hold.resetFrom == DslrHold.NO_RESET) {
            leaveLate(hold);
            return;
        }
        if (hold.isSkipped(endpoint.faa(address, give(hold)))) {
            endpoint.faa(address, -give(hold));
        }
        beginDrain(hold);
    }

    private void leaveLate(DslrHold hold) {
        final long address = WordTable.address(hold.slot());
        long word = endpoint.readWord(address);
        while (!hold.isSkipped(word)) {
            final long old = endpoint.cas(address, word, word + give(hold));
            if (old == word) {
                return;
            }
            word = old;
        }
    }

    /** Algorithm 2. Returns whether the lock is ours; if not, the ticket is gone. */
    private boolean handleConflict(DslrHold hold, long prev) {
        final long address = WordTable.address(hold.slot());
        long word = prev;
        hold.see(word, clock.nanoTime());
        while (true) {
            pause(parameters.intervalNanos() * Math.max(1, waitCount(hold, word)));
            progressDrains();
            final long asked = clock.nanoTime();
            word = endpoint.readWord(address);
            if (hold.isSkipped(word)) {
                return false;
            }
            if (hold.isServed(word)) {
                return true;
            }
            hold.sinceNanos = asked;
            if (!DslrWord.sameServed(word, hold.seen)) {
                hold.see(word, clock.nanoTime());
            } else if (asked - hold.seenNanos > patienceNanos(hold, word) && skip(hold, word)) {
                return false;
            }
        }
    }

    /** Algorithm 2, lines 12 to 19: serves the ticket behind ours. */
    private boolean skip(DslrHold hold, long word) {
        final long reset = hold.exclusive
            ? DslrWord.of(DslrWord.maxX(hold.ticket) + hold.leaseSlots, DslrWord.maxS(hold.ticket),
                DslrWord.maxX(word), DslrWord.maxS(word))
            : DslrWord.of(DslrWord.maxX(hold.ticket), DslrWord.nS(word) + hold.leaseSlots,
                DslrWord.maxX(word), DslrWord.maxS(word));
        if (endpoint.cas(WordTable.address(hold.slot()), word, reset) != word) {
            return false;
        }
        beginDrain(hold);
        return true;
    }

    /** Algorithm 1, lines 5 and 19: takes back what was added to full counters, unless a reset has done that. */
    private void withdraw(DslrHold hold, long expected) {
        final long address = WordTable.address(hold.slot());
        long word = expected;
        while (isFull(word)) {
            final long old = endpoint.cas(address, word, word - ask(hold));
            if (old == word) {
                return;
            }
            word = old;
        }
    }

    /** Algorithm 1, lines 7 and 8, 21 and 22: resets a full lock if those who should do it are dead. */
    private void resetIfStuck(DslrHold hold, long prev) {
        if (hold.failures == 0 || !DslrWord.sameServed(prev, hold.seen)) {
            hold.see(prev, clock.nanoTime());
            return;
        }
        if (hold.sinceNanos - hold.seenNanos <= stallNanos(outstanding(prev))) {
            return;
        }
        final long word = endpoint.readWord(WordTable.address(hold.slot()));
        if (isFull(word) && DslrWord.sameServed(word, hold.seen)) {
            endpoint.cas(WordTable.address(hold.slot()), word, FREE);
        }
    }

    private void beginDrain(DslrHold hold) {
        if (hold.resetFrom != DslrHold.NO_RESET) {
            drains.add(new DslrDrain(hold.slot(), hold.resetFrom));
            hold.resetFrom = DslrHold.NO_RESET;
        }
    }

    /**
     * Algorithm 3, line 7: resets the counters once all tickets are given back and nobody asks. Waits for that only
     * when nobody can wait for this client meanwhile.
     */
    @Override
    protected void left() {
        progressDrains();
        while (!drains.isEmpty() && heldCount() == 0) {
            pause(parameters.intervalNanos());
            progressDrains();
        }
    }

    /** A waiter resets meanwhile what it can. */
    private void progressDrains() {
        for (int i = drains.size() - 1; i >= 0; i--) {
            if (progress(drains.get(i))) {
                drains.remove(i);
            }
        }
    }

    private boolean progress(DslrDrain drain) {
        final long address = WordTable.address(drain.slot);
        final long asked = clock.nanoTime();
        final long old = endpoint.cas(address, drain.resetFrom, FREE);
        if (old == drain.resetFrom || !isFull(old)) {
            return true;
        }
        if (!drain.looked || !DslrWord.sameServed(old, drain.seen)) {
            drain.see(old, clock.nanoTime());
        } else if (old == drain.last && asked - drain.seenNanos > stallNanos(outstanding(old))) {
            endpoint.cas(address, old, FREE);
        }
        drain.last = old;
        return false;
    }

    /** Appendix A.3. */
    private void backOff(DslrHold hold) {
        final long bound = Math.min(
            parameters.backoffNanos() << Math.min(hold.failures, DOUBLINGS_MAX), parameters.backoffNanosMax());
        hold.failures++;
        pause(1 + random.nextLong(bound));
        progressDrains();
    }

    private void prepare(DslrHold hold) {
        hold.update = forUpdate;
        hold.exclusive = forUpdate || hold.mode() == LockMode.EXCLUSIVE;
        hold.leaseSlots = leaseSlots;
        hold.resetFrom = DslrHold.NO_RESET;
        hold.failures = 0;
    }

    /** What to add to take a ticket. */
    private static long ask(DslrHold hold) {
        return hold.leaseSlots * (hold.exclusive ? DslrWord.MAX_X : DslrWord.MAX_S);
    }

    /** What to add to give the lock back. */
    private static long give(DslrHold hold) {
        return hold.leaseSlots * (hold.exclusive ? DslrWord.N_X : DslrWord.N_S);
    }

    private boolean isFull(long word) {
        return DslrWord.maxX(word) >= parameters.countMax() || DslrWord.maxS(word) >= parameters.countMax();
    }

    /** Algorithm 1, lines 10 and 24: who takes the last ticket resets the counters. */
    private long resetFrom(DslrHold hold) {
        final long asked = hold.ticket + ask(hold);
        return isFull(asked) ? DslrWord.drained(DslrWord.maxX(asked), DslrWord.maxS(asked)) : DslrHold.NO_RESET;
    }

    /** Algorithm 2, line 20. */
    private int waitCount(DslrHold hold, long word) {
        final boolean writersOnly = !parameters.readersCountReaders() && (!hold.exclusive || hold.update);
        return writersOnly ? DslrWord.maxX(hold.ticket) - DslrWord.nX(word) : hold.ahead(word);
    }

    /** How long counters that stand still mean that a client is dead (§4.6; with multi-slot leases, §5.1). */
    private long stallNanos(int ahead) {
        return 2 * parameters.leaseNanos() * (parameters.leaseSlotsMax() == 1 ? 1 : Math.max(1, ahead));
    }

    /**
     * A reader lets a writer in front of it go first, which has waited for longer and knows how many readers it skips.
     * A reader does not know: one that it skips is missing in nS, and the next writer waits in vain for two leases.
     */
    private long patienceNanos(DslrHold hold, long word) {
        final boolean behindWaitingWriter = !hold.exclusive
            && DslrWord.maxX(hold.ticket) - DslrWord.nX(word) > parameters.leaseSlotsMax();
        return stallNanos(hold.ahead(word)) + (behindWaitingWriter ? parameters.leaseNanos() / 2 : 0);
    }

    private static int outstanding(long word) {
        return DslrWord.maxX(word) - DslrWord.nX(word) + Math.max(0, DslrWord.maxS(word) - DslrWord.nS(word));
    }
}
