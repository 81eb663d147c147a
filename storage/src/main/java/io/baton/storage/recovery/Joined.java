package io.baton.storage.recovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Runs pieces of work on other threads, and waits until all of them have ended. */
final class Joined {
    private Joined() {
    }

    /**
     * Runs all pieces. No interrupt shortens the waiting: the memory that they work on must not go before they end.
     *
     * @throws IOException or RuntimeException, that of the first piece in the list that has thrown one
     */
    static void run(ExecutorService threads, List<? extends Callable<?>> pieces) throws IOException {
        var futures = new ArrayList<Future<?>>();
        Throwable failure = null;
        try {
            pieces.forEach(piece -> futures.add(threads.submit(piece)));
        } finally {
            for (Future<?> future : futures) {
                Throwable thrown = await(future);
                failure = failure == null ? thrown : failure;
            }
        }
        switch (failure) {
            case null -> {
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new UncheckedIOException(new IOException(failure));
        }
    }

    @SuppressWarnings("NullAway") // A cause is there.
    private static Throwable await(Future<?> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get();
                    return null;
                } catch (ExecutionException e) {
                    return e.getCause();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
