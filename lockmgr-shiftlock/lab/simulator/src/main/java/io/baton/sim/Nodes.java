package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.ClusterModel;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** A cluster's nodes, and the mailboxes that are open on them. */
final class Nodes {

    private final Scheduler scheduler;
    private final int clientNodes;
    private final Int2ObjectHashMap<SimFabric> fabrics = new Int2ObjectHashMap<>();
    private final Long2ObjectHashMap<SimMailbox> mailboxes = new Long2ObjectHashMap<>();

    Nodes(Scheduler scheduler, int clientNodes) {
        this.scheduler = scheduler;
        this.clientNodes = clientNodes;
    }

    void add(SimFabric fabric) {
        fabrics.put(fabric.node().id(), fabric);
    }

    SimFabric fabric(int node) {
        final SimFabric fabric = fabrics.get(node);
        if (fabric == null) {
            throw new IllegalArgumentException("node " + node + ": give one between 1 and " + clientNodes
                + ", or a lock server's from " + ClusterModel.SERVER_NODE + " on");
        }
        return fabric;
    }

    SimNode node(int node) {
        return fabric(node).node();
    }

    /** Whether a node, if there is one of this number, does not even refuse what is sent to it. */
    boolean isSilent(int node) {
        final SimFabric fabric = fabrics.get(node);
        return fabric != null && fabric.node().isSilent();
    }

    /** A client node, to which something happens that happens to the lock server in another way. */
    SimNode client(int node) {
        if (ClusterModel.isServer(node)) {
            throw new IllegalArgumentException("node " + node
                + " is the lock server's: let the server crash, or restart it");
        }
        return node(node);
    }

    /** A node that is to do something. */
    SimNode alive(int node) {
        final SimNode found = node(node);
        if (found.isCrashed()) {
            throw new IllegalStateException("node " + node + " has crashed; restart it first");
        }
        return found;
    }

    /** Lets a node die. Does not return if one of its threads calls it. */
    void crash(SimNode node) {
        node.crash();
        mailboxes.values().removeIf(mailbox -> Route.node(mailbox.route()) == node.id());
        scheduler.crash(node);
    }

    void restart(SimNode node) {
        if (!node.isCrashed()) {
            throw new IllegalStateException("node " + node.id() + " has not crashed; let it crash first");
        }
        node.restart();
    }

    int clientNodes() {
        return clientNodes;
    }

    void connected(SimEndpoint endpoint) {
        mailboxes.put(endpoint.route(), endpoint.mailbox());
    }

    void disconnected(SimEndpoint endpoint) {
        mailboxes.remove(endpoint.route(), endpoint.mailbox());
    }

    @Nullable
    SimMailbox mailbox(long route) {
        return mailboxes.get(route);
    }
}
