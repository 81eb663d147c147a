package io.baton.tracing;

import io.baton.engine.observe.CallTrace;
import io.baton.engine.observe.CallTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of each call that OpenTelemetry wants to have recorded: give it to {@code EngineBuilder.tracer}. A call
 * that runs on its caller's thread is a child of the span that is current there, a client's one of the span that the
 * client names. Thread-safe.
 */
public final class CallTraces implements CallTracer {

    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
    static final AttributeKey<String> PROCEDURE = AttributeKey.stringKey("db.stored_procedure.name");
    static final AttributeKey<String> USER = AttributeKey.stringKey("user.name");

    private final Tracer tracer;

    /**
     * Makes one.
     *
     * @param tracer of the OpenTelemetry that decides which calls are recorded, and what becomes of their spans
     */
    public CallTraces(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public @Nullable CallTrace begins(String procedure, @Nullable String user, @Nullable String traceparent) {
        final SpanContext caller = Traceparent.read(traceparent);
        final Context around =
            caller == null ? Context.current() : BoundedClients.within(Context.current(), caller);
        final SpanContext parent = Span.fromContext(around).getSpanContext();
        final SpanBuilder builder = builder(tracer, procedure, around)
            .setSpanKind(parent.isValid() && !parent.isRemote() ? SpanKind.INTERNAL : SpanKind.SERVER);
        if (user != null) {
            builder.setAttribute(USER, user);
        }
        final Span span = builder.startSpan();
        return span.isRecording() ? new CallSpan(tracer, span, around) : null;
    }

    static SpanBuilder builder(Tracer tracer, String procedure, Context around) {
        return tracer.spanBuilder(procedure).setParent(around).setAttribute(SYSTEM, "baton")
            .setAttribute(OPERATION, "CALL").setAttribute(PROCEDURE, procedure);
    }
}
