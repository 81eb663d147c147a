package io.baton.sim;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The SENDs of one endpoint, one at a time: each waits for its acknowledgement, which tells what became of it when it
 * arrived. As an event it is the arrival of the notice, and then of the acknowledgement.
 */
final class SimSend implements Event {

    private static final long ARRIVES = 0;
    private static final long ARRIVES_WITHIN_NODE = 1;
    private static final long ACKNOWLEDGED = 2;

    private final SimFabric fabric;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final Adapter adapter;
    private final long route;
    private final UnsafeBuffer notice = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
    private int length;
    private long receiver = Route.NONE;
    private SendStatus status = SendStatus.SENT;
    private SimThread sender;
    private long wait;

    SimSend(SimFabric fabric, long route) {
        this.fabric = fabric;
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.adapter = fabric.adapter();
        this.route = route;
        this.sender = fabric.scheduler().nobody();
    }

    SendStatus send(long newReceiver, DirectBuffer buffer, int offset, int newLength) {
        sender = scheduler.current();
        fabric.countSend();
        notice.putBytes(0, buffer, offset, newLength);
        length = newLength;
        final long connectNanos = newReceiver == receiver ? 0 : model.targetChangeNanos();
        receiver = newReceiver;
        wait = sender.beginWait(WaitKind.SEND, receiver);
        final long posted = scheduler.now() + model.postNanos();
        if (Route.node(receiver) == Route.node(route)) {
            scheduler.schedule(posted + connectNanos + model.sameNodeNanos(), this, ARRIVES_WITHIN_NODE);
        } else {
            final long leaves = adapter.send(posted) + connectNanos;
            final long late = fabric.faults().delayNanos(MessageFaults.Leg.NOTICE, route, leaves);
            scheduler.schedule(leaves + model.oneWayNanos() + late, this, ARRIVES);
        }
        scheduler.await(sender);
        return status;
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        final long now = scheduler.now();
        if (ticket == ACKNOWLEDGED) {
            scheduler.schedule(adapter.receive(now) + model.pollNanos(), sender, wait);
            return null;
        }
        final boolean withinNode = ticket == ARRIVES_WITHIN_NODE;
        final SimMailbox mailbox = fabric.mailbox(receiver);
        status = mailbox == null ? SendStatus.NO_SUCH_PEER : mailbox.arrived(notice, length, withinNode);
        if (withinNode) {
            scheduler.schedule(now + model.pollNanos(), sender, wait);
        } else {
            scheduler.schedule(now + model.oneWayNanos(), this, ACKNOWLEDGED);
        }
        return null;
    }
}
