package io.baton.engine;

import io.baton.park.Parking;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.NanoClock;

/**
 * A number of permits. As long as there are some, one is taken and given back by atomic operations. Otherwise threads
 * wait in the order in which they came: only the first tries, and keeps its place if another thread, which need not
 * wait, takes what was given back. Thread-safe.
 */
final class Permits {
    // A waiter is in the queue before it tries; a thread that gives back adds permits before it looks at the queue. One
    // of the two sees the other. A waiter that has left the queue looks for permits once more: the thread that gave
    // them back may have woken the one that was leaving.

    private final AtomicInteger free;
    private final NanoClock clock;
    private final Parking parking;
    private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();

    /** A place in the queue. */
    private static final class Waiter {

        private final Thread thread = Thread.currentThread();
    }

    Permits(int count, NanoClock clock, Parking parking) {
        this.free = new AtomicInteger(count);
        this.clock = clock;
        this.parking = parking;
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
        final long deadlineNanos = clock.nanoTime() + timeoutNanos;
        final Waiter own = new Waiter();
        waiting.add(own);
        try {
            while (waiting.peek() != own || !tryTake(count)) {
                final long leftNanos = deadlineNanos - clock.nanoTime();
                if (leftNanos <= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                parking.parkNanos(this, leftNanos);
            }
            return true;
        } finally {
            waiting.remove(own);
            if (free.get() > 0) {
                wakeFirst();
            }
        }
    }

    void giveBack(int count) {
        free.addAndGet(count);
        wakeFirst();
    }

    private void wakeFirst() {
        final Waiter first = waiting.peek();
        if (first != null) {
            parking.unpark(first.thread);
        }
    }
}
