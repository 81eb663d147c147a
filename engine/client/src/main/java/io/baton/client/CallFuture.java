package io.baton.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The answer of a call. Cancelling it asks the server to end the call, if it was sent, and else takes it back. */
final class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

    private @Nullable Runnable canceller;

    /** Says how to cancel the call; does so at once if it is cancelled already. */
    void onCancel(Runnable newCanceller) {
        synchronized (this) {
            canceller = newCanceller;
        }
        if (isCancelled()) {
            newCanceller.run();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        final boolean cancelled = super.cancel(mayInterruptIfRunning);
        final Runnable now;
        synchronized (this) {
            now = canceller;
        }
        if (cancelled && now != null) {
            now.run();
        }
        return cancelled;
    }
}
