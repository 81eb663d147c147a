package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.Fate;
import io.baton.sim.model.FaultKind;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A notice on a wire on which anything can happen, so that it may still be under way, or come once more, when its
 * sender has long given up. As an event it is its arrival, and then that of its acknowledgement.
 */
final class StrayNotice implements Event {

    private static final long ARRIVES = 0;
    /** It arrives, and its sender does not learn of it. */
    private static final long ARRIVES_SILENTLY = 1;
    private static final long ACKNOWLEDGED = 2;

    private final SimFabric fabric;
    private final NoticeSender send;
    private final long attempt;
    private final long posted;
    private final long sender;
    private final long receiver;
    private final UnsafeBuffer notice;
    /** It is late, or comes a second time. */
    private boolean late;
    private SendStatus status = SendStatus.UNKNOWN;

    StrayNotice(SimFabric fabric, NoticeSender send, long sender, long receiver, UnsafeBuffer notice) {
        this.fabric = fabric;
        this.send = send;
        this.attempt = send.attempt();
        this.posted = fabric.scheduler().now();
        this.sender = sender;
        this.receiver = receiver;
        this.notice = notice;
    }

    /** It leaves, and has a fate; without one it would arrive at a time. */
    void leaves(long arrives, long lateNanos, Fate fate) {
        late = lateNanos > 0 || fate.againNanos() > 0;
        final Scheduler scheduler = fabric.scheduler();
        scheduler.schedule(
            arrives + lateNanos, this, fate.loss() == Fate.Loss.NOTHING ? ARRIVES : ARRIVES_SILENTLY);
        if (fate.againNanos() > 0) {
            scheduler.schedule(arrives + lateNanos + fate.againNanos(), this, ARRIVES_SILENTLY);
        }
    }

    /** Copies a notice. */
    static UnsafeBuffer copy(DirectBuffer buffer, int offset, int length) {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        copy.putBytes(0, buffer, offset, length);
        return copy;
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        if (ticket == ACKNOWLEDGED) {
            send.acknowledged(attempt, status, false);
        } else if (!fabric.isUnreachable(receiver)) {
            arrive(ticket == ARRIVES);
        }
        return null;
    }

    private void arrive(boolean acknowledges) {
        final boolean withinNode = fabric.isOnSameMachine(receiver);
        final SimMailbox mailbox = fabric.mailbox(receiver);
        SendStatus found = SendStatus.NO_SUCH_PEER;
        if (mailbox != null) {
            if (mailbox.overtaken(posted) && late) {
                fabric.faults().count(FaultKind.NOTICE_REORDERED, receiver);
            }
            found = mailbox.arrived(notice, notice.capacity(), withinNode);
        }
        if (!acknowledges) {
            return;
        }
        status = found;
        if (withinNode) {
            send.acknowledged(attempt, status, true);
            return;
        }
        final Scheduler scheduler = fabric.scheduler();
        final long acknowledgedLate =
            fabric.wire().late(Fate.ON_TIME, Route.node(receiver), Route.node(sender), scheduler.now());
        if (acknowledgedLate != Wire.LOST) {
            scheduler.schedule(scheduler.now() + fabric.model().oneWayNanos() + acknowledgedLate, this, ACKNOWLEDGED);
        }
    }
}
