package io.baton.engine;

import io.baton.engine.transaction.CallControl;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The answer of an asynchronous call. Cancelling it ends the call, if it can still be ended. */
final class AsyncCall<R> extends CompletableFuture<R> {

    private @Nullable CallControl control;
    private long number;

    /** The call is about to run; returns false if it has been cancelled already. */
    synchronized boolean begins(CallControl newControl) {
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
        final CallControl running = control;
        if (running != null) {
            running.cancel(number);
        }
    }
}
