package io.baton.deploy.serve;

import io.baton.engine.Engine;
import io.baton.engine.observe.CallObserver;
import io.baton.metrics.CallMetrics;
import io.baton.metrics.EngineMetrics;
import io.baton.metrics.PrometheusEndpoint;
import io.baton.metrics.ServerMetrics;
import io.baton.server.BatonServer;
import io.baton.server.TrafficCounter;
import io.baton.tracing.TraceExport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What a server shows to Prometheus. One thread. */
final class ShownMetrics {

    private final InetSocketAddress address;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CallMetrics calls;
    private final TrafficCounter traffic = new TrafficCounter();

    /**
     * Prepares.
     *
     * @param address where to show them
     * @param buckets ends of the histograms' buckets
     * @throws IllegalArgumentException if they cannot be those; it says why
     */
    ShownMetrics(InetSocketAddress address, List<Duration> buckets) {
        this.address = address;
        this.calls = new CallMetrics(registry, buckets);
    }

    /** {@return what the engine tells of its calls} */
    CallObserver calls() {
        return calls;
    }

    /**
     * Shows how many spans were lost, too.
     *
     * @param traces what sends them
     */
    void traces(TraceExport traces) {
        FunctionCounter.builder("baton.traces.dropped", traces, TraceExport::droppedSpans)
            .description("Spans that the collector of traces did not get").register(registry);
    }

    /** {@return what counts the server's bytes} */
    TrafficCounter traffic() {
        return traffic;
    }

    /**
     * Shows them.
     *
     * @param engine which tells of its calls
     * @param server whose bytes are counted
     * @param log takes a line for each refused login
     * @return the endpoint, to be closed before both
     * @throws IllegalArgumentException if the address is not one of loopback, and the server has not both TLS and users
     * @throws java.io.UncheckedIOException if it cannot listen there
     */
    PrometheusEndpoint start(Engine engine, BatonServer server, Consumer<String> log) {
        new EngineMetrics(engine).bindTo(registry);
        new ServerMetrics(server, traffic, engine.catalog().tables()).bindTo(registry);
        return PrometheusEndpoint.start(registry, address, server.security(), log);
    }
}
