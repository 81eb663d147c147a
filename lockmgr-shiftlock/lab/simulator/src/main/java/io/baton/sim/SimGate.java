package io.baton.sim;

import io.baton.fabric.Gate;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntHashSet;

/**
 * A lock server's gate. Verbs that a client posts pass it when they arrive, and are answered at once if they do not:
 * an endpoint's verbs pass if its node is admitted and has been since it was connected.
 */
final class SimGate implements Gate {

    /** The admission of endpoints that were never let in. */
    static final int NEVER_ADMITTED = -1;

    private final Nodes nodes;
    /** How often a node was refused that had been admitted. */
    private final Int2IntHashMap admissions = new Int2IntHashMap(0);
    private final IntHashSet refused = new IntHashSet();

    SimGate(Nodes nodes) {
        this.nodes = nodes;
    }

    /** What a node's endpoints must have been connected with for the server to execute their verbs. */
    int admission(int node) {
        return admissions.get(node);
    }

    /** What an endpoint of a node is connected with now. */
    int admissionOfNew(int node) {
        return refused.contains(node) ? NEVER_ADMITTED : admission(node);
    }

    @Override
    public void refuse(int node) {
        nodes.node(node);
        if (refused.add(node)) {
            admissions.put(node, admission(node) + 1);
        }
    }

    @Override
    public void admit(int node) {
        nodes.node(node);
        refused.remove(node);
    }

    /** Keeps all client nodes out of the lock server's memory. */
    void refuseClients() {
        for (int node = 1; node <= nodes.clientNodes(); node++) {
            refuse(node);
        }
    }
}
