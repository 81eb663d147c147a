package io.baton.lab.cell;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A fabric whose endpoints tell where their time goes. Changes nothing else. A watcher is told of every endpoint; code
 * that has opened a lock client takes its endpoint.
 */
final class TimedFabric extends ForwardingFabric {

    private final NanoClock clock;
    private final Consumer<TimedEndpoint> watcher;
    private @Nullable TimedEndpoint newest;

    TimedFabric(Fabric fabric, NanoClock clock, Consumer<TimedEndpoint> watcher) {
        super(fabric);
        this.clock = clock;
        this.watcher = watcher;
    }

    @Override
    public Endpoint connect() {
        final TimedEndpoint endpoint = new TimedEndpoint(super.connect(), clock);
        newest = endpoint;
        watcher.accept(endpoint);
        return endpoint;
    }

    /** Takes the endpoint that a new lock client has opened. */
    TimedEndpoint takeEndpoint() {
        final TimedEndpoint endpoint = newest;
        if (endpoint == null) {
            throw new IllegalStateException("a lock client must open an endpoint");
        }
        newest = null;
        return endpoint;
    }

    /** Opens an endpoint that nobody looks after. */
    Endpoint untimed() {
        return super.connect();
    }
}
