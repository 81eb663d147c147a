package io.baton.engine.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A wait for a lock in a flight recording: {@code io.baton.LockWait}. One thread. */
@Name("io.baton.LockWait")
@Label("Lock wait")
@Category("Baton")
@Description("A request for a lock, or for several together, that took longer than a free one takes")
@Enabled(false)
@Threshold("100 us")
@SuppressWarnings("UnusedVariable") // Recordings read the fields.
public final class LockWaitEvent extends Event {

    @Label("Slot")
    @Description("The lock's place in the lock table; the first one's if there are several")
    private int slot;
    @Label("Locks")
    private int locks;
    @Label("Exclusive")
    private boolean exclusive;

    /** Begins nothing yet. */
    LockWaitEvent() {
    }

    /**
     * Writes the event if a recording wants it.
     *
     * @param ofSlot the lock's, or the first one's
     * @param howMany locks were asked for together
     * @param isExclusive whether it, or the first one, was wanted exclusively
     */
    public void ended(int ofSlot, int howMany, boolean isExclusive) {
        end();
        if (shouldCommit()) {
            slot = ofSlot;
            locks = howMany;
            exclusive = isExclusive;
            commit();
        }
    }
}
