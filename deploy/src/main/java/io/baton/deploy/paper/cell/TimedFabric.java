package io.baton.deploy.paper.cell;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import java.util.ArrayDeque;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A fabric whose endpoints tell where their time goes. Changes nothing else. Endpoints are handed out to whoever looks
 * after them in the order in which they were made.
 */
final class TimedFabric implements Fabric {

    private final Fabric fabric;
    private final NanoClock clock;
    private final ArrayDeque<TimedEndpoint> fresh = new ArrayDeque<>();

    TimedFabric(Fabric fabric, NanoClock clock) {
        this.fabric = fabric;
        this.clock = clock;
    }

    @Override
    public Endpoint connect() {
        final TimedEndpoint endpoint = new TimedEndpoint(fabric.connect(), clock);
        fresh.add(endpoint);
        return endpoint;
    }

    /** Takes the endpoint that a new lock client has opened. */
    TimedEndpoint takeEndpoint() {
        final TimedEndpoint endpoint = fresh.poll();
        if (endpoint == null || !fresh.isEmpty()) {
            throw new IllegalStateException("a lock client must open exactly one endpoint");
        }
        return endpoint;
    }

    /** Opens an endpoint that nobody looks after. */
    Endpoint untimed() {
        return fabric.connect();
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
    public boolean hasRoundTrips() {
        return fabric.hasRoundTrips();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return fabric.localWords();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
