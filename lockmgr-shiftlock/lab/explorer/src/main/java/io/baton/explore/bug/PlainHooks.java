package io.baton.explore.bug;

/** Mistakes in the steps of an entry of two words. */
final class PlainHooks {

    private static final long ONE_READER = 1L << 41;
    private static final long TAIL = ((1L << 40) - 1) << 1;
    private static final String IDLE = "IDLE";

    private PlainHooks() {
    }

    private static long outAddress(LockViews.Hold hold) {
        return Masks.address(hold) + Long.BYTES;
    }

    static boolean clearsAnyTail(boolean cleared, LockViews.Steps steps, LockViews.Hold hold) {
        if (!cleared) {
            clear(steps, hold);
        }
        return true;
    }

    private static void clear(LockViews.Steps steps, LockViews.Hold hold) {
        final long low = steps.endpoint().readWord(Masks.address(hold));
        steps.endpoint().cas(Masks.address(hold), low, low & ~TAIL);
    }

    static boolean cancelsAtOnce(LockViews.Protocol lock, LockViews.Hold hold) {
        lock.endpoint().faa(Masks.address(hold), -ONE_READER);
        hold.become(IDLE);
        return true;
    }

    static boolean leavesInstead(LockViews.Steps steps, LockViews.Hold hold) {
        steps.endpoint().faa(outAddress(hold), 1);
        return true;
    }

    static Object leavesAnyway(Object state, LockViews.Steps steps, LockViews.Hold hold) {
        if (!state.toString().equals("WAITS_FOR_READERS")) {
            return state;
        }
        clear(steps, hold);
        hold.become(IDLE);
        return hold.state();
    }

    static boolean leavesBesideReaders(LockViews.Steps steps, LockViews.Hold hold, long route) {
        final long low = steps.endpoint().readWord(Masks.address(hold));
        return (low & TAIL) == steps.self()
            && steps.endpoint().cas(Masks.address(hold), low, (low & ~TAIL) | route << 1) == low;
    }
}
