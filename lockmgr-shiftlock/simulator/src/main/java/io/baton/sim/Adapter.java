package io.baton.sim;

/** A client node's network adapter: one queue out. Times are when it has dealt with a message. */
final class Adapter {

    private final long sendNanos;
    private final long receiveNanos;
    private long sendFree;

    Adapter(ClusterModel model) {
        sendNanos = model.clientSendNanos();
        receiveNanos = model.clientReceiveNanos();
    }

    long send(long time) {
        sendFree = Math.max(time, sendFree) + sendNanos;
        return sendFree;
    }

    /** Receiving is a delay and no queue: answers arrive out of order, and never near the adapter's limit. */
    long receive(long time) {
        return time + receiveNanos;
    }
}
