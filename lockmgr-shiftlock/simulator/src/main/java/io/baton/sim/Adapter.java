package io.baton.sim;

/** A client node's network adapter: one queue out, one queue in. Times are when it has dealt with a message. */
final class Adapter {

    private final long sendNanos;
    private final long receiveNanos;
    private long sendFree;
    private long receiveFree;

    Adapter(ClusterModel model) {
        sendNanos = model.clientSendNanos();
        receiveNanos = model.clientReceiveNanos();
    }

    long send(long time) {
        sendFree = Math.max(time, sendFree) + sendNanos;
        return sendFree;
    }

    long receive(long time) {
        receiveFree = Math.max(time, receiveFree) + receiveNanos;
        return receiveFree;
    }
}
