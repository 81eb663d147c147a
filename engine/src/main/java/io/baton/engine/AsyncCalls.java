package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The asynchronous calls of one engine, each on a thread of the engine, and so many at most. Thread-safe. */
final class AsyncCalls {

    private final Engine engine;
    private final ThreadFactory threads;
    private final int callsMax;
    private final AtomicInteger calls = new AtomicInteger();

    AsyncCalls(Engine engine, ThreadFactory threads, int callsMax) {
        this.engine = engine;
        this.threads = threads;
        this.callsMax = callsMax;
    }

    /** Starts a call whose arguments have been checked, or completes it if there are too many. */
    <R> AsyncCall<R> start(ProcedureCode<R> code, Object[] arguments, long timeoutNanos) {
        final AsyncCall<R> call = new AsyncCall<>();
        if (calls.incrementAndGet() > callsMax) {
            calls.decrementAndGet();
            call.completeExceptionally(new SystemAbortedException(AbortReason.TOO_BUSY, "procedure " + code.name()
                + " was not begun: " + callsMax + " asynchronous calls are under way; wait for some of them"));
            return call;
        }
        boolean started = false;
        try {
            threads.newThread(() -> complete(call, code, arguments, timeoutNanos)).start();
            started = true;
        } finally {
            if (!started) {
                calls.decrementAndGet();
            }
        }
        return call;
    }

    private <R> void complete(AsyncCall<R> call, ProcedureCode<R> code, Object[] arguments, long timeoutNanos) {
        try {
            if (call.waits()) {
                call.complete(Session.result(engine.calls().execute(code, arguments, timeoutNanos, call)));
            }
        } catch (Throwable e) {
            call.completeExceptionally(e);
        } finally {
            calls.decrementAndGet();
        }
    }
}
