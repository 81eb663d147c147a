package io.baton.engine;

import io.baton.park.Parking;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A number of permits. As long as there are some, one is taken and given back by atomic operations. Thread-safe. */
final class Permits {
    // A thread that waits counts itself, then tries once more; a thread that gives back adds, then looks whether any
    // waits. One of the two sees the other. A permit that another thread takes first is given back by that one.

    private final AtomicInteger free;
    private final AtomicInteger waiting = new AtomicInteger();
    /** Those of them that wait for more than one permit, which one that is given back may not be enough for. */
    private final AtomicInteger waitingForMore = new AtomicInteger();
    private final Lock lock;
    private final Condition given;

    Permits(int count, Parking parking) {
        free = new AtomicInteger(count);
        lock = parking.newLock();
        given = lock.newCondition();
    }

    int free() {
        return free.get();
    }

    /** Takes one if there is one. */
    boolean tryTake() {
        return tryTake(1);
    }

    private boolean tryTake(int count) {
        int now = free.get();
        while (now >= count) {
            if (free.compareAndSet(now, now - count)) {
                return true;
            }
            now = free.get();
        }
        return false;
    }

    /**
     * Takes permits, all at once; waits for them.
     *
     * @return false if the time is over
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean take(int count, long timeoutNanos) throws InterruptedException {
        final int forMore = count > 1 ? 1 : 0;
        lock.lock();
        try {
            waiting.incrementAndGet();
            waitingForMore.addAndGet(forMore);
            long leftNanos = timeoutNanos;
            while (!tryTake(count)) {
                if (leftNanos <= 0) {
                    return false;
                }
                leftNanos = given.awaitNanos(leftNanos);
            }
            return true;
        } finally {
            waitingForMore.addAndGet(-forMore);
            waiting.decrementAndGet();
            lock.unlock();
        }
    }

    void giveBack(int count) {
        free.addAndGet(count);
        if (waiting.get() > 0) {
            wake(count);
        }
    }

    private void wake(int count) {
        lock.lock();
        try {
            if (count > 1 || waitingForMore.get() > 0) {
                given.signalAll();
            } else {
                given.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}
