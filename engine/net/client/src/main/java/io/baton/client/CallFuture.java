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

    private @Nullable CallRequest<R> request;
    private boolean endWanted;
    /** Whether it is or was on its way to a link, and so may be sent. */
    private boolean leaving;
    /** Whether its client has closed before. */
    private boolean givenUp;
    /** Written by the link's event loop. */
    private volatile int pages;
    /** Ends its wait for a place; null if it does not wait. */
    private @Nullable Runnable waiting;

    CallFuture() {
    }

    /**
     * Tells how far a result of many rows is: who waits for it sees by that whether the server is silent.
     *
     * @return how many pages of the result have come before the last one
     */
    public int pages() {
        return pages;
    }

    /** One more page has come, and there are others. For the link's event loop. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes it.
    void pageCame() {
        pages++;
    }

    /** Says what to do when it is asked to end while it waits; returns false if it was asked already. */
    synchronized boolean waits(Runnable whenEnding) {
        waiting = whenEnding;
        return !endWanted && !isDone();
    }

    private void wake() {
        final Runnable wanted;
        synchronized (this) {
            wanted = waiting;
            waiting = null;
        }
        if (wanted != null) {
            wanted.run();
        }
    }

    /** Says that it goes to a link now; returns false if it must not, as its client has closed. */
    synchronized boolean leaves() {
        leaving |= !givenUp;
        return leaving;
    }

    /** Says what was given to a link, so that it can be cancelled; does so at once if that is wanted already. */
    void given(CallRequest<R> newRequest) {
        final boolean now;
        synchronized (this) {
            request = newRequest;
            now = endWanted;
        }
        if (now || isCancelled()) {
            newRequest.cancel();
        }
    }

    /** Whether its caller wants it to end: by {@link #end}, by a cancel, or as its client closes. */
    synchronized boolean isEnding() {
        return endWanted || isDone();
    }

    /** Ends the call, as its client closes, and says so at once. */
    void giveUp(String why) {
        final CallRequest<R> now;
        synchronized (this) {
            endWanted = true;
            now = request;
            givenUp = !leaving;
        }
        if (givenUp) {
            completeExceptionally(LinkSource.clientClosed());
        } else if (now != null) {
            now.giveUp(why);
        }
    }

    /**
     * Ends the call as {@code cancel} does, but leaves this future to it: it tells how the call has ended, with
     * {@link io.baton.protocol.Reason#CANCELLED} if that was still possible, else as if nothing had happened.
     */
    public void end() {
        final CallRequest<R> now;
        synchronized (this) {
            endWanted = true;
            now = request;
        }
        wake();
        if (now != null) {
            now.cancel();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        final boolean cancelled = super.cancel(mayInterruptIfRunning);
        wake();
        final CallRequest<R> now;
        synchronized (this) {
            now = request;
        }
        if (cancelled && now != null) {
            now.cancel();
        }
        return cancelled;
    }
}
