package io.baton.storage.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.park.Parking;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** State shared by appenders, waiters and the writer. */
final class LogState {
    // tail     end of what is reserved. Once the log ends, ENDED is added to it, so that the addition by which an
    //          appender reserves also tells it that it came too late: nothing is reserved behind the end.
    // freed    up to where the ring may be used again, plus its size; by the writer
    // forced   up to where the file is on disk; by the writer
    // requested  up to where a caller wants the log forced, whatever its mode
    // wakeAt   the writer sleeps, or is about to, until the log reaches this LSN; AWAKE if it does not sleep. It stores
    //          the LSN, then looks for work again; who gives it work publishes that first, then looks here
    static final long ENDED = 1L << 62;
    private static final long AWAKE = Long.MAX_VALUE;

    private final Parking parking;
    final AtomicLong tail;
    final AtomicLong requested = new AtomicLong();
    final Progress freed;
    final Progress forced;
    /** End of all records, once the log is to be closed; else -1. */
    volatile long closeAt = -1;
    /** An appender has reserved a place and will never fill it: nothing behind it can be written. */
    volatile boolean broken;
    private volatile long wakeAt = AWAKE;
    private volatile @Nullable Thread writer;
    private volatile @Nullable LogFailedException failure;
    private final List<Consumer<LogFailedException>> failureListeners = new ArrayList<>();
    @GuardedBy("failureListeners")
    private boolean listenersTold;

    LogState(long begin, LogConfig config) {
        parking = config.parking();
        tail = new AtomicLong(begin);
        freed = new Progress(begin + config.bufferBytes(), config.clock(), parking);
        forced = new Progress(begin, config.clock(), parking);
    }

    /** Returns the end of what is reserved; once the log has ended, perhaps a little more. */
    long appended() {
        return tail.get() & ENDED - 1;
    }

    /** Ends reservations; returns the end of the reserved part, or -1 if the log had ended before. */
    long endTail() {
        long end;
        do {
            end = tail.get();
            if (end >= ENDED) {
                return -1;
            }
        } while (!tail.compareAndSet(end, end + ENDED));
        return end;
    }

    void writer(Thread thread) {
        writer = thread;
    }

    boolean isWriter(Thread thread) {
        return thread.equals(writer);
    }

    /** Wakes the writer if it sleeps; what it is to see was stored before. */
    void wake() {
        wakeAt(Long.MAX_VALUE - 1);
    }

    /** As {@link #wake}, when what it is to see was stored with release only. */
    void wakeAfterStore() {
        VarHandle.fullFence();
        wake();
    }

    /** Wakes the writer if it sleeps until an LSN that is reached now; the record was stored with release only. */
    void wakeAfterRecord(long end) {
        VarHandle.fullFence();
        wakeAt(end);
    }

    private void wakeAt(long reached) {
        if (wakeAt <= reached) {
            wakeAt = AWAKE;
            parking.unpark(writer);
        }
    }

    /** The writer is about to sleep until an LSN, and must look for work once more before it does. */
    void goingToPark(long until) {
        wakeAt = until;
    }

    void awake() {
        wakeAt = AWAKE;
    }

    @Nullable
    LogFailedException failure() {
        return failure;
    }

    /** The log has failed or is closed: tells all waiters, the engine first. The writer only, as its last act. */
    void end(LogFailedException reason, boolean failed) {
        try {
            if (failed) {
                // Before the tail ends: who is refused then is told why.
                failure = reason;
            }
            endTail();
            if (failed) {
                tellListeners(reason);
            }
        } finally {
            freed.end(reason);
            forced.end(reason);
        }
    }

    private void tellListeners(LogFailedException reason) {
        final List<Consumer<LogFailedException>> told;
        synchronized (failureListeners) {
            told = List.copyOf(failureListeners);
            failureListeners.clear();
            listenersTold = true;
        }
        for (Consumer<LogFailedException> listener : told) {
            tell(listener, reason);
        }
    }

    void onFailure(Consumer<LogFailedException> listener) {
        synchronized (failureListeners) {
            if (!listenersTold) {
                failureListeners.add(listener);
                return;
            }
        }
        tell(listener, Objects.requireNonNull(failure));
    }

    private static void tell(Consumer<LogFailedException> listener, LogFailedException reason) {
        try {
            listener.accept(reason);
        } catch (Throwable e) {
            final Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }
}
