package io.baton.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/** Hands on the spans for which there is room, those being sent counted, and counts the others. Thread-safe. */
final class BoundedSpans implements SpanProcessor {

    private final SpanProcessor next;
    private final SpanCounts counts;

    BoundedSpans(SpanProcessor next, SpanCounts counts) {
        this.next = next;
        this.counts = counts;
    }

    @Override
    public void onStart(Context around, ReadWriteSpan span) {
        // Only its end matters.
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (span.getSpanContext().isSampled() && counts.mayWait()) {
            next.onEnd(span);
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public CompletableResultCode shutdown() {
        return next.shutdown();
    }

    @Override
    public CompletableResultCode forceFlush() {
        return next.forceFlush();
    }
}
