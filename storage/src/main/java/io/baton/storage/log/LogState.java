package io.baton.storage.log;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What appenders, waiters and the writer share. */
final class LogState {
    // tail     end of what is reserved. Once the log ends, ENDED is added to it, so that the addition by which an
    //          appender reserves also tells it that it came too late: nothing is reserved behind the end.
    // freed    up to where the ring may be used again, plus its size; by the writer
    // forced   up to where the file is on disk; by the writer
    // requested  up to where somebody wants the log forced, whatever its mode
    // parked   the writer sleeps, or is about to: it stores true, then looks for work again; who gives it work
    //          publishes that first, then looks here
    static final long ENDED = 1L << 62;

    final AtomicLong tail;
    final AtomicLong requested = new AtomicLong();
    final Progress freed;
    final Progress forced;
    /** End of all records, once the log is to be closed; else -1. */
    volatile long closeAt = -1;
    /** An appender has reserved a place and will never fill it: nothing behind it can be written. */
    volatile boolean broken;
    private volatile boolean parked;
    private volatile @Nullable Thread writer;
    private volatile @Nullable LogFailedException failure;
    private final List<Consumer<LogFailedException>> failureListeners = new ArrayList<>();

    LogState(long begin, LogConfig config) {
        tail = new AtomicLong(begin);
        freed = new Progress(begin + config.bufferBytes(), config.clock());
        forced = new Progress(begin, config.clock());
    }

    /** Returns the end of what is reserved; once the log has ended, perhaps a little more. */
    long appended() {
        return tail.get() & ENDED - 1;
    }

    /** Lets nobody reserve any more; returns the end of what is reserved, or -1 if the log had ended before. */
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
        if (parked) {
            parked = false;
            LockSupport.unpark(writer);
        }
    }

    /** As {@link #wake}, when what it is to see was stored with release only. */
    void wakeAfterStore() {
        VarHandle.fullFence();
        wake();
    }

    /** The writer is about to sleep, and must look for work once more before it does. */
    void goingToPark() {
        parked = true;
    }

    void awake() {
        parked = false;
    }

    @Nullable
    LogFailedException failure() {
        return failure;
    }

    /** The log has failed or is closed: tells everybody. The writer only, as its last act. */
    void end(LogFailedException reason, boolean failed) {
        endTail();
        if (failed) {
            fail(reason);
        }
        freed.end(reason);
        forced.end(reason);
    }

    private void fail(LogFailedException reason) {
        final List<Consumer<LogFailedException>> told;
        synchronized (failureListeners) {
            failure = reason;
            told = List.copyOf(failureListeners);
        }
        for (Consumer<LogFailedException> listener : told) {
            tell(listener, reason);
        }
    }

    void onFailure(Consumer<LogFailedException> listener) {
        final LogFailedException before;
        synchronized (failureListeners) {
            before = failure;
            if (before == null) {
                failureListeners.add(listener);
            }
        }
        if (before != null) {
            tell(listener, before);
        }
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
