package io.baton.server;

import io.baton.engine.observe.StackText;
import io.baton.engine.procedure.FailureWithState;
import io.baton.protocol.Answer;
import io.baton.protocol.Reason;
import io.baton.server.login.LimitedLines;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log's line about a procedure whose code has failed unexpectedly: with the stack, which is not the client's
 * business. Thread-safe.
 */
final class FailedCalls {

    private final LimitedLines lines;

    FailedCalls(LimitedLines lines) {
        this.lines = lines;
    }

    /**
     * Looks whether a call has failed so. It was answered before: what goes wrong here does not concern its client.
     *
     * @param what names the procedure and the call
     * @param answer how it has ended
     * @param cause what the procedure threw, or null
     */
    void look(Supplier<String> what, Answer answer, @Nullable Throwable cause) {
        if (answer.reason() == Reason.FAILED && cause != null && !(cause instanceof FailureWithState)) {
            try {
                lines.tell(() -> what.get() + " failed: " + StackText.line(cause));
            } catch (Throwable e) {
                // The log cannot be written, or the exception cannot be described.
            }
        }
    }
}
