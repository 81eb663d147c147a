package io.baton.engine;

import io.baton.engine.transaction.CallControl;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an asynchronous call. Cancelling it ends the call, if it can still be ended: its wait for a place by an
 * interrupt of its thread, which is the engine's; afterwards by its control. Thread-safe.
 *
 * @param <R> the procedure's result type
 */
public final class AsyncCall<R> extends CompletableFuture<R> {

    private @Nullable Thread waiter;
    private boolean endWanted;
    /** Written by the call's thread. */
    private long beginNanos;
    private @Nullable CallControl control;
    private long number;
    private boolean released;
    /** What is to be done when it has given its locks back, or null. */
    private @Nullable Runnable onReleased;

    AsyncCall() {
    }

    /** The calling thread is about to wait for a place; returns false if the call has been cancelled already. */
    synchronized boolean waits() {
        if (isDone()) {
            return false;
        }
        waiter = Thread.currentThread();
        if (endWanted) {
            // Not even a place is waited for; begins looks once more.
            waiter.interrupt();
        }
        return true;
    }

    /** The call has a thread since then. */
    void hasThread(long nanos) {
        beginNanos = nanos;
    }

    /**
     * Tells since when the call had a thread, in the engine's clock: for what depends on it, to tell how long it ran.
     *
     * @return nanoseconds of that clock; 0 if it had none
     */
    public long beginNanos() {
        return beginNanos;
    }

    /** The call has a place and is about to run; returns false if it has been cancelled already. */
    synchronized boolean begins(CallControl newControl) {
        waiter = null;
        if (isDone() || endWanted) {
            // The number will be somebody else's, whom a cancel that comes now must not meet.
            return false;
        }
        control = newControl;
        number = newControl.nextCall();
        return true;
    }

    /**
     * Does something as soon as the call has come to its outcome and given its locks back, though its answer still
     * waits for the disk. A call that begins then meets none of its locks, sees what it has written, and its own answer
     * does not come before that is on disk. Nothing is done for a call that does not wait for the disk: it is complete
     * at once.
     *
     * @param task short, and throws nothing; run by the thread of the call, or by this one if it is so far already
     */
    public void whenReleased(Runnable task) {
        synchronized (this) {
            if (!released) {
                onReleased = task;
                return;
            }
        }
        task.run();
    }

    /** The locks are given back, and the answer waits for the disk. */
    void released() {
        final Runnable task;
        synchronized (this) {
            released = true;
            task = onReleased;
            onReleased = null;
        }
        if (task != null) {
            task.run();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        final boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            cancelCall();
        }
        return cancelled;
    }

    /**
     * Ends the call as {@code cancel} does, but leaves this future to the call: it tells how the call has ended, with
     * {@link io.baton.engine.procedure.AbortReason#CANCELLED} if it was still possible, else as if nothing had
     * happened.
     */
    public void end() {
        cancelCall();
    }

    private synchronized void cancelCall() {
        endWanted = true;
        final Thread waiting = waiter;
        final CallControl running = control;
        if (waiting != null) {
            waiting.interrupt();
        } else if (running != null) {
            running.cancel(number);
        }
    }
}
