package io.baton.server;

import io.baton.engine.AsyncCall;
import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.observe.CallOrigin;
import io.baton.protocol.Answer;
import io.baton.protocol.TraceContext;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's way into its engine for one caller: a client, or this process. A call is begun in the caller's name and
 * within the span of the caller's, is seen under the caller's origin while it runs, and its end is an {@link Answer}.
 * If the code of a procedure fails unexpectedly, the log gets its stack trace. Thread-safe.
 */
final class EngineCalls {

    private final Engine engine;
    private final CallOrigin origin;
    private final FailedCalls failed;

    /** Takes the end of a call. Any thread. */
    @FunctionalInterface
    interface Ending {

        /**
         * The call has ended.
         *
         * @param value the result, if the answer is that it was committed
         */
        void ended(Answer answer, @Nullable Object value);
    }

    EngineCalls(Engine engine, CallOrigin origin, FailedCalls failed) {
        this.engine = engine;
        this.origin = origin;
        this.failed = failed;
    }

    CallOrigin origin() {
        return origin;
    }

    Engine engine() {
        return engine;
    }

    /**
     * Makes a procedure ready to be called in the caller's name.
     *
     * @param trace within which span of the caller's, or null
     * @param timeoutMicros how long the call may take; 0 for as long as the engine lets it
     */
    <R> Procedure<R> prepared(Procedure<R> procedure, @Nullable TraceContext trace, long timeoutMicros) {
        final Procedure<R> called = procedure.calledBy(origin.user(), TraceContext.text(trace));
        return timeoutMicros > 0 ? called.within(Duration.of(timeoutMicros, ChronoUnit.MICROS)) : called;
    }

    /**
     * Calls a procedure on a thread of the engine. Its end comes once, also if it does not begin, and maybe before this
     * returns.
     *
     * @param what names the call in the log if its procedure fails
     * @param begun takes the call that has begun, before its end can come
     */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it throws nothing.
    <R> void begin(Procedure<R> prepared, @Nullable Object[] arguments, Supplier<String> what,
            Consumer<AsyncCall<R>> begun, Ending ending) {
        final AsyncCall<R> call;
        try {
            call = engine.callAsync(prepared.calledFrom(origin), arguments);
        } catch (Throwable e) {
            ending.ended(EngineAnswers.notBegun(e), null);
            return;
        }
        begun.accept(call);
        call.whenComplete((value, failure) -> {
            final Answer answer = failure == null ? Answer.COMMITTED : EngineAnswers.of(failure);
            ending.ended(answer, value);
            if (failure != null) {
                failed.look(what, answer, failure.getCause());
            }
        });
    }

    /**
     * Calls a procedure on this thread if it need not wait.
     *
     * @param what names the call in the log if its procedure fails
     * @param ending takes its end, if it has one
     * @return whether it has ended; otherwise nothing was written, and it is to be begun
     */
    boolean callNow(Procedure<?> prepared, @Nullable Object[] arguments, Supplier<String> what, Ending ending) {
        final Outcome<?> outcome;
        try {
            outcome = prepared.executeNow(arguments);
        } catch (Throwable e) {
            ending.ended(EngineAnswers.notBegun(e), null);
            return true;
        }
        if (outcome == null) {
            return false;
        }
        final Answer answer = EngineAnswers.of(outcome);
        ending.ended(answer, outcome instanceof Outcome.Committed<?>(Object result) ? result : null);
        if (outcome instanceof Outcome.AbortedByProcedure<?> aborted) {
            failed.look(what, answer, aborted.cause());
        }
        return true;
    }
}
