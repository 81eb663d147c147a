package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.LocalWords;
import io.baton.fabric.Route;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The lock servers as the clients of one node see them: all, or one alone. */
final class SimFabric implements Fabric {

    private static final int ALL = -1;

    private final Cluster cluster;
    private final SimNode node;
    private final Adapter adapter;
    /** The number of the one server that it sees, or {@link #ALL}. */
    private final int only;

    SimFabric(Cluster cluster, SimNode node, Adapter adapter) {
        this(cluster, node, adapter, ClusterModel.isServer(node.id()) ? ClusterModel.server(node.id()) : ALL);
    }

    private SimFabric(Cluster cluster, SimNode node, Adapter adapter, int only) {
        this.cluster = cluster;
        this.node = node;
        this.adapter = adapter;
        this.only = only;
    }

    /** The same node's view of one server alone, whose addresses have no number of a server. */
    SimFabric of(int server) {
        return new SimFabric(cluster, node, adapter, server);
    }

    @Override
    public Endpoint connect() {
        if (node.isCrashed()) {
            throw new IllegalStateException("node " + node.id() + " has crashed; restart it first");
        }
        final SimEndpoint endpoint =
            new SimEndpoint(this, node.nextRoute(only == ALL ? 0 : only, cluster.servers(), faults()));
        cluster.nodes().connected(endpoint);
        return endpoint;
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
        return servers().getFirst().memoryBytes();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return isServer() ? servers().getFirst() : null;
    }

    @Override
    public @Nullable Gate gate() {
        return isServer() ? servers().getFirst().gate() : null;
    }

    private boolean isServer() {
        return ClusterModel.isServer(node.id());
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

    /** Those that it sees, in the order of their numbers. */
    List<SimServer> servers() {
        return only == ALL ? cluster.allServers() : List.of(cluster.server(only));
    }

    Adapter adapter() {
        return adapter;
    }

    @Nullable
    SimMailbox mailbox(long route) {
        return cluster.nodes().mailbox(route);
    }

    /** Whether a client is reached without a dynamically connected initiator: everybody is connected to the servers. */
    boolean isConnected(long route) {
        return isServer() || ClusterModel.isServer(Route.node(route));
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
