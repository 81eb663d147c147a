package io.baton.metrics;

import io.baton.server.BatonServer;
import io.baton.server.TrafficCounter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Reads a server's connections and bytes when its registry asks. Bound once. */
public final class ServerMetrics implements MeterBinder {

    private final BatonServer server;
    private final TrafficCounter traffic;

    /**
     * Makes a binder.
     *
     * @param server a server
     * @param traffic what counts for it, as its options were told
     */
    public ServerMetrics(BatonServer server, TrafficCounter traffic) {
        this.server = server;
        this.traffic = traffic;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("baton.connections", server, BatonServer::connections).description("Connections that are open")
            .register(registry);
        FunctionCounter.builder("baton.connections.accepted", traffic, TrafficCounter::accepted)
            .description("Connections that have come").register(registry);
        FunctionCounter.builder("baton.received", traffic, TrafficCounter::receivedBytes).baseUnit("bytes")
            .description("Bytes from clients").register(registry);
        FunctionCounter.builder("baton.sent", traffic, TrafficCounter::sentBytes).baseUnit("bytes")
            .description("Bytes to clients").register(registry);
    }
}
