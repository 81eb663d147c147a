package io.baton.tracing;

import io.opentelemetry.api.trace.Span;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Names the span of OpenTelemetry that is current on the thread that asks, for {@code ClientOptions.traceparent} and
 * {@code BatonDataSource.setTraceparent}: what the server does is then a part of the caller's trace. Thread-safe.
 */
public final class CurrentTraceparent implements Supplier<@Nullable String> {

    /** Makes one. */
    public CurrentTraceparent() {
    }

    @Override
    public @Nullable String get() {
        return Traceparent.of(Span.current().getSpanContext());
    }
}
