package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.NodeClock;
import io.baton.sim.model.Trace;
import java.util.ArrayDeque;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongArrayQueue;
import org.jspecify.annotations.Nullable;

/** Where an endpoint's notices arrive, and wait until it takes them. */
final class SimMailbox implements Event {

    private final Scheduler scheduler;
    private final SimNode node;
    private final Adapter adapter;
    private final FaultCounters faults;
    private final long route;
    private final long noticeNanos;
    private final ArrayDeque<Notice> notices = new ArrayDeque<>();
    private final ArrayDeque<Notice> unused = new ArrayDeque<>();
    /** Tags of posted notices that found nobody; only the endpoint's own thread waits for them. */
    private final LongArrayQueue gone = new LongArrayQueue(0);
    private int accepted;
    /** When the latest of all notices that have arrived was posted. */
    private long latestPosted;
    private @Nullable SimThread waiter;
    /** What the last that waited here is away from the adapter; the mailbox is in the memory of its processor. */
    private long crossingNanos;
    private long wait;
    private @Nullable Doorbell listener;
    private boolean woken;

    SimMailbox(SimFabric fabric, long route) {
        this.scheduler = fabric.scheduler();
        this.node = fabric.node();
        this.faults = fabric.faults();
        this.adapter = fabric.adapter();
        this.route = route;
        this.noticeNanos = fabric.model().noticeNanos();
    }

    long route() {
        return route;
    }

    /** Called when a notice arrives at the node; returns what its sender learns. */
    SendStatus arrived(DirectBuffer buffer, int length, boolean withinNode) {
        if (accepted >= node.noticesMax()) {
            faults.count(FaultKind.MAILBOX_FULL, route);
            return SendStatus.MAILBOX_FULL;
        }
        accepted++;
        final Notice recycled = unused.poll();
        final Notice notice = recycled == null ? new Notice(this) : recycled;
        notice.fill(buffer, length);
        final long now = scheduler.now();
        final long received = withinNode ? now : adapter.receive(now, route);
        if (withinNode && crossingNanos == 0) {
            delivered(notice);
        } else {
            scheduler.schedule(received + crossingNanos, notice, 0);
        }
        return SendStatus.SENT;
    }

    /** Notes when a notice that has arrived was posted, and tells whether one before it was posted later. */
    boolean overtaken(long posted) {
        final boolean overtaken = posted < latestPosted;
        latestPosted = Math.max(posted, latestPosted);
        return overtaken;
    }

    /** Called when a notice is in the mailbox. */
    void delivered(Notice notice) {
        scheduler.note(Trace.NOTICE, route, notice.length(), 0, notice.digest());
        notices.add(notice);
        if (waiter != null) {
            scheduler.schedule(scheduler.now() + node.processors().nanos(waiter, noticeNanos), waiter, wait);
        }
        if (listener != null) {
            scheduler.schedule(scheduler.now() + noticeNanos, this, 0);
        }
    }

    /** It is time for the listener to act on a notice. */
    @Override
    public @Nullable SimThread fire(long ticket) {
        if (listener != null) {
            listener.ring();
        }
        return null;
    }

    /** Called when it is known that a posted notice has found nobody. */
    void gone(long tag) {
        gone.addLong(tag);
        if (waiter != null) {
            scheduler.schedule(adapter.receive(scheduler.now(), route) + noticeNanos, waiter, wait);
        }
    }

    long nextGone() {
        return gone.isEmpty() ? 0 : gone.pollLong();
    }

    int receive(NoticeHandler handler) {
        final int received = notices.size();
        for (int i = 0; i < received; i++) {
            final Notice notice = notices.remove();
            handler.onNotice(notice.buffer(), 0, notice.length());
            unused.add(notice);
            accepted--;
        }
        return received;
    }

    /** Waits for a notice until a deadline in the node's clock. */
    void await(long deadlineNanos) {
        final SimThread me = scheduler.current();
        final long deadline = node.clock().exact(deadlineNanos);
        if (!notices.isEmpty() || !gone.isEmpty() || woken || deadline <= scheduler.now()) {
            woken = false;
            return;
        }
        wait = me.beginWait(WaitKind.NOTICE, SimThread.NOWHERE, node.clock(), deadlineNanos);
        waiter = me;
        crossingNanos = node.processors().crossingNanos(me);
        if (deadline != NodeClock.NEVER) {
            scheduler.schedule(deadline, me, wait);
        }
        try {
            scheduler.await(me);
        } finally {
            waiter = null;
            woken = false;
        }
    }

    /** Ends a wait under way, or else the next one. */
    void wake() {
        woken = true;
        if (waiter != null) {
            scheduler.schedule(scheduler.now() + node.processors().nanos(waiter, noticeNanos), waiter, wait);
        }
    }

    void listener(@Nullable Doorbell newListener) {
        listener = newListener;
    }
}
