package io.baton.fabric.inprocess;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.park.WaitKeeper;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Parks one thread until it rings.
 *
 * <p>Concurrency: the waiter announces itself ({@code waiter}, volatile) before it looks at {@code rung} again; the
 * ringer sets {@code rung} (volatile) before it looks for a waiter. One of the two sees the other, so no ring is
 * lost.
 */
final class ParkedDoorbell implements Doorbell {

    private final NanoClock clock;
    /** Looks after far deadlines; without it every deadline has a timer of its own. */
    private final @Nullable Runnable watch;
    private volatile long farDeadline = Endpoint.NO_DEADLINE;
    private volatile boolean rung;
    private volatile @Nullable Thread waiter;
    /** Whether the waiting thread was interrupted while it parked; its own. */
    private boolean interrupted;

    ParkedDoorbell(NanoClock clock, @Nullable Runnable watch) {
        this.clock = clock;
        this.watch = watch;
    }

    @Override
    public void ring() {
        rung = true;
        final Thread thread = waiter;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Rings only for a thread that is waiting right now, which spares the others a write to shared memory. */
    void ringIfAwaited() {
        if (waiter != null) {
            ring();
        }
    }

    /** Announces that this thread is about to wait; what happens from here on rings. */
    void announce() {
        waiter = Thread.currentThread();
    }

    /** Takes the announcement back and forgets a ring. */
    void withdraw() {
        waiter = null;
        rung = false;
        restoreInterrupt();
    }

    /** Forgets a ring. The caller looks at what it waits for after this and before it parks. */
    void rearm() {
        rung = false;
    }

    /**
     * Parks until the next ring or the deadline, or for a shorter while. The calling thread must have announced
     * itself.
     */
    void park(long deadlineNanos) {
        if (rung) {
            return;
        }
        try {
            if (deadlineNanos == Endpoint.NO_DEADLINE) {
                LockSupport.park(this);
            } else {
                park(deadlineNanos, deadlineNanos - clock.nanoTime());
            }
        } catch (OutOfMemoryError noTimer) {
            // A virtual thread's timer and the keeper's thread need memory. Without it the wait is a shorter one.
            Thread.yield();
        }
        // Waiting is not interruptible; an interrupt that stayed pending would let every further park return at once.
        interrupted |= Thread.interrupted();
    }

    private void park(long deadlineNanos, long nanos) {
        final Runnable watcher = watch;
        if (watcher != null && nanos > WaitKeeper.FAR_NANOS) {
            farDeadline = deadlineNanos;
            watcher.run();
            LockSupport.park(this);
            farDeadline = Endpoint.NO_DEADLINE;
        } else if (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /** Called by the keeper: rings if a far deadline has passed, and tells whether there is one that has not. */
    boolean ringIfOver() {
        final long deadline = farDeadline;
        if (deadline == Endpoint.NO_DEADLINE) {
            return false;
        }
        if (over(deadline)) {
            ring();
        }
        return true;
    }

    /** Gives an interrupt that came while waiting back to the thread. */
    private void restoreInterrupt() {
        if (interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean await(long deadlineNanos) {
        announce();
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

    boolean over(long deadlineNanos) {
        return deadlineNanos != Endpoint.NO_DEADLINE && clock.nanoTime() - deadlineNanos >= 0;
    }
}
