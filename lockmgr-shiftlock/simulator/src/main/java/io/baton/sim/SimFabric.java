package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.LocalWords;
import io.baton.fabric.Route;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The lock server as the clients of one node see it. */
final class SimFabric implements Fabric {

    private final Cluster cluster;
    private final SimNode node;
    private final Adapter adapter;
    private int nextQueuePair;
    private int queuePairsUsed;

    SimFabric(Cluster cluster, SimNode node, Adapter adapter) {
        this.cluster = cluster;
        this.node = node;
        this.adapter = adapter;
    }

    @Override
    public Endpoint connect() {
        if (node.isCrashed()) {
            throw new IllegalStateException("node " + node.id() + " has crashed; restart it first");
        }
        if (nextQueuePair > Route.QUEUE_PAIR_MAX) {
            throw new IllegalStateException("node " + node.id() + " has no route left: it has opened "
                + nextQueuePair + " endpoints; make a new cluster");
        }
        if (nextQueuePair < queuePairsUsed) {
            faults().countAndTrace(FaultKind.ROUTE_REUSED, Route.of(node.id(), nextQueuePair), 0);
        }
        final SimEndpoint endpoint = new SimEndpoint(this, Route.of(node.id(), nextQueuePair++));
        queuePairsUsed = Math.max(queuePairsUsed, nextQueuePair);
        cluster.nodes().connected(endpoint);
        return endpoint;
    }

    /** Gives its queue-pair numbers out once more, from 0 on. */
    void reuseRoutes() {
        nextQueuePair = 0;
    }

    @Override
    public Doorbell doorbell() {
        return new SimDoorbell(this);
    }

    @Override
    public NanoClock clock() {
        return () -> node.clock().at(scheduler().now());
    }

    @Override
    public long memoryBytes() {
        return server().memoryBytes();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return isServer() ? server() : null;
    }

    @Override
    public @Nullable Gate gate() {
        return isServer() ? new SimGate(cluster.nodes()) : null;
    }

    private boolean isServer() {
        return node.id() == ClusterModel.SERVER_NODE;
    }

    /** The memory and the clients are the cluster's to close: other nodes' fabrics share them. */
    @Override
    public void close() {
    }

    SimNode node() {
        return node;
    }

    Scheduler scheduler() {
        return cluster.scheduler();
    }

    ClusterModel model() {
        return cluster.model();
    }

    Wire wire() {
        return cluster.wire();
    }

    FaultCounters faults() {
        return cluster.faultCounters();
    }

    SimServer server() {
        return cluster.server();
    }

    Adapter adapter() {
        return adapter;
    }

    @Nullable
    SimMailbox mailbox(long route) {
        return cluster.nodes().mailbox(route);
    }

    /** Whether a client is reached without a dynamically connected initiator: everybody is connected to the server. */
    boolean isConnected(long route) {
        return isServer() || Route.node(route) == ClusterModel.SERVER_NODE;
    }

    boolean isUnreachable(long route) {
        return cluster.isUnreachable(route);
    }

    /** Whether a client is on the machine of this node, so that what is sent to it does not leave the adapter. */
    boolean isOnSameMachine(long route) {
        return model().machine(Route.node(route)) == model().machine(node.id());
    }

    void countSend() {
        cluster.countSend();
    }

    void disconnect(SimEndpoint endpoint) {
        cluster.nodes().disconnected(endpoint);
    }
}
