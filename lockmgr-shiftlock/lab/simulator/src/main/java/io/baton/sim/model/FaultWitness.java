package io.baton.sim.model;

/** Told about every fault at the moment at which it comes to pass, before it has any effect. Must not wait. */
@FunctionalInterface
public interface FaultWitness {

    /**
     * Something goes wrong.
     *
     * @param kind what
     * @param node the node that it hits: of a message, its client's or, in a partition, the sender's
     * @param route the client whose message or mailbox it hits; {@link io.baton.fabric.Route#NONE} if it
     *     hits the whole node
     */
    void onFault(FaultKind kind, int node, long route);
}
