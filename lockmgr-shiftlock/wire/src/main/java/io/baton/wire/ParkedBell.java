package io.baton.wire;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Parks one thread until it rings.
 *
 * <p>Concurrency: the waiter announces itself ({@code waiter}, volatile) before it looks at what it waits for; the
 * ringer changes that before it looks for a waiter. One of the two sees the other, so no ring is lost.
 */
final class ParkedBell implements Doorbell {

    private final NanoClock clock;
    private volatile boolean rung;
    private volatile @Nullable Thread waiter;
    /** Whether the waiting thread was interrupted while it parked; its own. */
    private boolean interrupted;

    ParkedBell(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public void ring() {
        rung = true;
        LockSupport.unpark(waiter);
    }

    /** Rings if a thread has announced itself, and returns that thread. */
    @Nullable
    Thread ringIfAwaited() {
        final Thread thread = waiter;
        if (thread != null) {
            ring();
        }
        return thread;
    }

    void announce() {
        rung = false;
        waiter = Thread.currentThread();
        VarHandle.fullFence(); // What is waited for may be read with less than volatile.
    }

    void withdraw() {
        waiter = null;
        rung = false;
        restoreInterrupt();
    }

    /** Parks until the next ring or the deadline, or for a shorter while. The thread must have announced itself. */
    void park(long deadlineNanos) {
        if (rung) {
            return;
        }
        if (deadlineNanos == Endpoint.NO_DEADLINE) {
            LockSupport.park(this);
        } else {
            final long nanos = deadlineNanos - clock.nanoTime();
            if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            }
        }
        // Waiting is not interruptible; an interrupt that stayed pending would let every further park return at once.
        interrupted |= Thread.interrupted();
    }

    @Override
    public boolean await(long deadlineNanos) {
        waiter = Thread.currentThread();
        while (!rung && !over(deadlineNanos)) {
            park(deadlineNanos);
        }
        waiter = null;
        restoreInterrupt();
        final boolean result = rung;
        if (result) {
            // A ring that comes only now stays for the next time.
            rung = false;
        }
        return result;
    }

    private boolean over(long deadlineNanos) {
        return deadlineNanos != Endpoint.NO_DEADLINE && clock.nanoTime() - deadlineNanos >= 0;
    }

    private void restoreInterrupt() {
        if (interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
    }
}
