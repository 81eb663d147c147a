package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.CallControl;
import io.baton.engine.transaction.CallGate;
import io.baton.engine.transaction.LockWatch;
import io.baton.engine.transaction.Participant;
import io.baton.engine.transaction.Shard;
import io.baton.engine.transaction.SystemAbort;
import io.baton.lock.LockStatistics;
import io.baton.park.Parking;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * An engine's coordinators: made when needed, reused, bounded in number. Thread-safe.
 *
 * <p>Each coordinator has a place of its own, where it lies while it is idle. A caller that holds a permit finds an
 * idle coordinator, or fewer have been made than permits are held: then it makes one. So there are never more
 * coordinators than callers at once.
 */
final class CoordinatorPool implements AutoCloseable {

    /** Places lie on cache lines of their own: their owners write them at every call. */
    private static final int SPREAD = 16;
    /** Between two looks whether calls have ended. */
    private static final long LOOK_NANOS = 50_000;

    private final Shard shard;
    private final CallGate gate;
    private final EngineConfig config;
    private final long seed;
    private final int clientsMax;
    private final Permits permits;
    private final Parking parking;
    /** Held while coordinators come, go and are looked at. */
    private final Lock lock;
    private final AtomicReferenceArray<@Nullable Coordinator> idle;
    /** Places that have been used, from the first on. */
    private volatile int placesUsed;
    @GuardedBy("lock")
    private final List<@Nullable Coordinator> byPlace = new ArrayList<>();
    @GuardedBy("lock")
    private final EngineParts.Places places;
    /** Coordinators that exist now; places whose coordinators broke are free. */
    @GuardedBy("lock")
    private int size;
    @GuardedBy("lock")
    private LockStatistics ofGone = LockStatistics.NONE;
    private volatile boolean closed;

    CoordinatorPool(Shard shard, EngineBuilder builder, EngineConfig config, EngineParts.Places places) {
        this.shard = shard;
        this.config = config;
        this.places = places;
        this.seed = builder.seed;
        this.clientsMax = builder.lockKind == LockKind.NONE ? 1 : builder.clientsMax;
        this.parking = builder.parking;
        this.gate = new CallGate(parking);
        this.permits = new Permits(clientsMax, config.clock(), parking);
        this.lock = parking.newLock();
        this.idle = new AtomicReferenceArray<>(clientsMax * SPREAD);
    }

    /**
     * Takes a coordinator; waits for one if all are at work, or if no calls may begin.
     *
     * @throws SystemAbort if none came free in time, the thread was interrupted while it waited, or the engine was
     *     closed
     */
    Coordinator take(long timeoutNanos) {
        Coordinator taken = takeOne(timeoutNanos);
        long leftNanos = timeoutNanos;
        while (gate.isClosed()) {
            giveBack(taken);
            leftNanos = gate.await(leftNanos);
            taken = takeOne(leftNanos);
        }
        return taken;
    }

    /**
     * Takes a coordinator for one call that is to be explained. It is made for the call, and stands in for that of a
     * place, which waits meanwhile and lends its lock client: so all others look no closer at what they do than before.
     */
    private Coordinator takeExplained(long timeoutNanos) {
        final Coordinator taken = take(timeoutNanos);
        boolean complete = false;
        try {
            final Coordinator explained;
            lock.lock();
            try {
                explained = create(taken.place, taken);
                byPlace.set(taken.place, explained);
            } finally {
                lock.unlock();
            }
            complete = true;
            return explained;
        } finally {
            if (!complete) {
                // Its lock client may be lent already.
                giveBack(taken, true);
            }
        }
    }

    /** Takes a coordinator, for a call that is to be explained or for another one. */
    Coordinator take(long timeoutNanos, boolean explained) {
        return explained ? takeExplained(timeoutNanos) : take(timeoutNanos);
    }

    /** Takes a place if that is possible at once, else returns null. */
    @Nullable
    Coordinator takeNow() {
        if (gate.isClosed() || !permits.tryTake()) {
            return null;
        }
        final Coordinator taken = takePermitted();
        if (gate.isClosed()) {
            giveBack(taken);
            return null;
        }
        return taken;
    }

    private Coordinator takeOne(long timeoutNanos) {
        awaitPermit(timeoutNanos);
        return takePermitted();
    }

    private Coordinator takePermitted() {
        boolean complete = false;
        try {
            if (closed) {
                throw new SystemAbort(AbortReason.CLOSING, "was not begun: the engine has been closed meanwhile");
            }
            final Coordinator coordinator = findOrCreate();
            complete = true;
            return coordinator;
        } finally {
            if (!complete) {
                permits.giveBack(1);
            }
        }
    }

