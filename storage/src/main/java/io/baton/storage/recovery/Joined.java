package io.baton.storage.recovery;

import io.baton.park.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs pieces of work on other threads, and waits until all of them have ended. */
final class Joined {
    private Joined() {
    }

    /**
     * Runs all pieces. No interrupt shortens the waiting: the memory that they work on must not go before they end.
     *
     * @throws IOException or RuntimeException, that of the first piece in the list that has thrown one
     */
    static void run(Workers threads, List<? extends Callable<?>> pieces) throws IOException {
        switch (threads.run(pieces)) {
            case null -> {
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new UncheckedIOException(new IOException(e));
        }
    }
}
