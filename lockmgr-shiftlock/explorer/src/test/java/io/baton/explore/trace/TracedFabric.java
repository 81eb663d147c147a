package io.baton.explore.trace;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.LocalWords;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A fabric whose endpoints tell a recorder what they do. */
final class TracedFabric implements Fabric {

    private final Fabric fabric;
    private final TraceRecorder recorder;
    /** For whom an agent speaks that connects here; null if that is said later, or it is the lock server. */
    private final @Nullable TracedClient spokesman;

    TracedFabric(Fabric fabric, TraceRecorder recorder) {
        this(fabric, recorder, null);
    }

    TracedFabric(Fabric fabric, TraceRecorder recorder, @Nullable TracedClient spokesman) {
        this.fabric = fabric;
        this.recorder = recorder;
        this.spokesman = spokesman;
    }

    @Override
    public Endpoint connect() {
        return connectTraced();
    }

    TracedEndpoint connectTraced() {
        final TracedEndpoint endpoint = new TracedEndpoint(fabric.connect(), recorder);
        recorder.connected(endpoint);
        if (spokesman != null) {
            endpoint.belongsTo(spokesman, false);
        }
        return endpoint;
    }

    TracedEndpoint endpoint(long route) {
        return recorder.endpoint(route);
    }

    @Override
    public Doorbell doorbell() {
        return fabric.doorbell();
    }

    @Override
    public NanoClock clock() {
        return fabric.clock();
    }

    @Override
    public long memoryBytes() {
        return fabric.memoryBytes();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return fabric.localWords();
    }

    @Override
    public @Nullable Gate gate() {
        return fabric.gate();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
