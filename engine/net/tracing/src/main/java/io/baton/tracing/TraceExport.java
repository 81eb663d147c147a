package io.baton.tracing;

import io.baton.engine.observe.CallTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends the spans of calls to a collector, by OTLP over HTTP: an OpenTelemetry of its own, for processes that have
 * none. A collector that fails, is slow or is not there takes no time from calls: their spans wait in a bounded queue,
 * and what does not fit is dropped and counted. Thread-safe.
 */
public final class TraceExport implements AutoCloseable {

    /** How many calls and parts are recorded in a second because their clients record them, unless told otherwise. */
    public static final int CLIENTS_PER_SECOND = 1_000;

    private static final String PATH = "/v1/traces";
    private static final String SCOPE = "io.baton";
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final RetryPolicy RETRIES = RetryPolicy.builder().setMaxAttempts(3)
        .setInitialBackoff(Duration.ofMillis(200)).setMaxBackoff(Duration.ofSeconds(1)).build();

    private final SpanCounts counts;
    private final SdkTracerProvider provider;
    private final CallTracer calls;
    private final long closeNanos;
    private boolean closed;

    private TraceExport(URI collector, double ratio, int clientsPerSecond, LongSupplier clock, Consumer<String> log,
            ExportLimits limits) {
        final String endpoint = endpoint(collector);
        this.counts = new SpanCounts(endpoint, limits.spansMax(), log);
        this.closeNanos = limits.closeTime().toNanos();
        final CountedExport exporter = new CountedExport(
            OtlpHttpSpanExporter.builder().setEndpoint(endpoint).setTimeout(limits.timeout())
                .setConnectTimeout(limits.timeout()).setRetryPolicy(RETRIES).setMeterProvider(MeterProvider.noop())
                .build(),
            counts);
        final BatchSpanProcessor batches = BatchSpanProcessor.builder(exporter).setMaxQueueSize(limits.spansMax())
            .setMaxExportBatchSize(limits.batchMax()).setScheduleDelay(limits.delay())
            .setExporterTimeout(limits.timeout()).setMeterProvider(MeterProvider.noop()).build();
        final Sampler clients = new BoundedClients(clientsPerSecond, clock);
        final Sampler sampler = Sampler.parentBasedBuilder(Sampler.traceIdRatioBased(ratio))
            .setRemoteParentSampled(clients).setLocalParentSampled(clients).build();
        this.provider = SdkTracerProvider.builder().setSampler(sampler)
            .setResource(Resource.getDefault().merge(Resource.create(Attributes.of(SERVICE, "baton"))))
            .addSpanProcessor(new BoundedSpans(batches, counts)).build();
        this.calls = new CallTraces(provider.get(SCOPE));
    }

    /**
     * Starts.
     *
     * @param collector where it listens, such as {@code http://127.0.0.1:4318}; a path is put before {@code /v1/traces}
     * @param ratio of the calls that are recorded: 1 for all, 0.01 for one of a hundred; a call within a span of its
     *     caller is recorded if that is, a client's unless there are too many
     * @param clientsPerSecond how many calls and parts of calls are recorded in a second at most because their clients
     *     say that they record them; 0 for none, which are then left out
     * @param log takes a line when the collector begins to fail, and at the end if spans were dropped; called by any
     *     thread, must not block
     * @return the export, to be closed after the engine
     * @throws IllegalArgumentException if the collector's address is none, the ratio is not from 0 to 1, or the
     *     number is negative
     */
    public static TraceExport start(URI collector, double ratio, int clientsPerSecond, Consumer<String> log) {
        return start(collector, ratio, clientsPerSecond, System::nanoTime, log, ExportLimits.USUAL);
    }

    static TraceExport start(URI collector, double ratio, int clientsPerSecond, LongSupplier clock,
            Consumer<String> log, ExportLimits limits) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("cannot record a ratio of " + ratio + ": give a number from 0 to 1");
        }
        if (clientsPerSecond < 0) {
            throw new IllegalArgumentException(clientsPerSecond + " calls of clients in a second: give 0 or more");
        }
        return new TraceExport(collector, ratio, clientsPerSecond, clock, log, limits);
    }

    private static String endpoint(URI collector) {
        final String scheme = collector.getScheme() == null ? "" : collector.getScheme().toLowerCase(Locale.ROOT);
        if ((!scheme.equals("http") && !scheme.equals("https")) || collector.getHost() == null
            || collector.getRawUserInfo() != null || collector.getRawQuery() != null
            || collector.getRawFragment() != null) {
            throw new IllegalArgumentException("cannot send traces to " + collector
                + ": give the address of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318");
        }
        final String base = collector.toString();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH;
    }

    /** {@return what the engine tells of its calls, for {@code EngineBuilder.tracer}} */
    public CallTracer calls() {
        return calls;
    }

    /** {@return how many spans the collector did not get, as there was no room for them or it failed} */
    public long droppedSpans() {
        return counts.dropped();
    }

    /** Sends what waits, for 3 s at most, and ends. Closing twice does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            provider.shutdown().join(closeNanos, TimeUnit.NANOSECONDS);
            counts.end();
        }
    }
}
