package io.baton.tracing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Records calls because their clients record them, so many in a second: what clients say must not decide how much a
 * server sends. A share of the traces by their ids would not bound it, as clients choose those. Parts of such a call
 * count as it does: one call has many. What is recorded because something of this process is does not. Thread-safe.
 */
final class BoundedClients implements Sampler {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Whether a call is recorded because its client says so, if it is, and therefore its parts. */
    private static final ContextKey<Boolean> CLIENT_DECIDES = ContextKey.named("baton-client-decides");

    private final int perSecond;
    private final LongSupplier clock;
    @GuardedBy("this")
    private long sinceNanos;
    @GuardedBy("this")
    private int recorded;

    BoundedClients(int perSecond, LongSupplier clock) {
        this.perSecond = perSecond;
        this.clock = clock;
        this.sinceNanos = clock.getAsLong();
    }

    /** A context within the span of a client, which decides whether the calls there are recorded. */
    static Context within(Context around, SpanContext client) {
        return around.with(Span.wrap(client)).with(CLIENT_DECIDES, true);
    }

    /** Asked if what the call is within is recorded. */
    @Override
    public SamplingResult shouldSample(Context around, String trace, String name, SpanKind kind,
            Attributes attributes, List<LinkData> links) {
        final boolean clients =
            around.get(CLIENT_DECIDES) != null || Span.fromContext(around).getSpanContext().isRemote();
        return !clients || mayRecord() ? SamplingResult.recordAndSample() : SamplingResult.drop();
    }

    private synchronized boolean mayRecord() {
        final long now = clock.getAsLong();
        if (now - sinceNanos >= SECOND_NANOS) {
            sinceNanos = now;
            recorded = 0;
        }
        if (recorded >= perSecond) {
            return false;
        }
        recorded++;
        return true;
    }

    @Override
    public String getDescription() {
        return "BoundedClients{" + perSecond + " in a second}";
    }
}
