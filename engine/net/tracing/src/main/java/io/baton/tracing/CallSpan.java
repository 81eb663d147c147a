package io.baton.tracing;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallReport;
import io.baton.engine.observe.CallTrace;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The span of a call, or of a part of one. One thread at a time. */
final class CallSpan implements CallTrace {

    private static final AttributeKey<String> SQL_STATE = AttributeKey.stringKey("db.response.status_code");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<Long> ROWS_RETURNED = AttributeKey.longKey("db.response.returned_rows");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("baton.outcome");
    private static final AttributeKey<Long> RESTARTS = AttributeKey.longKey("baton.restarts");
    private static final AttributeKey<Long> LOCK_NANOS = AttributeKey.longKey("baton.lock.nanos");
    private static final AttributeKey<Long> ROWS_LOOKED_UP = AttributeKey.longKey("baton.rows.looked_up");
    private static final AttributeKey<Long> ROWS_WRITTEN = AttributeKey.longKey("baton.rows.written");

    private final Tracer tracer;
    private final Span span;
    private final Context around;

    CallSpan(Tracer tracer, Span span, Context around) {
        this.tracer = tracer;
        this.span = span;
        this.around = around;
    }

    @Override
    public CallTrace part(String procedure, @Nullable String traceparent) {
        final SpanContext caller = Traceparent.read(traceparent);
        final SpanContext own = span.getSpanContext();
        if (caller != null && caller.getTraceId().equals(own.getTraceId())) {
            // Where its caller looks for it; the link says what it is a part of.
            final Context callers = BoundedClients.within(around, caller);
            return new CallSpan(tracer, CallTraces.builder(tracer, procedure, callers).setSpanKind(SpanKind.SERVER)
                .addLink(own).startSpan(), callers);
        }
        // All of a transaction is in one trace, and recorded as it is, whatever trace each of its calls comes from.
        final Context within = around.with(span);
        final SpanBuilder builder = CallTraces.builder(tracer, procedure, within);
        return new CallSpan(tracer, (caller == null ? builder : builder.addLink(caller)).startSpan(), within);
    }

    @Override
    public void ended(CallReport report) {
        final CallEnd end = report.end();
        final Throwable failure = report.failure();
        if (end != null) {
            span.setAttribute(OUTCOME, end.name().toLowerCase(Locale.ROOT)).setAttribute(RESTARTS, report.restarts())
                .setAttribute(ROWS_WRITTEN, report.rowsWritten());
        }
        span.setAttribute(LOCK_NANOS, report.lockNanos()).setAttribute(ROWS_LOOKED_UP, report.rowsLookedUp());
        if (report.rowsReturned() >= 0) {
            span.setAttribute(ROWS_RETURNED, report.rowsReturned());
        }
        if (!report.isGood()) {
            // No message: it may have values of rows.
            span.setStatus(StatusCode.ERROR).setAttribute(SQL_STATE, report.sqlState())
                .setAttribute(ERROR, failure == null ? report.sqlState() : failure.getClass().getName());
        }
        span.end();
    }
}
