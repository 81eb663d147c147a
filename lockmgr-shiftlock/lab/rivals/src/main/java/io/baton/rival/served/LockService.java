package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.lock.LockMode;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** A lock server's processors: service threads that receive requests as notices and answer them. Thread-safe. */
abstract class LockService implements AutoCloseable {

    final int slots;
    private final ServiceThread[] threads;
    private final AtomicInteger clients = new AtomicInteger();
    private volatile boolean closed;

    LockService(Fabric fabric, int slots, int threads, LongConsumer work, long requestNanos) {
        if (slots < 1 || threads < 1 || requestNanos < 0) {
            throw new IllegalArgumentException("a server of " + slots + " locks with " + threads + " threads and "
                + requestNanos + " ns for a request: give 1 or more locks and threads, and no negative time");
        }
        this.slots = slots;
        this.threads = new ServiceThread[threads];
        for (int i = 0; i < threads; i++) {
            this.threads[i] = new ServiceThread(this, i, fabric, work, requestNanos);
        }
    }

    /** Starts the threads; the last thing that a constructor does. */
    final void start(ThreadFactory threadFactory) {
        for (final ServiceThread thread : threads) {
            threadFactory.newThread(thread).start();
        }
    }

    /** Serves one request; called by the threads. */
    abstract void serve(ServiceThread thread, byte kind, LockMode mode, int slot, long attempt, long route);

    /** Tells which thread serves a client's requests for a lock. */
    abstract int threadFor(int client, int slot);

    abstract long busySlots();

    final long route(int client, int slot) {
        return threads[threadFor(client, slot)].route();
    }

    final int threads() {
        return threads.length;
    }

    /** Numbers the clients of all tables, so that they spread over the threads. */
    final int nextClient() {
        return clients.getAndIncrement();
    }

    final boolean isClosed() {
        return closed;
    }

    /** Ends the threads, soon. No client may be at work any more. Closing twice does nothing. */
    @Override
    public final void close() {
        closed = true;
        for (final ServiceThread thread : threads) {
            thread.wake();
        }
    }
}
