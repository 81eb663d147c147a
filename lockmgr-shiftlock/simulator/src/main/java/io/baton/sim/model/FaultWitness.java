package io.baton.sim.model;

/** Told about every fault at the moment at which it comes to pass, before it has any effect. Must not wait. */
@FunctionalInterface
public interface FaultWitness {

    /**
     * Something goes wrong.
     *
     * @param kind what
     * @param node the node that it befalls: of a message, its client's or, in a partition, the sender's
     * @param route the client whose message it befalls, or whose mailbox; {@link io.baton.fabric.Route#NONE} if it
     *     befalls the whole node
     */
    void befalls(FaultKind kind, int node, long route);
}
