package io.baton.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/** Counts what has become of the spans that are sent. Thread-safe. */
final class CountedExport implements SpanExporter {

    private final SpanExporter exporter;
    private final SpanCounts counts;

    CountedExport(SpanExporter exporter, SpanCounts counts) {
        this.exporter = exporter;
        this.counts = counts;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        // The collection may be used again when this returns.
        final int number = spans.size();
        final CompletableResultCode result;
        try {
            result = exporter.export(spans);
        } catch (RuntimeException | Error e) {
            counts.lost(number, e);
            return CompletableResultCode.ofExceptionalFailure(e);
        }
        result.whenComplete(() -> {
            if (result.isSuccess()) {
                counts.taken(number);
            } else {
                counts.lost(number, result.getFailureThrowable());
            }
        });
        return result;
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