    private void awaitPermit(long timeoutNanos) {
        if (permits.tryTake()) {
            return;
        }
        boolean acquired;
        try {
            acquired = permits.take(1, timeoutNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemAbort(AbortReason.CANCELLED, "was not begun: the thread was interrupted while it waited");
        }
        if (!acquired) {
            throw new SystemAbort(AbortReason.TOO_BUSY, "was not begun: all " + clientsMax
                + " places for calls were taken for " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                + " ms; close sessions, or raise clients");
        }
    }

    private Coordinator findOrCreate() {
        final int first = parking.threadNumber();
        while (true) {
            final int used = placesUsed;
            for (int i = 0; i < used; i++) {
                final int place = Integer.remainderUnsigned(first + i, used) * SPREAD;
                final Coordinator coordinator = idle.get(place);
                if (coordinator != null && idle.compareAndSet(place, coordinator, null)) {
                    return coordinator;
                }
            }
            final Coordinator created = createIfTooFew();
            if (created != null) {
                return created;
            }
            // All that have been made are idle or on their way here: somebody came first to the one that was seen.
            Thread.onSpinWait();
        }
    }

    /** Gives a coordinator back, which from now on somebody else may use. */
    void giveBack(Coordinator given) {
        final Coordinator standsInFor = given.standsInFor;
        if (standsInFor == null) {
            giveBack(given, given.isBroken());
            return;
        }
        boolean broken = true;
        try {
            discardExplained(given, standsInFor);
            broken = given.isBroken();
        } finally {
            giveBack(standsInFor, broken);
        }
    }

    private void giveBack(Coordinator coordinator, boolean broken) {
        try {
            if (broken) {
                discard(coordinator);
            } else {
                idle.set(coordinator.place * SPREAD, coordinator);
            }
        } finally {
            permits.giveBack(1);
        }
    }

    CallGate gate() {
        return gate;
    }

    /**
     * Waits until all coordinators are at rest. The gate is closed.
     *
     * @return false if that took too long, or the thread was interrupted, which it remains
     */
    boolean awaitRest(long timeoutNanos) {
        final long deadlineNanos = config.clock().nanoTime() + timeoutNanos;
        while (!allRest()) {
            if (Thread.currentThread().isInterrupted() || config.clock().nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            config.pause().accept(LOOK_NANOS);
        }
        return true;
    }

    private boolean allRest() {
        lock.lock();
        try {
            for (Coordinator coordinator : byPlace) {
                if (coordinator != null && idle.get(coordinator.place * SPREAD) != coordinator
                    && !coordinator.restsInSession()) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    LockStatistics lockStatistics() {
        lock.lock();
        try {
            LockStatistics sum = ofGone;
            for (Coordinator coordinator : byPlace) {
                if (coordinator != null) {
                    sum = sum.plus(coordinator.lockStatistics());
                }
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }

    /** Looks what the calls are doing. */
    EngineActivity activity() {
        final List<LockWatch> running = new ArrayList<>();
        lock.lock();
        try {
            for (final Coordinator coordinator : byPlace) {
                final LockWatch call = coordinator == null ? null : coordinator.running();
                if (call != null) {
                    running.add(call);
                }
            }
        } finally {
            lock.unlock();
        }
        return shard.activity(running, config.clock().nanoTime());
    }

    /** Coordinators that exist now. */
    int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all are given back and takes all places, for at most twice the time that a call may take. Waits
     * through interrupts, or an interrupted thread could never close an engine; it stays interrupted.
     */
    boolean awaitIdle() {
        final long deadlineNanos = config.clock().nanoTime() + 2 * config.callTimeoutNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    final long leftNanos = deadlineNanos - config.clock().nanoTime();
                    return permits.take(clientsMax, leftNanos);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    int placesTaken() {
        return clientsMax - permits.free();
    }

    /** Frees all; none is in use any more. */
    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            for (Coordinator coordinator : byPlace) {
                if (coordinator != null) {
                    close(coordinator);
                }
            }
        } finally {
            lock.unlock();
        }
        permits.giveBack(clientsMax);
        shard.checkAllFree(config.pause());
    }

    private @Nullable Coordinator createIfTooFew() {
        lock.lock();
        try {
            if (size >= placesTaken()) {
                return null;
            }
            if (size == byPlace.size()) {
                byPlace.add(null);
                placesUsed = byPlace.size();
            }
            final int place = byPlace.indexOf(null);
            final Coordinator created = create(place, null);
            byPlace.set(place, created);
            size++;
            return created;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Coordinator create(int number, @Nullable Coordinator standsInFor) {
        final EngineParts.Places.Place place = places.place(number);
        final CallControl control = new CallControl(config.clock(), config.state(), config.locksMax());
        final Participant participant = standsInFor == null ? shard.participant(number, control, place.history())
            : shard.explained(number, control, place.history(), standsInFor.participant);
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed + number);
        return new Coordinator(number, place, participant, config, control, random, standsInFor);
    }

    /** Makes the place free first, which cannot fail for want of memory: else it would never be filled. */
    private void discard(Coordinator coordinator) {
        lock.lock();
        try {
            byPlace.set(coordinator.place, null);
            size--;
            close(coordinator);
            ofGone = ofGone.plus(coordinator.lockStatistics());
        } finally {
            lock.unlock();
        }
    }

    private void discardExplained(Coordinator explained, Coordinator standsInFor) {
        lock.lock();
        try {
            byPlace.set(explained.place, standsInFor);
            close(explained);
        } finally {
            lock.unlock();
        }
    }

    /** If a client cannot even be closed, its locks stay with it for ever. */
    private void close(Coordinator coordinator) {
        try {
            coordinator.close();
        } catch (RuntimeException | Error e) {
            config.state().stop(e);
        }
    }
}
