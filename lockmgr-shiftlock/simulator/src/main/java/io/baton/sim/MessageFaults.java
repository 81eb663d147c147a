package io.baton.sim;

/**
 * Asked about every message before it goes onto the wire: the place where faults come in. Messages of one endpoint to
 * the lock server must keep their order, as on a reliable connection.
 */
interface MessageFaults {

    /** Nothing goes wrong. */
    MessageFaults NONE = (leg, client, now) -> 0;

    /** Which way a message goes. */
    enum Leg {
        /** A verb on its way to the lock server. */
        REQUEST,
        /** Its answer. */
        ANSWER,
        /** A notice from client to client. */
        NOTICE
    }

    /**
     * Decides about one message.
     *
     * @param leg which way it goes
     * @param client route of the client that posted the verb or the SEND
     * @param now when it leaves, in virtual time
     * @return by how many nanoseconds it is late, 0 or more
     */
    long delayNanos(Leg leg, long client, long now);
}
