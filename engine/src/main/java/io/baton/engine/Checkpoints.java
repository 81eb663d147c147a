package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.transaction.EngineState;
import io.baton.park.Parking;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.log.LogFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Takes checkpoints, one at a time: when asked, and in the background when it is time or the log has grown. An engine
 * that has stopped takes none, as its tables cannot be trusted. Thread-safe.
 */
final class Checkpoints implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Between two looks for files that are gone, and two attempts to take their place. */
    private static final long REPAIR_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Task task;
    private final LongSupplier logEnd;
    private final long everyNanos;
    private final long logBytes;
    private final NanoClock clock;
    private final EngineState state;
    private final BooleanSupplier whole;
    /** Held while a checkpoint or a backup is written. */
    private final Lock writing;
    /** Threads that wait for it. */
    private final AtomicInteger waiting = new AtomicInteger();
    private final Parking parking;
    private final Lock lock;
    private final Condition closing;
    /** Written with the lock. */
    private volatile boolean closed;
    @GuardedBy("writing")
    private boolean ended;
    /** Whether the background takes one. */
    private volatile boolean unhurried;
    private volatile boolean underWay;
    private volatile @Nullable Throwable lastFailure;
    private final AtomicLong taken = new AtomicLong();
    private volatile long lastNanos;
    private volatile long lastLsn;
    private @Nullable Thread thread;

    /**
     * What a checkpoint of a store has. Immutable.
     *
     * @param tables by their numbers
     * @param schemas theirs, with the indexes as they are by now
     */
    record Contents(List<Table> tables, List<TableSchema> schemas) {

        static Contents of(List<Table> tables) {
            return new Contents(tables, tables.stream().map(Table::schema).toList());
        }

        Contents with(Table table) {
            return new Contents(Stream.concat(tables.stream(), Stream.of(table)).toList(),
                Stream.concat(schemas.stream(), Stream.of(table.schema())).toList());
        }

        Contents with(TableSchema changed) {
            return new Contents(tables,
                schemas.stream().map(schema -> schema.name().equals(changed.name()) ? changed : schema).toList());
        }
    }

    /** Takes one checkpoint, or does something else that must not happen while one is taken. */
    @FunctionalInterface
    interface Task {

        /** Does it; returns the LSN that the checkpoint begins at. */
        long run() throws IOException;
    }

    /**
     * Makes them.
     *
     * @param task takes one
     * @param whole whether what the last one has written, and the log since, are there: else one is due
     */
    Checkpoints(Task task, LongSupplier logEnd, long everyNanos, long logBytes, NanoClock clock, Parking parking,
            EngineState state, BooleanSupplier whole) {
        this.task = task;
        this.logEnd = logEnd;
        this.everyNanos = everyNanos;
        this.logBytes = logBytes;
        this.clock = clock;
        this.parking = parking;
        this.state = state;
        this.whole = whole;
        writing = parking.newLock();
        lock = parking.newLock();
        closing = lock.newCondition();
    }

    /** Begins to take checkpoints in the background. */
    void start(ThreadFactory threads) {
        lastNanos = clock.nanoTime();
        lastLsn = logEnd.getAsLong();
        final Thread background = threads.newThread(this::run);
        thread = background;
        background.start();
    }

    /**
     * Takes a checkpoint now, after those under way.
     *
     * @throws UncheckedIOException if it cannot be written; what was there before still counts
     * @throws IllegalStateException if the engine is closed
     * @throws EngineStoppedException if the engine has stopped, or does so now because its log fails
     */
    void take() {
        take(false);
    }

    private void take(boolean background) {
        exclusively(() -> {
            unhurried = background;
            underWay = true;
            try {
                final long begin = task.run();
                lastNanos = clock.nanoTime();
                lastLsn = begin;
                lastFailure = null;
                taken.incrementAndGet();
                return begin;
            } finally {
                unhurried = false;
                underWay = false;
            }
        });
    }

    /**
     * Does something while no checkpoint is taken.
     *
     * @throws UncheckedIOException if a file cannot be read or written
     * @throws IllegalStateException if the engine is closed
     * @throws EngineStoppedException if the engine has stopped, or does so now because its log fails
     */
    void exclusively(Task other) {
        beginWriting();
        try {
            if (ended) {
                throw new IllegalStateException("the engine is closed; open a new one");
            }
            EngineStoppedException.check(state);
            other.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LogFailedException e) {
            throw new EngineStoppedException(e);
        } finally {
            writing.unlock();
        }
    }

    private void beginWriting() {
        waiting.incrementAndGet();
        try {
            writing.lock();
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** How many were taken. */
    long taken() {
        return taken.get();
    }

    /** Whether one is being written. */
    boolean underWay() {
        return underWay;
    }

    /** Why the last checkpoint in the background could not be written, or null. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    /** Whether the one that is being written may take its time: nobody has asked for it, waits for it, or closes. */
    boolean unhurried() {
        return unhurried && !closed && waiting.get() == 0;
    }

    private void run() {
        while (!awaitClosing() && !state.isStopped()) {
            if (isDue()) {
                takeInBackground();
            }
        }
    }

    /** If it fails, whyever, it is tried again when it is time: the log is complete without it. */
    private void takeInBackground() {
        try {
            take(true);
        } catch (Throwable e) {
            lastFailure = e instanceof UncheckedIOException ? e.getCause() : e;
            lastNanos = clock.nanoTime();
            lastLsn = logEnd.getAsLong();
        }
    }

    private boolean isDue() {
        final long sinceNanos = clock.nanoTime() - lastNanos;
        if (sinceNanos >= Math.min(everyNanos, REPAIR_NANOS) && !whole.getAsBoolean()) {
            return true;
        }
        final long grown = logEnd.getAsLong() - lastLsn;
        return grown > 0 && (grown >= logBytes || sinceNanos >= everyNanos);
    }

    /** Waits a little; returns whether there is no more to do. */
    private boolean awaitClosing() {
        lock.lock();
        try {
            long leftNanos = LOOK_NANOS;
            while (!closed && leftNanos > 0) {
                leftNanos = closing.awaitNanos(leftNanos);
            }
            return closed;
        } catch (InterruptedException e) {
            // Nobody else has this thread, so nobody means this.
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the background work, after the checkpoint or backup under way. There is none afterwards. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        if (thread != null) {
            parking.awaitEnd(thread);
        }
        beginWriting();
        try {
            ended = true;
        } finally {
            writing.unlock();
        }
    }
}
