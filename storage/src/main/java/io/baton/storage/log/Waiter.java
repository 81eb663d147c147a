package io.baton.storage.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Somebody who waits until a {@link Progress} reaches a target: a thread that is parked, or a listener. */
final class Waiter {
    private static final VarHandle TOLD;

    final long target;
    /** Next in the stack, then in the queue; written before the waiter is handed over. */
    @Nullable
    Waiter next;
    private volatile @Nullable Thread thread;
    private final @Nullable LogListener listener;
    private volatile boolean told;

    static {
        try {
            TOLD = MethodHandles.lookup().findVarHandle(Waiter.class, "told", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Waiter(long target, Thread thread) {
        this.target = target;
        this.thread = thread;
        this.listener = null;
    }

    Waiter(long target, LogListener listener) {
        this.target = target;
        this.listener = listener;
    }

    /** The thread does not wait any more. */
    void leave() {
        thread = null;
    }

    /** Wakes the thread, which looks for itself, or calls the listener if nobody has done so yet. */
    void tell(@Nullable LogFailedException failure) {
        if (listener == null) {
            final Thread parked = thread;
            if (parked != null) {
                LockSupport.unpark(parked);
            }
        } else if (!told && TOLD.compareAndSet(this, false, true)) {
            call(listener, failure);
        }
    }

    /** A listener must not throw; if it does, the log goes on, and its thread's handler hears of it. */
    private static void call(LogListener listener, @Nullable LogFailedException failure) {
        try {
            if (failure == null) {
                listener.forced();
            } else {
                listener.failed(failure);
            }
        } catch (Throwable e) {
            final Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }
}
