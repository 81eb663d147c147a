package io.baton.rival.contract;

import io.baton.fabric.Fabric;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;

/** The embedded fabric; every node is the same process. */
final class InProcessWorld extends RealTimeWorld {

    private final InProcessFabric fabric;

    InProcessWorld(long memoryBytes, boolean plain, int clients, long seed, long limitMillis) {
        super(seed, limitMillis);
        final WaitPolicy waits = WaitPolicy.forClients(clients, 2);
        this.fabric = plain ? InProcessFabric.plain(memoryBytes, waits) : new InProcessFabric(memoryBytes, waits);
    }

    @Override
    public Fabric fabric(int node) {
        return fabric;
    }

    @Override
    public void close() {
        fabric.close();
    }
}
