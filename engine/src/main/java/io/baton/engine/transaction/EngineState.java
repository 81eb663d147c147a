package io.baton.engine.transaction;

import io.baton.engine.procedure.AbortReason;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether an engine still works. It stops for good at the first failure after which its tables cannot be trusted. */
public final class EngineState {

    private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

    /** Stops the engine; only the first cause counts. */
    public void stop(Throwable why) {
        cause.compareAndSet(null, why);
    }

    /**
     * Stops the engine because of a mistake of its own, before that is thrown: a procedure may catch it.
     *
     * @return what to throw
     */
    AuditFailure stopAfter(String mistake) {
        final AuditFailure failure = new AuditFailure(mistake);
        stop(failure);
        return failure;
    }

    public boolean isStopped() {
        return cause.get() != null;
    }

    /** Why the engine has stopped, or null if it has not. */
    @Nullable
    public Throwable cause() {
        return cause.get();
    }

    /** What a call is told that was under way when the engine stopped. */
    public SystemAbort abort() {
        return new SystemAbort(AbortReason.STOPPED,
            "was under way when the engine stopped after " + FailureText.of(Objects.requireNonNull(cause.get())));
    }
}
