package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.fabric.Route;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The lock server as the clients of one node see it. */
final class SimFabric implements Fabric {

    private final Cluster cluster;
    private final int node;
    private final Adapter adapter;
    private final long clockOffset;
    private int nextQueuePair;

    SimFabric(Cluster cluster, int node, long clockOffset) {
        this.cluster = cluster;
        this.node = node;
        this.adapter = new Adapter(cluster.model());
        this.clockOffset = clockOffset;
    }

    @Override
    public Endpoint connect() {
        final SimEndpoint endpoint = new SimEndpoint(this, Route.of(node, nextQueuePair++));
        cluster.connected(endpoint);
        return endpoint;
    }

    @Override
    public Doorbell doorbell() {
        return new SimDoorbell(scheduler(), clockOffset);
    }

    @Override
    public NanoClock clock() {
        return () -> scheduler().now() + clockOffset;
    }

    @Override
    public long memoryBytes() {
        return server().memoryBytes();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return node == ClusterModel.SERVER_NODE ? server() : null;
    }

    /** The cluster's to close. */
    @Override
    public void close() {
    }

    Scheduler scheduler() {
        return cluster.scheduler();
    }

    ClusterModel model() {
        return cluster.model();
    }

    LockServer server() {
        return cluster.server();
    }

    Adapter adapter() {
        return adapter;
    }

    /** A deadline of this node's clock in exact virtual time. */
    long exact(long deadlineNanos) {
        return deadlineNanos == Endpoint.NO_DEADLINE ? Long.MAX_VALUE : deadlineNanos - clockOffset;
    }

    @Nullable SimEndpoint peer(long route) {
        return cluster.endpoint(route);
    }

    void disconnect(SimEndpoint endpoint) {
        cluster.disconnected(endpoint);
    }
}
