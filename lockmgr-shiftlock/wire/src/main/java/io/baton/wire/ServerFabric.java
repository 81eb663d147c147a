package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Gate;

/** A lock server's memory as a client of its own node sees it that deals with the processes behind the lanes. */
final class ServerFabric extends ForwardingFabric {

    private final Lanes lanes;

    ServerFabric(Fabric memory, Lanes lanes) {
        super(memory);
        this.lanes = lanes;
    }

    @Override
    public Endpoint connect() {
        final ServerEndpoint endpoint = new ServerEndpoint(super.connect(), lanes);
        lanes.watch(endpoint);
        return endpoint;
    }

    @Override
    public Gate gate() {
        return lanes;
    }
}
