package io.baton.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Tries whether virtual threads that wait for a latch leave the processors to the one that holds it. Takes all carriers
 * of the process meanwhile.
 */
public final class StarvedHolder {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int WAITERS_EACH = 3;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private StarvedHolder() {
    }

    /**
     * Tries it. The holder has given its carrier away. Then some threads that wait are put into each carrier's own
     * queue, where they stay if they only yield; what the holder is woken by is none of these threads.
     *
     * @param lock takes the latch
     * @param unlock gives it back
     * @throws AssertionError if the holder, or who waits for it, does not get on within 20 seconds
     * @throws InterruptedException if the caller is interrupted
     */
    public static void getsOn(Runnable lock, Runnable unlock) throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final Thread holder = Thread.ofVirtual().start(() -> {
            lock.run();
            held.countDown();
            LockSupport.park();
            unlock.run();
        });
        held.await();
        final List<Thread> waiters = waiters(lock, unlock);
        LockSupport.unpark(holder);
        join(holder, "the holder of the latch");
        for (Thread waiter : waiters) {
            join(waiter, "one that waits for the latch");
        }
    }

    /** Starts threads that wait, on each carrier; when this returns, each carrier has one that has begun. */
    private static List<Thread> waiters(Runnable lock, Runnable unlock) throws InterruptedException {
        final AtomicInteger onCarriers = new AtomicInteger();
        final AtomicInteger waiting = new AtomicInteger();
        final List<Thread> waiters = new ArrayList<>();
        final List<Thread> starters = new ArrayList<>();
        for (int i = 0; i < PROCESSORS; i++) {
            starters.add(Thread.ofVirtual().start(() -> {
                onCarriers.incrementAndGet();
                while (onCarriers.get() < PROCESSORS) {
                    Thread.onSpinWait();
                }
                for (int k = 0; k < WAITERS_EACH; k++) {
                    final Thread waiter = Thread.ofVirtual().start(() -> {
                        waiting.incrementAndGet();
                        lock.run();
                        unlock.run();
                    });
                    synchronized (waiters) {
                        waiters.add(waiter);
                    }
                }
            }));
        }
        for (Thread starter : starters) {
            join(starter, "a thread that starts others");
        }
        while (waiting.get() < PROCESSORS) {
            Thread.onSpinWait();
        }
        return waiters;
    }

    private static void join(Thread thread, String what) throws InterruptedException {
        if (!thread.join(LIMIT)) {
            throw new AssertionError(what + " has not got on");
        }
    }
}
