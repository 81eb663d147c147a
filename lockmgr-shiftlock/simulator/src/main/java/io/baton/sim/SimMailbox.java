package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import java.util.ArrayDeque;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Where an endpoint's notices arrive, and wait until it takes them. */
final class SimMailbox {

    /**
     * How many notices a mailbox has places for. On real machines it is the number of receives that a client has
     * posted; this is more than a cluster's clients, so that each may have written to the same one.
     */
    static final int NOTICES_MAX = 1024;

    private final Scheduler scheduler;
    private final Adapter adapter;
    private final long route;
    private final long noticeNanos;
    private final ArrayDeque<Notice> notices = new ArrayDeque<>();
    private final ArrayDeque<Notice> unused = new ArrayDeque<>();
    private int accepted;
    private @Nullable SimThread waiter;
    private long wait;
    private @Nullable Doorbell listener;

    SimMailbox(SimFabric fabric, long route) {
        this.scheduler = fabric.scheduler();
        this.adapter = fabric.adapter();
        this.route = route;
        this.noticeNanos = fabric.model().noticeNanos();
    }

    /** Called when a notice arrives at the node; returns what its sender learns. */
    SendStatus arrived(DirectBuffer buffer, int length, boolean withinNode) {
        if (accepted == NOTICES_MAX) {
            return SendStatus.MAILBOX_FULL;
        }
        accepted++;
        final Notice recycled = unused.poll();
        final Notice notice = recycled == null ? new Notice(this) : recycled;
        notice.fill(buffer, length);
        if (withinNode) {
            delivered(notice);
        } else {
            scheduler.schedule(adapter.receive(scheduler.now()), notice, 0);
        }
        return SendStatus.SENT;
    }

    /** Called when a notice is in the mailbox. */
    void delivered(Notice notice) {
        scheduler.note(Trace.NOTICE, route, notice.length(), 0, notice.digest());
        notices.add(notice);
        if (waiter != null) {
            scheduler.schedule(scheduler.now() + noticeNanos, waiter, wait);
        }
        if (listener != null) {
            listener.ring();
        }
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

    /** Waits for a notice until a deadline in exact virtual time. */
    void await(long deadlineNanos) {
        final SimThread me = scheduler.current();
        if (!notices.isEmpty() || deadlineNanos <= scheduler.now()) {
            return;
        }
        wait = me.beginWait(WaitKind.NOTICE, SimThread.NOWHERE);
        waiter = me;
        if (deadlineNanos != SimFabric.NEVER) {
            scheduler.schedule(deadlineNanos, me, wait);
        }
        try {
            scheduler.await(me);
        } finally {
            waiter = null;
        }
    }

    void listener(@Nullable Doorbell newListener) {
        listener = newListener;
    }
}
