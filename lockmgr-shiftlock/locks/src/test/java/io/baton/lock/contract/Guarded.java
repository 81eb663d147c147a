package io.baton.lock.contract;

import io.baton.lock.LockMode;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one lock protects: plain memory, two words that are equal whenever nobody holds the lock exclusively; and who
 * is inside.
 */
final class Guarded {

    private final int slot;
    private final boolean sharing;
    private final AtomicInteger readers = new AtomicInteger();
    private final AtomicInteger writers = new AtomicInteger();
    private long begun;
    private long ended;

    Guarded(int slot, boolean sharing) {
        this.slot = slot;
        this.sharing = sharing;
    }

    /** Called by a client that has just got the lock. */
    void enter(LockMode mode) {
        if (isExclusive(mode)) {
            check(writers.incrementAndGet() == 1, "a writer enters beside another");
            check(begun == ended, "a writer enters while another is at work");
            begun++;
        } else {
            readers.incrementAndGet();
        }
        look(mode);
    }

    /** Called by a client that holds the lock, as often as it likes. */
    void look(LockMode mode) {
        if (isExclusive(mode)) {
            check(readers.get() == 0 && writers.get() == 1, "a writer is not alone");
            check(begun == ended + 1, "a writer's memory changes under its hands");
        } else {
            check(writers.get() == 0, "a reader is beside a writer");
            check(begun == ended, "a reader sees half of a change");
        }
    }

    /** Called by a client that is about to release the lock. */
    void exit(LockMode mode) {
        look(mode);
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
