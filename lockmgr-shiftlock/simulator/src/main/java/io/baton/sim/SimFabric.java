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

    /** No deadline, in exact virtual time. */
    static final long NEVER = Long.MAX_VALUE;

    private final Cluster cluster;
    private final int node;
    private final Adapter adapter;
    private final long clockErrorNanos;
    private int nextQueuePair;

    SimFabric(Cluster cluster, int node, long clockErrorNanos) {
        this.cluster = cluster;
        this.node = node;
        this.adapter = new Adapter(cluster.model());
        this.clockErrorNanos = clockErrorNanos;
    }

    @Override
    public Endpoint connect() {
        if (nextQueuePair > Route.QUEUE_PAIR_MAX) {
            throw new IllegalStateException("node " + node + " has no route left: it has opened " + nextQueuePair
                + " endpoints; make a new cluster");
        }
        final SimEndpoint endpoint = new SimEndpoint(this, Route.of(node, nextQueuePair++));
        cluster.connected(endpoint);
        return endpoint;
    }

    @Override
    public Doorbell doorbell() {
        return new SimDoorbell(this);
    }

    @Override
    public NanoClock clock() {
        return () -> scheduler().now() + clockErrorNanos;
    }

    @Override
    public long memoryBytes() {
        return server().memoryBytes();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return node == ClusterModel.SERVER_NODE ? server() : null;
    }

    /** The memory and the clients are the cluster's to close: other nodes' fabrics share them. */
    @Override
    public void close() {
    }

    /** Turns a deadline of this node's clock into exact virtual time. */
    long exact(long deadlineNanos) {
        return deadlineNanos == Endpoint.NO_DEADLINE ? NEVER : deadlineNanos - clockErrorNanos;
    }

    Scheduler scheduler() {
        return cluster.scheduler();
    }

    ClusterModel model() {
        return cluster.model();
    }

    MessageFaults faults() {
        return cluster.faults();
    }

    LockServer server() {
        return cluster.server();
    }

    Adapter adapter() {
        return adapter;
    }

    @Nullable SimMailbox mailbox(long route) {
        return cluster.mailbox(route);
    }

    void countSend() {
        cluster.countSend();
    }

    void disconnect(SimEndpoint endpoint) {
        cluster.disconnected(endpoint);
    }
}
