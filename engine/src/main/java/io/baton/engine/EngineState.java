package io.baton.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether an engine still works. It stops for good at the first failure after which its tables cannot be trusted. */
final class EngineState {

    private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

    /** Stops the engine; only the first cause counts. */
    void stop(Throwable why) {
        cause.compareAndSet(null, why);
    }

    boolean isStopped() {
        return cause.get() != null;
    }

    /**
     * Lets a call begin.
     *
     * @throws EngineStoppedException if the engine has stopped
     */
    void check() {
        final Throwable why = cause.get();
        if (why != null) {
            throw new EngineStoppedException(why);
        }
    }

    /** What a call is told that was under way when the engine stopped. */
    SystemAbort abort() {
        return new SystemAbort(AbortReason.STOPPED,
            "was under way when the engine stopped after " + FailureText.of(Objects.requireNonNull(cause.get())));
    }
}
