package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.lock.LockMode;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongConsumer;

/**
 * The server of {@link RpcTable}: threads that try the readers-writer locks of one table and answer at once. Each
 * client is served by one thread (its number modulo the threads), as the artifact spreads its connections.
 */
public final class RpcServer extends LockService {

    /** How many service threads the ShiftLock paper's server has (§4.1). */
    public static final int THREADS_PAPER = 47;
    /**
     * How long a thread is busy with a request, in nanoseconds, besides sending the answer. No source states it; the
     * artifact's threads poll, look the lock up, and post a receive and a send. That they wait for the send's
     * completion comes on top.
     */
    public static final long REQUEST_NANOS = 1_000;

    private static final int WRITER = -1;

    /** −1: a writer holds the lock; otherwise the number of its readers. */
    private final AtomicIntegerArray locks;

    /**
     * Starts a server of free locks.
     *
     * @param serverFabric the server's node
     * @param slots the number of locks, 1 or more
     * @param threads how many service threads there are, 1 or more
     * @param threadFactory makes them
     * @param work lets the processor time of a request pass, in nanoseconds
     * @throws IllegalArgumentException if a number is out of range
     */
    public RpcServer(Fabric serverFabric, int slots, int threads, ThreadFactory threadFactory, LongConsumer work) {
        this(serverFabric, slots, threads, threadFactory, work, REQUEST_NANOS);
    }

    /**
     * Starts a server of free locks.
     *
     * @param serverFabric the server's node
     * @param slots the number of locks, 1 or more
     * @param threads how many service threads there are, 1 or more
     * @param threadFactory makes them
     * @param work lets the processor time of a request pass, in nanoseconds
     * @param requestNanos that time, 0 or more
     * @throws IllegalArgumentException if a number is out of range
     */
    public RpcServer(Fabric serverFabric, int slots, int threads, ThreadFactory threadFactory, LongConsumer work,
            long requestNanos) {
        super(serverFabric, slots, threads, work, requestNanos);
        this.locks = new AtomicIntegerArray(slots);
        start(threadFactory);
    }

    @Override
    int threadFor(int client, int slot) {
        return client % threads();
    }

    @Override
    void serve(ServiceThread thread, byte kind, LockMode mode, int slot, long attempt, long route) {
        final byte answer;
        if (kind == ServerNotice.RELEASE) {
            locks.addAndGet(slot, mode == LockMode.EXCLUSIVE ? -WRITER : -1);
            answer = ServerNotice.RELEASED;
        } else {
            final boolean granted = mode == LockMode.EXCLUSIVE
                ? locks.compareAndSet(slot, 0, WRITER) : tryShared(slot);
            answer = granted ? ServerNotice.GRANTED : ServerNotice.BUSY;
        }
        thread.answer(answer, mode, slot, attempt, route);
    }

    private boolean tryShared(int slot) {
        int readers = locks.get(slot);
        while (readers != WRITER) {
            final int witness = locks.compareAndExchange(slot, readers, readers + 1);
            if (witness == readers) {
                return true;
            }
            readers = witness;
        }
        return false;
    }

    @Override
    long busySlots() {
        long busy = 0;
        for (int slot = 0; slot < slots; slot++) {
            busy += locks.get(slot) == 0 ? 0 : 1;
        }
        return busy;
    }
}
