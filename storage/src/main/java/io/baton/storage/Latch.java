package io.baton.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A small spinning mutex that guards the fields of its subclass: one word instead of a lock object, because there are
 * tens of thousands of them. Critical sections are short and never block on anything but {@link Pages}, and the
 * engine's logical locks keep most of them uncontended. Not reentrant.
 */
abstract class Latch {
    // Ownership: latch is 1 while a thread is inside. tryLatch's compare-and-set acquires what unlatch's release
    // published; subclasses' fields are plain and only touched inside.
    private static final VarHandle LATCH;
    private static final int SPINS_BEFORE_YIELD = 64;

    private volatile int latch;

    static {
        try {
            LATCH = MethodHandles.lookup().findVarHandle(Latch.class, "latch", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final boolean tryLatch() {
        return LATCH.compareAndSet(this, 0, 1);
    }

    final void latch() {
        if (!tryLatch()) {
            latchSlowly();
        }
    }

    final void unlatch() {
        LATCH.setRelease(this, 0);
    }

    @SuppressWarnings("ThreadPriorityCheck") // Yielding is for progress, not for correctness.
    private void latchSlowly() {
        int spins = 0;
        while (latch != 0 || !tryLatch()) {
            if (++spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                // The owner may have lost its processor: two cores, many threads.
                spins = 0;
                Thread.yield();
            }
        }
    }
}
