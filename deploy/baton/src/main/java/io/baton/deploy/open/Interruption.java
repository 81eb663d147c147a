package io.baton.deploy.open;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A request to end the work now. Thread-safe. The thread that requests it can wait until the results so far have been
 * printed.
 */
public final class Interruption {

    private final CompletableFuture<Void> wish = new CompletableFuture<>();
    private final CountDownLatch told = new CountDownLatch(1);

    /** Makes one that nobody has wished for yet. */
    public Interruption() {
    }

    /** Wishes that the work ends. */
    public void request() {
        wish.complete(null);
    }

    /**
     * Tells whether it was requested.
     *
     * @return whether to end
     */
    public boolean requested() {
        return wish.isDone();
    }

    /** Says that there is nothing more to tell. */
    public void finish() {
        told.countDown();
    }

    /**
     * Waits until there is nothing more to tell.
     *
     * @param longest how long to wait at most
     * @return whether it came to that
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public boolean awaitFinish(Duration longest) throws InterruptedException {
        return told.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    CompletableFuture<Void> wish() {
        return wish;
    }
}
