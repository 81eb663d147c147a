package io.baton.explore.trace;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import org.jspecify.annotations.Nullable;

/** A fabric whose endpoints tell a recorder what they do. */
final class TracedFabric extends ForwardingFabric {

    private final TraceRecorder recorder;
    /** For whom an agent speaks that connects here; null if that is said later, or it is the lock server. */
    private final @Nullable TracedClient spokesman;

    TracedFabric(Fabric fabric, TraceRecorder recorder) {
        this(fabric, recorder, null);
    }

    TracedFabric(Fabric fabric, TraceRecorder recorder, @Nullable TracedClient spokesman) {
        super(fabric);
        this.recorder = recorder;
        this.spokesman = spokesman;
    }

    @Override
    public Endpoint connect() {
        return connectTraced();
    }

    TracedEndpoint connectTraced() {
        final TracedEndpoint endpoint = new TracedEndpoint(super.connect(), recorder);
        recorder.connected(endpoint);
        if (spokesman != null) {
            endpoint.belongsTo(spokesman, false);
        }
        return endpoint;
    }

    TracedEndpoint endpoint(long route) {
        return recorder.endpoint(route);
    }
}
