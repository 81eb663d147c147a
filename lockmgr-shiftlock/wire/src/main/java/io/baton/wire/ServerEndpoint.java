package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.wire.frame.WireLimits;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.DirectBuffer;

/**
 * A client on the lock server's own node whose notices reach other processes, too, and which learns when the lane of a
 * process ends to which it has posted: what it has posted may be lost then.
 *
 * <p>Concurrency: one thread uses it; {@link #onGone} is called by executors. A tag is there before its notice is
 * delivered, so that either the sending finds no lane or the lane's end finds the tag.
 */
final class ServerEndpoint extends ForwardingEndpoint {

    private final Lanes lanes;
    /** By node: the tag of the last notice that was posted to it, and names somebody. */
    private final Map<Integer, Long> posted = new ConcurrentHashMap<>();
    private final Queue<Long> gone = new ConcurrentLinkedQueue<>();

    ServerEndpoint(Endpoint local, Lanes lanes) {
        super(local);
        this.lanes = lanes;
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        return Route.node(route) == WireLimits.SERVER_NODE
            ? super.send(route, buffer, offset, length) : lanes.deliver(route, buffer, offset, length);
    }

    /** Learns at once what becomes of a notice; only the end of the lane comes later. */
    @Override
    public SendStatus post(long route, DirectBuffer buffer, int offset, int length, long tag) {
        final int node = Route.node(route);
        if (node == WireLimits.SERVER_NODE) {
            return super.post(route, buffer, offset, length, tag);
        }
        if (tag < 0) {
            // The tag of a session, which another notice of its node was posted with, must not be forgotten for it.
            return lanes.deliver(route, buffer, offset, length);
        }
        posted.put(node, tag);
        final SendStatus status = lanes.deliver(route, buffer, offset, length);
        if (status == SendStatus.NO_SUCH_PEER) {
            posted.remove(node, tag);
        }
        return status;
    }

    @Override
    public long nextGone() {
        final Long tag = gone.poll();
        return tag == null ? 0 : tag;
    }

    /** The lane of a process has ended: none of its verbs takes effect any more. */
    void onGone(int node) {
        final Long tag = posted.remove(node);
        if (tag != null) {
            gone.add(tag);
            wake();
        }
    }

    @Override
    public void close() {
        lanes.unwatch(this);
        super.close();
    }
}
