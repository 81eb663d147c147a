package io.baton.lock;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's holds, reused. */
final class HoldPool {

    /** The largest number of locks that a client can hold or wait for at once, its ghosts included. */
    static final int HOLDS_MAX = 1 << 16;

    private static final int INDEX_BITS = 16;

    private final List<Hold> all = new ArrayList<>();
    private final List<Hold> idle = new ArrayList<>();
    private long attempts;

    Hold take(int slot) {
        final Hold hold = idle.isEmpty() ? create() : idle.removeLast();
        hold.begin(slot, ++attempts << INDEX_BITS | hold.index);
        return hold;
    }

    void giveBack(Hold hold) {
        hold.state = HoldState.IDLE;
        hold.attempt = 0;
        idle.add(hold);
    }

    /** The hold that an attempt belongs to, or null if that attempt is over. */
    @Nullable Hold ofAttempt(long attempt) {
        final int index = (int) attempt & (HOLDS_MAX - 1);
        final Hold hold = index < all.size() ? all.get(index) : null;
        return hold != null && hold.attempt == attempt ? hold : null;
    }

    private Hold create() {
        if (all.size() == HOLDS_MAX) {
            throw new IllegalStateException(
                "a client holds at most " + HOLDS_MAX + " locks; split the work, or lock by prefix instead of by row");
        }
        final Hold hold = new Hold(all.size());
        all.add(hold);
        return hold;
    }
}
