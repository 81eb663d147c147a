package io.baton.engine;

import io.baton.engine.transaction.CallControl;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an asynchronous call. Cancelling it ends the call, if it can still be ended: its wait for a place by an
 * interrupt of its thread, which is the engine's; afterwards by its control.
 */
final class AsyncCall<R> extends CompletableFuture<R> {

    private @Nullable Thread waiter;
    private @Nullable CallControl control;
    private long number;

    /** The calling thread is about to wait for a place; returns false if the call has been cancelled already. */
    synchronized boolean waits() {
        if (isDone()) {
            return false;
        }
        waiter = Thread.currentThread();
        return true;
    }

    /** The call has a place and is about to run; returns false if it has been cancelled already. */
    synchronized boolean begins(CallControl newControl) {
        waiter = null;
        if (isDone()) {
            // The number will be somebody else's, whom a cancel that comes now must not meet.
            return false;
        }
        control = newControl;
        number = newControl.nextCall();
        return true;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        final boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            cancelCall();
        }
        return cancelled;
    }

    private synchronized void cancelCall() {
        final Thread waiting = waiter;
        final CallControl running = control;
        if (waiting != null) {
            waiting.interrupt();
        } else if (running != null) {
            running.cancel(number);
        }
    }
}
