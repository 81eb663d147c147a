package io.baton.sim;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The SENDs of one endpoint for which nobody waits: they leave one after the other, and what becomes of them is of
 * interest only if the receiver is gone.
 */
final class SimPosts {

    private final SimFabric fabric;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final Adapter adapter;
    private final SimConnection connection;
    private final SimMailbox mailbox;
    private final long route;
    private long lastReceiver = Route.NONE;
    private long lastLeaves;

    SimPosts(SimFabric fabric, SimConnection connection, SimMailbox mailbox) {
        this.fabric = fabric;
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.adapter = fabric.adapter();
        this.connection = connection;
        this.mailbox = mailbox;
        this.route = connection.route();
    }

    void post(long receiver, DirectBuffer buffer, int offset, int length, long tag) {
        if (connection.isDead()) {
            throw new ConnectionLostException("client " + Route.toString(route) + " died with its node");
        }
        fabric.countSend();
        final Posted posted = new Posted(receiver, tag);
        final boolean withinNode = fabric.isOnSameMachine(receiver);
        final long postNanos = fabric.node().processors().nanos(scheduler.current(), model.postNanos());
        final long ready = scheduler.now() + postNanos;
        final long sent = withinNode ? adapter.sendWithin(ready, route, receiver) : adapter.send(ready, route);
        final long crossed = sent + fabric.node().processors().crossingNanos(scheduler.current());
        final long leaves =
            Math.max(crossed, lastLeaves) + connectNanos(receiver);
        lastReceiver = receiver;
        lastLeaves = leaves;
        posted.leave(StrayNotice.copy(buffer, offset, length), leaves,
            leaves + (withinNode ? model.sameNodeNanos() : model.oneWayNanos()));
        scheduler.pass(postNanos, WaitKind.SEND);
    }

    private long connectNanos(long receiver) {
        return receiver == lastReceiver || fabric.isConnected(receiver) ? 0 : model.targetChangeNanos();
    }

    /** One notice whose acknowledgement is still to come. */
    private final class Posted implements NoticeSender {

        private final long receiver;
        private final long tag;

        Posted(long receiver, long tag) {
            this.receiver = receiver;
            this.tag = tag;
        }

        void leave(UnsafeBuffer notice, long leaves, long arrives) {
            final Wire wire = fabric.wire();
            final Fate fate = wire.notice(route, receiver, leaves);
            final long late = wire.late(fate, Route.node(route), Route.node(receiver), leaves);
            if (late != Wire.LOST) {
                final StrayNotice stray = new StrayNotice(fabric, this, route, receiver, notice);
                stray.leaves(arrives, late, fate);
            }
        }

        @Override
        public long attempt() {
            return tag;
        }

        @Override
        public void acknowledged(long ofAttempt, SendStatus status, boolean withinNode) {
            if (status == SendStatus.NO_SUCH_PEER && !connection.isDead()) {
                mailbox.gone(tag);
            }
        }
    }
}
