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
     * Looks whether a call has failed so.
     *
     * @param what names the procedure and the call
     * @param answer how it has ended
     * @param cause what the procedure threw, or null
     */
    void look(Supplier<String> what, Answer answer, @Nullable Throwable cause) {
        if (answer.reason() == Reason.FAILED && cause != null && !(cause instanceof FailureWithState)) {
            lines.tell(what.get() + " failed: " + StackText.line(cause));
        }
    }
}
