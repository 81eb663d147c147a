package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Takes checkpoints, one at a time: when asked, and in the background when it is time or the log has grown.
 * Thread-safe.
 */
final class Checkpoints implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Task task;
    private final LongSupplier logEnd;
    private final long everyNanos;
    private final long logBytes;
    private final NanoClock clock;
    /** Held while a checkpoint or a backup is written. */
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    @GuardedBy("lock")
    private boolean closed;
    @GuardedBy("writing")
    private boolean ended;
    private volatile @Nullable IOException lastFailure;
    private volatile long lastNanos;
    private volatile long lastLsn;
    private @Nullable Thread thread;

    /** Takes one checkpoint, or does something else that must not happen while one is taken. */
    @FunctionalInterface
    interface Task {

        /** Does it; returns the LSN that the checkpoint begins at. */
        long run() throws IOException;
    }

    Checkpoints(Task task, LongSupplier logEnd, long everyNanos, long logBytes, NanoClock clock) {
        this.task = task;
        this.logEnd = logEnd;
        this.everyNanos = everyNanos;
        this.logBytes = logBytes;
        this.clock = clock;
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
     */
    void take() {
        exclusively(() -> {
            final long begin = task.run();
            lastNanos = clock.nanoTime();
            lastLsn = begin;
            lastFailure = null;
            return begin;
        });
    }

    /**
     * Does something while no checkpoint is taken.
     *
     * @throws IllegalStateException if the engine is closed
     */
    void exclusively(Task other) {
        writing.lock();
        try {
            if (ended) {
                throw new IllegalStateException("the engine is closed; open a new one");
            }
            other.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writing.unlock();
        }
    }

    /** Why the last checkpoint in the background could not be written, or null. */
    @Nullable
    IOException lastFailure() {
        return lastFailure;
    }

    private void run() {
        while (!awaitClosing()) {
            if (isDue()) {
                try {
                    take();
                } catch (UncheckedIOException e) {
                    // Tried again when it is time: the log is complete without it.
                    lastFailure = e.getCause();
                    lastNanos = clock.nanoTime();
                    lastLsn = logEnd.getAsLong();
                }
            }
        }
    }

    private boolean isDue() {
        final long grown = logEnd.getAsLong() - lastLsn;
        return grown > 0 && (grown >= logBytes || clock.nanoTime() - lastNanos >= everyNanos);
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
        final Thread background = thread;
        boolean interrupted = false;
        while (background != null && background.isAlive()) {
            try {
                background.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        writing.lock();
        try {
            ended = true;
        } finally {
            writing.unlock();
        }
    }
}
