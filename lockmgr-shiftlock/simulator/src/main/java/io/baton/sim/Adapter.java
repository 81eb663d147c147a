package io.baton.sim;

/**
 * A client node's network adapter: one queue out, one queue in, each first come, first served. Called in the order of
 * time; returns when the adapter has dealt with the message.
 */
final class Adapter {

    private final long sendNanos;
    private final long receiveNanos;
    private final long crowdNanos;
    private final SimNode node;
    private long sendFree;
    private long receiveFree;

    Adapter(ClusterModel model, SimNode node) {
        this.node = node;
        crowdNanos = model.crowdNanos();
        sendNanos = model.clientSendNanos();
        receiveNanos = model.clientReceiveNanos();
    }

    /** Takes a message of one of the node's clients that is posted at a time. */
    long send(long time) {
        sendFree = Math.max(time, sendFree) + sendNanos;
        return sendFree + crowd();
    }

    /** Takes a message that arrives at a time. */
    long receive(long time) {
        receiveFree = Math.max(time, receiveFree) + receiveNanos;
        return receiveFree + crowd();
    }

    /** What any message takes longer if the adapter serves more than one client. */
    long crowd() {
        return node.processors().areShared() ? crowdNanos : 0;
    }
}
