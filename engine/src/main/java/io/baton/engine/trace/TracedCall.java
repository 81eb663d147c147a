package io.baton.engine.trace;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallReport;
import io.baton.engine.observe.CallTrace;
import io.baton.engine.observe.CallTracer;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Counts for a call that somebody looks closer at. Made for the call, by who has a tracer. One thread at a time. */
public final class TracedCall {

    /** A procedure may run others in a loop; somebody has to keep what is told. */
    private static final int PARTS_MAX = 128;

    private final CallTrace trace;
    private CallTrace innermost;
    private int parts;
    private long lockNanos;
    private long lookedUp;
    private long written;

    private TracedCall(CallTrace trace) {
        this.trace = trace;
        this.innermost = trace;
    }

    /** A call begins; returns null if no tracer has selected it. */
    public static @Nullable TracedCall begins(@Nullable CallTracer tracer, String procedure,
            @Nullable Caller caller) {
        final CallTrace trace = tracer == null ? null : Caller.trace(caller, tracer, procedure);
        return trace == null ? null : new TracedCall(trace);
    }

    public void waited(long nanos) {
        lockNanos += nanos;
    }

    public void lookedUp(long rows) {
        lookedUp += rows;
    }

    public void wrote(long rows) {
        written = rows;
    }

    /** The call has ended; result is what it returned, if it was committed. */
    public void ended(CallEnd end, String sqlState, @Nullable Throwable failure, long restarts,
            @Nullable Object result) {
        trace.ended(new CallReport(end, sqlState, failure, restarts, lockNanos, lookedUp,
            end == CallEnd.COMMITTED ? written : 0, rows(result)));
    }

    /** A part of the call begins; returns null if enough of them were told. */
    public @Nullable Part part(String procedure, @Nullable Caller caller) {
        return parts++ < PARTS_MAX ? new Part(procedure, Caller.traceparent(caller)) : null;
    }

    private static long rows(@Nullable Object result) {
        return result instanceof Collection<?> rows ? rows.size() : -1;
    }

    /** A procedure that runs as a part of another one. */
    public final class Part {
        private final CallTrace around = innermost;
        private final CallTrace own;
        private final long lockNanosBefore = lockNanos;
        private final long lookedUpBefore = lookedUp;

        private Part(String procedure, @Nullable String traceparent) {
            own = around.part(procedure, traceparent);
            innermost = own;
        }

        /** It has returned. */
        public void returned(@Nullable Object result) {
            ended(CallReport.GOOD, null, result);
        }

        /**
         * Something came out of it.
         *
         * @param sqlState what it is for SQL
         * @param failure what came out, if that was no decision to give up
         */
        public void threw(String sqlState, @Nullable Throwable failure) {
            ended(sqlState, failure, null);
        }

        private void ended(String sqlState, @Nullable Throwable failure, @Nullable Object result) {
            innermost = around;
            own.ended(new CallReport(null, sqlState, failure, 0, lockNanos - lockNanosBefore,
                lookedUp - lookedUpBefore, 0, rows(result)));
        }
    }
}
