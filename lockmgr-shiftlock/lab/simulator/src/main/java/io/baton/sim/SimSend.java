package io.baton.sim;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.Peers;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The SENDs of one endpoint, one at a time: each waits for its acknowledgement, which tells what became of it when it
 * arrived. As an event it is the arrival of the notice, and then of the acknowledgement, as long as nothing can go
 * wrong on the wire; otherwise a {@link StrayNotice} is.
 */
final class SimSend implements Event, NoticeSender {

    private static final long ARRIVES = 0;
    private static final long ARRIVES_WITHIN_NODE = 1;
    private static final long ACKNOWLEDGED = 2;

    private final SimFabric fabric;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final Adapter adapter;
    private final Wire wire;
    private final SimConnection connection;
    private final long route;
    private final UnsafeBuffer notice = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
    private final Peers peers;
    private int length;
    private long receiver = Route.NONE;
    private SendStatus status = SendStatus.SENT;
    private SimThread sender;
    private long wait;
    private long posted;
    private long attempt;

    SimSend(SimFabric fabric, SimConnection connection) {
        this.fabric = fabric;
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.adapter = fabric.adapter();
        this.wire = fabric.wire();
        this.connection = connection;
        this.route = connection.route();
        this.peers = new Peers(model.peersReady());
        this.sender = fabric.scheduler().nobody();
    }

    SendStatus send(long newReceiver, DirectBuffer buffer, int offset, int newLength) {
        sender = scheduler.current();
        makeAddress(newReceiver);
        if (connection.isDead()) {
            throw new ConnectionLostException("client " + Route.toString(route) + " died with its node");
        }
        fabric.countSend();
        attempt++;
        final long connectNanos = connectNanos(newReceiver);
        receiver = newReceiver;
        wait = sender.beginWait(WaitKind.SEND, receiver);
        posted = scheduler.now() + fabric.node().processors().nanos(sender, model.postNanos());
        final boolean withinNode = fabric.isOnSameMachine(receiver);
        final long sent = withinNode ? adapter.sendWithin(posted, route, receiver) : adapter.send(posted, route);
        final long leaves = sent + crossingNanos() + connectNanos;
        final long arrives = leaves + (withinNode ? model.sameNodeNanos() : model.oneWayNanos());
        if (wire.isQuiet()) {
            notice.putBytes(0, buffer, offset, newLength);
            length = newLength;
            scheduler.schedule(arrives, this, withinNode ? ARRIVES_WITHIN_NODE : ARRIVES);
        } else {
            stray(buffer, offset, newLength, leaves, arrives);
        }
        scheduler.await(sender);
        return status;
    }

    /** Lets the time pass that it takes to address another client that has not been sent to lately. */
    private void makeAddress(long peer) {
        if (!fabric.isConnected(peer) && !peers.use(peer) && model.newPeerNanos() > 0) {
            scheduler.pass(fabric.node().processors().nanos(sender, model.newPeerNanos()), WaitKind.SEND);
        }
    }

    private long connectNanos(long newReceiver) {
        return newReceiver == receiver || fabric.isConnected(newReceiver) ? 0 : model.targetChangeNanos();
    }

    /** Sends it over a wire on which anything can happen. */
    private void stray(DirectBuffer buffer, int offset, int newLength, long leaves, long arrives) {
        status = SendStatus.UNKNOWN;
        scheduler.schedule(posted + model.lossTimeoutNanos(), sender, wait);
        final Fate fate = wire.notice(route, receiver, leaves);
        final long late = wire.late(fate, Route.node(route), Route.node(receiver), leaves);
        if (late == Wire.LOST) {
            return;
        }
        final StrayNotice stray =
            new StrayNotice(fabric, this, route, receiver, StrayNotice.copy(buffer, offset, newLength));
        stray.leaves(arrives, late, fate);
    }

    @Override
    public long attempt() {
        return attempt;
    }

    @Override
    public void acknowledged(long ofAttempt, SendStatus newStatus, boolean withinNode) {
        if (ofAttempt == attempt && !connection.isDead()) {
            status = newStatus;
            final long received = withinNode ? scheduler.now() : adapter.receive(scheduler.now(), route);
            scheduler.schedule(received + crossingNanos() + pollNanos(), sender, wait);
        }
    }

    private long crossingNanos() {
        return fabric.node().processors().crossingNanos(sender);
    }

    private long pollNanos() {
        return fabric.node().processors().nanos(sender, model.pollNanos());
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        final long now = scheduler.now();
        if (ticket == ACKNOWLEDGED) {
            scheduler.schedule(adapter.receive(now, route) + crossingNanos() + pollNanos(), sender, wait);
            return null;
        }
        final boolean withinNode = ticket == ARRIVES_WITHIN_NODE;
        if (fabric.isUnreachable(receiver)) {
            status = SendStatus.UNKNOWN;
            scheduler.schedule(posted + model.lossTimeoutNanos(), sender, wait);
            return null;
        }
        final SimMailbox mailbox = fabric.mailbox(receiver);
        status = mailbox == null ? SendStatus.NO_SUCH_PEER : mailbox.arrived(notice, length, withinNode);
        if (withinNode) {
            scheduler.schedule(now + crossingNanos() + pollNanos(), sender, wait);
        } else {
            scheduler.schedule(now + model.oneWayNanos(), this, ACKNOWLEDGED);
        }
        return null;
    }
}
