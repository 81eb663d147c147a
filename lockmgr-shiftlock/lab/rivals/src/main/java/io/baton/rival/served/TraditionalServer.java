package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.lock.LockMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The server of {@link TraditionalTable}: a queue for each lock, first come, first served. Each lock belongs to one
 * thread (its slot modulo the threads), so that the queues need no locks of their own.
 */
public final class TraditionalServer extends LockService {

    private final TraditionalParameters parameters;
    private final List<Share> shares = new ArrayList<>();
    private final AtomicLong busy = new AtomicLong();

    /** The locks of one thread that are not free. */
    private static final class Share {
        final Int2ObjectHashMap<TraditionalQueue> queues = new Int2ObjectHashMap<>();
        final ArrayDeque<TraditionalQueue> spare = new ArrayDeque<>();
    }

    /**
     * Starts a server of free locks, strictly first come, first served.
     *
     * @param serverFabric the server's node
     * @param slots the number of locks, 1 or more
     * @param threads how many service threads there are, 1 or more
     * @param threadFactory makes them
     * @param work lets the processor time of a request pass, in nanoseconds
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraditionalServer(
            Fabric serverFabric, int slots, int threads, ThreadFactory threadFactory, LongConsumer work) {
        this(serverFabric, slots, threads, threadFactory, work, TraditionalParameters.paper());
    }

    /**
     * Starts a server of free locks.
     *
     * @param serverFabric the server's node
     * @param slots the number of locks, 1 or more
     * @param threads how many service threads there are, 1 or more
     * @param threadFactory makes them
     * @param work lets the processor time of a request pass, in nanoseconds
     * @param parameters whether readers overtake, and how long a request takes
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraditionalServer(Fabric serverFabric, int slots, int threads, ThreadFactory threadFactory,
            LongConsumer work, TraditionalParameters parameters) {
        super(serverFabric, slots, threads, work, parameters.requestNanos());
        this.parameters = parameters;
        for (int i = 0; i < threads; i++) {
            shares.add(new Share());
        }
        start(threadFactory);
    }

    @Override
    int threadFor(int client, int slot) {
        return slot % threads();
    }

    @Override
    void serve(ServiceThread thread, byte kind, LockMode mode, int slot, long attempt, long route) {
        final Share share = shares.get(thread.index());
        final TraditionalQueue queue = queue(share, slot);
        switch (kind) {
            case ServerNotice.RELEASE -> {
                queue.release(mode);
                thread.answer(ServerNotice.RELEASED, mode, slot, attempt, route);
                grantWaiters(thread, queue, slot);
            }
            case ServerNotice.TRY -> {
                final boolean granted = queue.tryGrant(mode, parameters.readersOvertakeMax());
                thread.answer(granted ? ServerNotice.GRANTED : ServerNotice.BUSY, mode, slot, attempt, route);
            }
            default -> {
                if (queue.tryGrant(mode, parameters.readersOvertakeMax())) {
                    thread.answer(ServerNotice.GRANTED, mode, slot, attempt, route);
                } else {
                    queue.enqueue(mode, attempt, route);
                }
            }
        }
        if (queue.isFree()) {
            share.queues.remove(slot);
            share.spare.push(queue);
            busy.decrementAndGet();
        }
    }

    private static void grantWaiters(ServiceThread thread, TraditionalQueue queue, int slot) {
        TraditionalQueue.Waiter granted = queue.grantNext();
        while (granted != null) {
            thread.answer(ServerNotice.GRANTED_LATE, granted.mode(), slot, granted.attempt(), granted.route());
            granted = queue.grantNext();
        }
    }

    private TraditionalQueue queue(Share share, int slot) {
        final TraditionalQueue known = share.queues.get(slot);
        if (known != null) {
            return known;
        }
        final TraditionalQueue polled = share.spare.poll();
        final TraditionalQueue queue = polled == null ? new TraditionalQueue() : polled;
        share.queues.put(slot, queue);
        busy.incrementAndGet();
        return queue;
    }

    @Override
    long busySlots() {
        return busy.get();
    }
}
