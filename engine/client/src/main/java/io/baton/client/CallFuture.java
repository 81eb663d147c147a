package io.baton.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a call. Cancelling it asks the server to end the call, if it was sent, and else takes it back.
 * Thread-safe.
 *
 * @param <R> what the procedure returns
 */
public final class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

    private @Nullable Runnable canceller;
    private boolean endWanted;

    CallFuture() {
    }

    /** Says how to cancel the call; does so at once if it is cancelled already. */
    void onCancel(Runnable newCanceller) {
        final boolean now;
        synchronized (this) {
            canceller = newCanceller;
            now = endWanted;
        }
        if (now || isCancelled()) {
            newCanceller.run();
        }
    }

    /**
     * Ends the call as {@code cancel} does, but leaves this future to it: it tells how the call has ended, with
     * {@link io.baton.protocol.Reason#CANCELLED} if that was still possible, else as if nothing had happened.
     */
    public void end() {
        final Runnable now;
        synchronized (this) {
            endWanted = true;
            now = canceller;
        }
        if (now != null) {
            now.run();
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
