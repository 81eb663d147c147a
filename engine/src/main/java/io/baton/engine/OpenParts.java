package io.baton.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Parts that are open and have to be closed, the last one first, because it may use those before it. Whatever one of
 * them throws, all are closed; but a part that saves what the others have may ask to be closed once more, as long as
 * those are open. One thread at a time.
 */
final class OpenParts implements AutoCloseable {

    /**
     * A part.
     *
     * @param kept asked when it has thrown: whether it and those before it stay open, to be closed once more
     */
    private record Part(AutoCloseable opened, BooleanSupplier kept) {
    }

    private final Deque<Part> parts = new ArrayDeque<>();

    /** Adds a part that has been opened; returns it. */
    <T extends AutoCloseable> T add(T part) {
        parts.push(new Part(part, () -> false));
        return part;
    }

    /**
     * Adds a part that saves what those before it have.
     *
     * @param kept asked when it has thrown: whether it can be of use to try again
     */
    void addSaving(AutoCloseable part, BooleanSupplier kept) {
        parts.push(new Part(part, kept));
    }

    /** Whether all parts are closed. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /**
     * Closes all parts, or up to one that could not save and is to be tried again.
     *
     * @throws RuntimeException as {@link #close}
     */
    void closeOrKeep() {
        close(true);
    }

    /**
     * Closes all parts. Closing twice does nothing.
     *
     * @throws RuntimeException what the first one has thrown that could not be closed, or an Error; what others have
     *     thrown is suppressed in it
     */
    @Override
    public void close() {
        close(false);
    }

    private void close(boolean keep) {
        Throwable first = null;
        while (!parts.isEmpty()) {
            final Part part = parts.element();
            final Throwable thrown = close(part.opened);
            if (keep && thrown != null && part.kept.getAsBoolean()) {
                first = first(first, thrown);
                break;
            }
            parts.pop();
            first = first(first, thrown);
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

    private static @Nullable Throwable close(AutoCloseable part) {
        try {
            part.close();
            return null;
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    private static @Nullable Throwable first(@Nullable Throwable first, @Nullable Throwable thrown) {
        if (first == null) {
            return thrown;
        }
        if (thrown != null && first != thrown) {
            first.addSuppressed(thrown);
        }
        return first;
    }
}
