package io.baton.rival.qplock;

import io.baton.fabric.Fabric;
import io.baton.lock.LockCounter;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import java.util.random.RandomGenerator;

/**
 * qplock's algorithm (Algorithms 1 and 2, and the PlusCal text of the appendix), the same for both cohorts: what one
 * does by verbs, the other does by the processor's own accesses.
 *
 * @param <H> the cohort's MCS descriptor
 */
abstract class QpLockClient<H extends QpLockHold> extends RivalClient<H> {

    private final int initialBudget;

    QpLockClient(Fabric fabric, int slots, RandomGenerator random, int initialBudget) {
        super(fabric, slots, random);
        this.initialBudget = initialBudget;
    }

    /** pLock. Waits in a queue that cannot be left, so the deadline is ignored. */
    @Override
    protected final LockOutcome enter(H hold, long deadlineNanos) {
        final boolean leader = qLock(hold);
        if (leader && !beatsOther(hold)) {
            counters.count(LockCounter.WAITS);
            awaitOther(hold);
        }
        return LockOutcome.GRANTED;
    }

    /**
     * Becomes the leader of an idle cohort, and backs out if the other cohort is in. Not in the paper. A client
     * that has queued up meanwhile gets a budget of 0: it must win against the other cohort itself.
     */
    @Override
    protected final LockOutcome tryEnter(H hold) {
        hold.prepare();
        if (!lockIdleCohort(hold)) {
            return LockOutcome.BUSY;
        }
        if (beatsOther(hold)) {
            hold.budget = initialBudget;
            return LockOutcome.GRANTED;
        }
        hold.budget = 1;
        qUnlock(hold);
        return LockOutcome.BUSY;
    }

    /** pUnlock. */
    @Override
    protected final void leave(H hold) {
        qUnlock(hold);
    }

    /** Every hold is exclusive whatever was asked for. */
    @Override
    protected final LockOutcome promote(H hold) {
        return LockOutcome.GRANTED;
    }

    private boolean qLock(H hold) {
        hold.prepare();
        final long predecessor = swapTail(hold);
        if (predecessor == 0) {
            hold.budget = initialBudget;
            return true;
        }
        counters.count(LockCounter.WAITS);
        link(predecessor, hold);
        awaitBudget(hold);
        if (hold.budget == 0) {
            pReacquire(hold);
            hold.budget = initialBudget;
        }
        return false;
    }

    private void qUnlock(H hold) {
        if (!hasSuccessor(hold) && clearTail(hold)) {
            return;
        }
        awaitSuccessor(hold);
        counters.count(LockCounter.HANDOVERS);
        pass(hold, hold.budget - 1);
    }

    private void pReacquire(H hold) {
        if (!beatsOther(hold)) {
            awaitOther(hold);
        }
    }

    /** Peterson's entry: makes the own cohort the victim, and tells whether there is nobody to wait for. */
    private boolean beatsOther(H hold) {
        yieldToOther(hold.slot());
        return !mustWait(hold.slot());
    }

    private void awaitOther(H hold) {
        do {
            pauseForOther(hold.slot());
        } while (mustWait(hold.slot()));
    }

    /** Makes the hold the last of its cohort's queue; returns who was before, or 0. */
    abstract long swapTail(H hold);

    /** The same only if the queue is empty. */
    abstract boolean lockIdleCohort(H hold);

    /** Empties the queue if the hold is still its last. */
    abstract boolean clearTail(H hold);

    /** Tells the predecessor who comes next: curr→next ← desc. */
    abstract void link(long predecessor, H hold);

    /** Waits while the budget is −1. */
    abstract void awaitBudget(H hold);

    /** Whether the next of the queue is known. */
    abstract boolean hasSuccessor(H hold);

    abstract void awaitSuccessor(H hold);

    /** Gives the cohort's lock to the successor: next→budget ← budget. */
    abstract void pass(H hold, int budget);

    /** victim ← own cohort. */
    abstract void yieldToOther(int slot);

    /** Whether the other cohort is locked and the own one still the victim. */
    abstract boolean mustWait(int slot);

    /** Lets time pass before the next look at the other cohort. */
    abstract void pauseForOther(int slot);
}
