package io.baton.rival.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * Real time. A few clients are platform threads, which run truly at once and are interrupted anywhere; many are virtual
 * ones.
 */
abstract class RealTimeWorld implements World {

    private static final int PLATFORM_THREADS_MAX = 8;
    private static final long LOOK_MILLIS = 5;
    /**
     * After so many looks at which all clients were parked with no time set, they are parked for ever: a client that
     * has been woken, or a server, would have had its turn on a core as often as the thread that looks.
     */
    private static final int LOOKS_AT_PARKED = 200;

    private final Random random;
    private final long limitMillis;

    RealTimeWorld(long seed, long limitMillis) {
        this.random = new Random(seed);
        this.limitMillis = limitMillis;
    }

    @Override
    public ThreadFactory threads() {
        return Thread.ofVirtual().factory();
    }

    @Override
    public LongConsumer work() {
        return nanos -> {};
    }

    @Override
    public RandomGenerator random() {
        return new Random(random.nextLong());
    }

    @Override
    public void run(int clients, Task task) {
        final CountDownLatch start = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(clients);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            final int index = i;
            final Thread thread = factory(clients).newThread(() -> {
                try {
                    start.await();
                    task.run(index);
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                } finally {
                    end.countDown();
                }
            });
            threads.add(thread);
            thread.start();
        }
        start.countDown();
        final long limit = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        int parked = 0;
        try {
            while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && failure.get() == null
                && parked < LOOKS_AT_PARKED && System.nanoTime() < limit) {
                parked = threads.stream().allMatch(RealTimeWorld::isParkedOrOver) ? parked + 1 : 0;
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted before all clients had ended", interrupted);
        }
        if (failure.get() != null) {
            throw new AssertionError("a client failed: " + failure.get().getMessage(), failure.get());
        }
        if (parked == LOOKS_AT_PARKED) {
            throw new AssertionError(end.getCount() + " of " + clients + " clients wait for ever");
        }
        if (end.getCount() > 0) {
            throw new AssertionError(
                end.getCount() + " of " + clients + " clients have not ended after " + limitMillis + " ms");
        }
    }

    /** A client that waits for a while only, as between two looks at a lock, is no such thread. */
    private static boolean isParkedOrOver(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TERMINATED;
    }

    private static ThreadFactory factory(int clients) {
        return clients <= PLATFORM_THREADS_MAX ? Thread.ofPlatform().daemon().factory() : Thread.ofVirtual().factory();
    }

    @Override
    public void linger(long nanos) {
        Thread.yield();
    }

    @Override
    public boolean isRealTime() {
        return true;
    }

    @Override
    public long now() {
        return fabric(1).clock().nanoTime();
    }
}
