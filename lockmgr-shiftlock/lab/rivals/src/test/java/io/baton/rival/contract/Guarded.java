package io.baton.rival.contract;

import io.baton.lock.LockMode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * What one lock protects: plain memory, two words that are equal whenever nobody holds the lock exclusively; and who
 * is inside.
 */
final class Guarded {

    private final int slot;
    private final boolean sharing;
    private final boolean leased;
    private final AtomicInteger readers = new AtomicInteger();
    private final AtomicInteger writers = new AtomicInteger();
    private long begun;
    private long ended;

    Guarded(int slot, LockUnderTest lock) {
        this.slot = slot;
        this.sharing = lock.sharing();
        this.leased = lock.isLeased();
    }

    /** Called by a client that has just got the lock, as {@link #look}. */
    void enter(LockMode mode, BooleanSupplier confirmation) {
        if (isExclusive(mode)) {
            check(writers.incrementAndGet() == 1, "a writer enters beside another");
            check(begun == ended, "a writer enters while another is at work");
            begun++;
        } else {
            readers.incrementAndGet();
        }
        look(mode, confirmation);
    }

    /**
     * Called by a client that holds the lock, as often as it likes.
     *
     * @param confirmation asked afterwards: whether a reader was protected until then. Without leases it always was.
     *     With them, a writer may find readers inside that have not asked yet.
     */
    void look(LockMode mode, BooleanSupplier confirmation) {
        if (isExclusive(mode)) {
            check(writers.get() == 1 && (leased || readers.get() == 0), "a writer is not alone");
            check(begun == ended + 1, "a writer's memory changes under its hands");
        } else {
            final boolean sound = writers.get() == 0 && begun == ended;
            check(sound || !confirmation.getAsBoolean(), "a reader is beside a writer");
        }
    }

    /** Called by a client that is about to release the lock, as {@link #look}. */
    void exit(LockMode mode, BooleanSupplier confirmation) {
        look(mode, confirmation);
        if (isExclusive(mode)) {
            ended++;
            writers.decrementAndGet();
        } else {
            readers.decrementAndGet();
        }
    }

    /** How often the lock was held exclusively; nobody may hold it now. */
    long changes() {
        check(readers.get() == 0 && writers.get() == 0, "somebody is inside after the end");
        check(begun == ended, "a change was lost");
        return ended;
    }

    private boolean isExclusive(LockMode mode) {
        return mode == LockMode.EXCLUSIVE || !sharing;
    }

    private void check(boolean holds, String sentence) {
        if (!holds) {
            throw new AssertionError(sentence + ": slot " + slot + ", readers inside " + readers + ", writers inside "
                + writers + ", changes begun " + begun + ", ended " + ended);
        }
    }
}
