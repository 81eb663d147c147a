package io.baton.explore.bug;

import io.baton.lock.shiftlock.ShiftLockOptions;
import org.jspecify.annotations.Nullable;

/** Mistakes in handing over, changing the mode, and taking notices. */
final class TurnHooks {

    private static final byte HANDOVER = 2;

    private TurnHooks() {
    }

    static int oneMore(ShiftLockOptions options) {
        return options.threshold() + 1;
    }

    static int noThreshold(ShiftLockOptions options) {
        return Integer.MAX_VALUE;
    }

    static Object handsOverIfItLeaves(LockViews.Notice notice, byte kind, int slot, long attempt, long relCnt,
            LockViews.Protocol lock, LockViews.Hold hold) {
        final boolean leaves = hold.is("WAITS_FOR_READERS") || hold.is("LEAVES_TO_SUCCESSOR");
        return notice.compose(leaves ? HANDOVER : kind, slot, attempt, relCnt);
    }

    static long forgetsReaders(long relCnt) {
        return relCnt;
    }

    static long expectsOneMore(long expected) {
        return Masks.advance(expected, 1);
    }

    static void expectsOneLess(LockViews.Hold hold) {
        hold.relCnt(Masks.advance(hold.relCnt(), -1));
    }

    static void flipsItsOwnEpoch(LockViews.Hold hold) {
        hold.epoch(1 - hold.epoch());
    }

    static int flipsWhatItReads(LockViews.Protocol lock, LockViews.Hold hold) {
        hold.epoch(AcquireHooks.epochNow(lock, hold));
        return lock.flip(hold);
    }

    static @Nullable Object anyWaiter(@Nullable Object named, LockViews.Inbox inbox) {
        final LockViews.Hold hold = inbox.holds().get(inbox.notice().slot());
        return hold != null && hold.is("WAITS_FOR_TURN") ? hold : named;
    }
}
