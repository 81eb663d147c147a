package io.baton.sim.model;

import io.baton.sim.Cluster;

/**
 * Asked about every message before it goes onto the wire: the place where faults of messages come in. Faults of
 * whole nodes go to the {@link Cluster} directly. Asked by one thread at a time, in an order that the seed decides; so
 * answers from a random generator with a seed of its own are the same each time.
 */
@FunctionalInterface
public interface MessageFaults {

    /** Nothing goes wrong. */
    MessageFaults NONE = (leg, from, to, now) -> Fate.ON_TIME;

    /** Which way a message goes. */
    enum Leg {
        /** A verb on its way to the lock server, where it takes effect when it arrives. */
        REQUEST,
        /** The answer of a verb that has taken effect. */
        ANSWER,
        /** A notice from client to client. */
        NOTICE
    }

    /**
     * Decides about one message. The requests of one endpoint keep their order, and so do their answers, as on any
     * reliable connection: if one is late, so are those behind it; if one is lost, so are those behind it.
     *
     * @param leg which way it goes
     * @param from route of the client that posted the verb or the SEND
     * @param to route of the notice's receiver, or {@link io.baton.fabric.Route#NONE} with verbs
     * @param now when it leaves, in nanoseconds of exact virtual time
     * @return what becomes of it
     */
    Fate fate(Leg leg, long from, long to, long now);
}
