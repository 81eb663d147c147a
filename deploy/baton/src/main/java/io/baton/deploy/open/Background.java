package io.baton.deploy.open;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Work on a thread of its own, so that the caller can tell how far it is and need not wait for its end. */
public final class Background {

    private static final long TICK_MILLIS = 100;

    private final Interruption interruption;

    public Background(Interruption interruption) {
        this.interruption = interruption;
    }

    /**
     * Does some work and waits for it.
     *
     * @param work what to do; what it throws is thrown here
     * @param tick called several times a second meanwhile, by the calling thread
     * @return the work's result, or nothing if interrupted; then the work may still go on
     */
    public <T> Optional<T> run(String name, Supplier<T> work, Runnable tick) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(name).start(() -> complete(result, work));
        tick.run();
        while (!await(interruption, result, TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            tick.run();
        }
        return result.isDone() ? Optional.of(resultOf(result)) : Optional.empty();
    }

    /** Waits; tells whether the work is done or its end was wished. */
    public static boolean await(Interruption interruption, CompletableFuture<?> work, long time, TimeUnit unit) {
        try {
            CompletableFuture.anyOf(work, interruption.wish()).get(time, unit);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            interruption.request();
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static <T> T resultOf(CompletableFuture<T> result) {
        if (result.state() == Future.State.FAILED) {
            switch (result.exceptionNow()) {
                case Error e -> throw e;
                case RuntimeException e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
        }
        return result.resultNow();
    }
}
