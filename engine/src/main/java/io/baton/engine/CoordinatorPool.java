package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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

/** An engine's coordinators: made when needed, reused, bounded in number. Thread-safe. */
final class CoordinatorPool implements AutoCloseable {

    private final List<EngineTable> tables;
    private final Storage storage;
    private final LockTable locks;
    private final EngineConfig config;
    private final @Nullable EngineHistory history;
    private final long seed;
    private final int clientsMax;
    private final Semaphore places;
    private final ManyToManyConcurrentArrayQueue<Coordinator> idle;
    @GuardedBy("this")
    private final List<Coordinator> all = new ArrayList<>();
    private volatile boolean closed;

    CoordinatorPool(List<EngineTable> tables, Storage storage, LockTable locks, EngineBuilder builder,
            @Nullable EngineHistory history) {
        this.tables = tables;
        this.storage = storage;
        this.locks = locks;
        this.config = builder.config();
        this.history = history;
        this.seed = builder.seed;
        this.clientsMax = builder.lockKind == LockKind.NONE ? 1 : builder.clientsMax;
        this.places = new Semaphore(clientsMax);
        this.idle = new ManyToManyConcurrentArrayQueue<>(Math.max(2, clientsMax));
    }

    /**
     * Takes a coordinator; waits for one if all are at work.
     *
     * @throws IllegalStateException if the pool was closed meanwhile
     */
    Coordinator take() {
        places.acquireUninterruptibly();
        if (closed) {
            places.release();
            throw Engine.closed();
        }
        final Coordinator coordinator = idle.poll();
        if (coordinator != null) {
            return coordinator;
        }
        boolean complete = false;
        try {
            final Coordinator created = create();
            complete = true;
            return created;
        } finally {
            if (!complete) {
                places.release();
            }
        }
    }

    void giveBack(Coordinator coordinator) {
        idle.offer(coordinator);
        places.release();
    }

    synchronized LockStatistics lockStatistics() {
        LockStatistics sum = LockStatistics.NONE;
        for (Coordinator coordinator : all) {
            sum = sum.plus(coordinator.lockStatistics());
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
            all.forEach(Coordinator::close);
        }
        closed = true;
        places.release(clientsMax);
        final long busy = config.assertions() ? locks.busySlots() : 0;
        if (busy != 0) {
            throw new AssertionError(busy + " locks are still held although no call is under way");
        }
    }

    private synchronized Coordinator create() {
        final LockClient client = config.assertions() ? new AuditedLockClient(locks.client()) : locks.client();
        final LockSet lockSet = new LockSet(client, locks.slots());
        final Workspace workspace = new Workspace(new Tables(tables), lockSet, new WriteSet(storage.arena()),
            history == null ? new NoHistory() : history.client(), new Audit(config.assertions(), lockSet));
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed + all.size());
        final Coordinator coordinator = new Coordinator(workspace, config, random);
        all.add(coordinator);
        return coordinator;
    }
}
