package io.baton.sim.model;

import io.baton.fabric.Route;

/**
 * A client node's network adapter: one queue out, one queue in, each first come, first served. It has one client's
 * connections at hand; to switch to those of another takes time, in which it goes on with what is under way. Called in
 * the order of time; returns when the adapter has dealt with the message.
 */
public final class Adapter {

    private final long sendNanos;
    private final long receiveNanos;
    private final long switchNanos;
    private long sendFree;
    private long receiveFree;
    private long lastSent;
    private long lastReceived;
    private long atHand = Route.NONE;

    /** That of a node; the lock server, which may stand for several machines, has all connections at hand. */
    public Adapter(ClusterModel model, int node) {
        sendNanos = model.clientSendNanos();
        receiveNanos = model.clientReceiveNanos();
        switchNanos = ClusterModel.isServer(node) ? 0 : model.switchNanos();
    }

    /** Takes a message that one of the node's clients posts at a time. */
    public long send(long time, long client) {
        sendFree = Math.max(time, sendFree) + sendNanos;
        lastSent = Math.max(lastSent, sendFree + switchTo(client));
        return lastSent;
    }

    /** Takes a message that arrives for one of the node's clients at a time. */
    public long receive(long time, long client) {
        receiveFree = Math.max(time, receiveFree) + receiveNanos;
        lastReceived = Math.max(lastReceived, receiveFree + switchTo(client));
        return lastReceived;
    }

    /** Takes a message that one of the node's clients posts for another of them at a time; it passes no queue. */
    public long sendWithin(long time, long sender, long receiver) {
        return time + switchTo(sender) + switchTo(receiver);
    }

    private long switchTo(long client) {
        final boolean isAtHand = atHand == client || atHand == Route.NONE;
        atHand = client;
        return isAtHand ? 0 : switchNanos;
    }
}
