package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockStatistics;
import io.baton.lock.LockTable;
import io.baton.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.jspecify.annotations.Nullable;

/** An engine's coordinators: made when needed, reused, bounded in number. */
final class CallsPool implements AutoCloseable {

    private final List<EngineTable> tables;
    private final Storage storage;
    private final LockTable locks;
    private final EngineConfig config;
    private final Parts parts;
    private final @Nullable EngineHistory history;
    private final long seed;
    private final int clientsMax;
    private final Semaphore places;
    private final ManyToManyConcurrentArrayQueue<Calls> idle;
    private final List<Calls> all = new ArrayList<>();

    CallsPool(List<EngineTable> tables, Storage storage, LockTable locks, EngineConfig config, EngineBuilder builder,
            @Nullable EngineHistory history) {
        this.tables = tables;
        this.storage = storage;
        this.locks = locks;
        this.config = config;
        this.parts = builder.parts;
        this.history = history;
        this.seed = builder.seed;
        this.clientsMax = builder.lockKind == LockKind.NONE ? 1 : builder.clientsMax;
        this.places = new Semaphore(clientsMax);
        this.idle = new ManyToManyConcurrentArrayQueue<>(Math.max(2, clientsMax));
    }

    /** Takes a coordinator; waits for one if all are at work. */
    Calls take() {
        places.acquireUninterruptibly();
        final Calls calls = idle.poll();
        if (calls != null) {
            return calls;
        }
        boolean complete = false;
        try {
            final Calls created = create();
            complete = true;
            return created;
        } finally {
            if (!complete) {
                places.release();
            }
        }
    }

    void giveBack(Calls calls) {
        idle.offer(calls);
        places.release();
    }

    synchronized LockStatistics lockStatistics() {
        LockStatistics sum = LockStatistics.NONE;
        for (Calls calls : all) {
            sum = sum.plus(calls.coordinator().locks().client().counters().statistics());
        }
        return sum;
    }

    /** Waits until all are given back and takes all places, for at most twice the time that a call may take. */
    boolean awaitIdle() {
        try {
            return places.tryAcquire(clientsMax, 2 * config.callTimeoutNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    int placesTaken() {
        return clientsMax - places.availablePermits();
    }

    /** Frees all; none is in use any more. */
    @Override
    public void close() {
        synchronized (this) {
            all.forEach(calls -> calls.coordinator().close());
        }
        places.release(clientsMax);
        final long busy = config.assertions() ? locks.busySlots() : 0;
        if (busy != 0) {
            throw new AssertionError(busy + " locks are still held although no call is under way");
        }
    }

    private synchronized Calls create() {
        final LockClient client = config.assertions() ? new AuditedLockClient(locks.client()) : locks.client();
        final ClientHistory clientHistory = history == null ? null : history.client();
        final Coordinator coordinator = parts.coordinator(
            tables, parts.lockSet(client, locks), storage.arena(), config.assertions(), clientHistory);
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed + all.size());
        final Calls calls = new Calls(coordinator, config, random);
        all.add(calls);
        return calls;
    }
}
