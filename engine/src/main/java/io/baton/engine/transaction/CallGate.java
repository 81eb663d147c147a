package io.baton.engine.transaction;

import io.baton.engine.procedure.AbortReason;
import io.baton.park.Parking;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Keeps calls from beginning, for the short time in which the list of a table's indexes changes. Thread-safe.
 *
 * <p>Who begins a call first shows that it is at work, by an atomic operation, and then looks at the gate. Who closes
 * it first closes it, and then looks at who is at work. So at least one of the two sees the other.
 */
public final class CallGate {

    private final Lock lock;
    private final Condition opened;
    private volatile boolean closed;

    public CallGate(Parking parking) {
        lock = parking.newLock();
        opened = lock.newCondition();
    }

    /** Whether no call may begin. */
    public boolean isClosed() {
        return closed;
    }

    /** Lets no call begin from now on. One thread at a time. */
    public void close() {
        closed = true;
    }

    /** Lets calls begin. */
    public void open() {
        lock.lock();
        try {
            closed = false;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the gate is open.
     *
     * @return how much is left of the time, more than zero
     * @throws SystemAbort if the time is over or the thread was interrupted
     */
    public long await(long timeoutNanos) {
        long leftNanos = timeoutNanos;
        lock.lock();
        try {
            while (closed) {
                leftNanos = opened.awaitNanos(leftNanos);
                if (leftNanos <= 0) {
                    throw new SystemAbort(AbortReason.TOO_BUSY, "was not begun: for "
                        + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms an index has waited to be added or"
                        + " dropped, which calls under way hold up");
                }
            }
            return leftNanos;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemAbort(AbortReason.CANCELLED, "was not begun: the thread was interrupted while it waited");
        } finally {
            lock.unlock();
        }
    }
}
