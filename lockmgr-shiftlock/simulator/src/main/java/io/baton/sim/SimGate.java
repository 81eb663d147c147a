package io.baton.sim;

import io.baton.fabric.Gate;

/**
 * The lock server's gate. Verbs that a client posts pass it when they arrive, and are answered at once if they do not:
 * an endpoint's verbs pass if its node is admitted and has been since it was connected.
 */
final class SimGate implements Gate {

    private final Nodes nodes;

    SimGate(Nodes nodes) {
        this.nodes = nodes;
    }

    @Override
    public void refuse(int node) {
        nodes.node(node).refuse();
    }

    @Override
    public void admit(int node) {
        nodes.node(node).admit();
    }
}
