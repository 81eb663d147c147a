package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import org.jspecify.annotations.Nullable;

/** A doorbell in virtual time. */
final class SimDoorbell implements Doorbell {

    private final Scheduler scheduler;
    private final long clockOffset;
    private boolean rung;
    private @Nullable SimThread waiter;
    private long wait;

    SimDoorbell(Scheduler scheduler, long clockOffset) {
        this.scheduler = scheduler;
        this.clockOffset = clockOffset;
    }

    @Override
    public void ring() {
        rung = true;
        if (waiter != null) {
            scheduler.schedule(scheduler.now(), waiter, wait);
        }
    }

    @Override
    public boolean await(long deadlineNanos) {
        final SimThread me = scheduler.current();
        final boolean timed = deadlineNanos != Endpoint.NO_DEADLINE;
        final long end = timed ? deadlineNanos - clockOffset : 0;
        if (!rung && (!timed || end > scheduler.now())) {
            wait = me.beginWait("a doorbell", scheduler.now());
            waiter = me;
            if (timed) {
                scheduler.schedule(end, me, wait);
            }
            scheduler.await(me);
            waiter = null;
        }
        final boolean rang = rung;
        rung = false;
        return rang;
    }
}
