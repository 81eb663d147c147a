package io.baton.explore.bug;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.WordPair;
import io.baton.lock.LockOutcome;

/** Mistakes in acquiring, giving up and releasing. */
final class AcquireHooks {

    private static final String IDLE = "IDLE";

    private AcquireHooks() {
    }

    static boolean readsEpochLate(boolean entered, LockViews.Protocol lock, LockViews.Hold hold) {
        if (!entered) {
            hold.epoch(epochNow(lock, hold));
        }
        return entered;
    }

    static int epochNow(LockViews.Protocol lock, LockViews.Hold hold) {
        return (int) (lock.endpoint().readWord(Masks.address(hold)) & Masks.EPOCH);
    }

    static boolean cancelsAtOnce(LockViews.Protocol lock, LockViews.Hold hold) {
        return cancels(lock, hold, 0);
    }

    static boolean cancelsAsRelease(LockViews.Protocol lock, LockViews.Hold hold) {
        return cancels(lock, hold, 1);
    }

    private static boolean cancels(LockViews.Protocol lock, LockViews.Hold hold, long releases) {
        lock.endpoint().extFaa(
            Masks.address(hold), Masks.FIELDS, Masks.MINUS_ONE_READER, releases, lock.entry());
        hold.become(IDLE);
        return true;
    }

    static boolean cancelsAndRepairs(LockViews.Protocol lock, LockViews.Hold hold) {
        cancels(lock, hold, 0);
        if ((lock.entry().low() & Masks.EPOCH) != hold.epoch()) {
            lock.endpoint().extFaa(Masks.address(hold), Masks.FIELDS, 0, 1, lock.entry());
        }
        return true;
    }

    static boolean flipsAsItLeaves(Endpoint endpoint, long address, CasMasks masks, long compareLow,
            long compareHigh, long swapLow, long swapHigh, WordPair entry, LockViews.Steps steps,
            LockViews.Hold hold) {
        return endpoint.extCas(
            address, Masks.LEAVE_AND_FLIP, steps.self(), compareHigh, 1 - hold.epoch(), 0, entry);
    }

    static void endsTurnWithoutSuccessor(LockViews.Protocol lock, LockViews.Hold hold) {
        if (!lock.tryEndTurn(hold)) {
            hold.become(IDLE);
        }
    }

    static LockOutcome skipsItself(LockOutcome outcome, LockViews.Protocol lock, LockViews.Hold hold,
            long deadlineNanos) {
        if (outcome != LockOutcome.GRANTED || hold.successor() == 0
            || hold.consWrt() >= lock.options().threshold()) {
            return outcome;
        }
        lock.handOver(hold);
        hold.successor(0);
        hold.become("WAITS_FOR_TURN");
        return lock.resume(hold, deadlineNanos);
    }
}
