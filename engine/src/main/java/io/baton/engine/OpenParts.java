package io.baton.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Parts that are open and have to be closed, the last one first, because it may use those before it. Whatever one of
 * them throws, all are closed. One thread at a time.
 */
final class OpenParts implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Adds a part that has been opened; returns it. */
    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /**
     * Closes all parts. Closing twice does nothing.
     *
     * @throws RuntimeException what the first one has thrown that could not be closed, or an Error; what others have
     *     thrown is suppressed in it
     */
    @Override
    public void close() {
        Throwable first = null;
        while (!parts.isEmpty()) {
            first = close(parts.pop(), first);
        }
        switch (first) {
            case null -> {
                // All are closed.
            }
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException("a part of the engine could not be closed", first);
        }
    }

    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    private static @Nullable Throwable close(AutoCloseable part, @Nullable Throwable first) {
        try {
            part.close();
            return first;
        } catch (Throwable thrown) {
            if (first == null) {
                return thrown;
            }
            if (first != thrown) {
                first.addSuppressed(thrown);
            }
            return first;
        }
    }
}
