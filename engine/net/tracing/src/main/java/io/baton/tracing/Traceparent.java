package io.baton.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one field of W3C's Trace Context that calls have: {@code traceparent}. */
final class Traceparent {

    private static final String FIELD = "traceparent";

    /** A text for a map that has nothing else. */
    private static final class Only implements TextMapGetter<String> {
        private static final Only GETTER = new Only();

        @Override
        @SuppressWarnings("deprecation") // It has to be there all the same.
        public Iterable<String> keys(String text) {
            return List.of(FIELD);
        }

        @Override
        public @Nullable String get(@Nullable String text, String key) {
            return key.equals(FIELD) ? text : null;
        }
    }

    private Traceparent() {
    }

    /** The span that a text names; null if it names none. */
    static @Nullable SpanContext read(@Nullable String text) {
        if (text == null) {
            return null;
        }
        final SpanContext read = Span.fromContext(
            W3CTraceContextPropagator.getInstance().extract(Context.root(), text, Only.GETTER)).getSpanContext();
        return read.isValid() ? read : null;
    }

    /** The text that names a span; null if it is none. */
    static @Nullable String of(SpanContext span) {
        return span.isValid()
            ? "00-" + span.getTraceId() + '-' + span.getSpanId() + '-' + span.getTraceFlags().asHex() : null;
    }
}
