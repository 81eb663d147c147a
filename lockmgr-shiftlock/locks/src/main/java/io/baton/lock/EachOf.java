package io.baton.lock;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does something to each of several parts, also if it fails for one of them. */
final class EachOf {

    private EachOf() {
    }

    /**
     * Begins with the last one.
     *
     * @throws RuntimeException the first failure, with the others suppressed, when all have had their turn
     */
    static <T> void last(List<T> parts, Consumer<? super T> act) {
        @Nullable
        Throwable first = null;
        for (int i = parts.size() - 1; i >= 0; i--) {
            first = failure(first, parts.get(i), act);
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
        if (first instanceof Error error) {
            throw error;
        }
    }

    /** Does it to one part; what goes wrong is behind what went wrong before. */
    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    private static <T> @Nullable Throwable failure(@Nullable Throwable before, T part, Consumer<? super T> act) {
        try {
            act.accept(part);
            return before;
        } catch (RuntimeException | Error thrown) {
            if (before == null) {
                return thrown;
            }
            if (before != thrown) {
                before.addSuppressed(thrown);
            }
            return before;
        }
    }
}
