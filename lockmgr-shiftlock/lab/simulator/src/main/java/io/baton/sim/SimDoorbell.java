package io.baton.sim;

import io.baton.fabric.Doorbell;
import io.baton.sim.model.NodeClock;
import org.jspecify.annotations.Nullable;

/** A doorbell in virtual time, for one waiting thread. */
final class SimDoorbell implements Doorbell {

    private final SimFabric fabric;
    private final Scheduler scheduler;
    private boolean rung;
    private @Nullable SimThread waiter;
    private long wait;

    SimDoorbell(SimFabric fabric) {
        this.fabric = fabric;
        this.scheduler = fabric.scheduler();
    }

    @Override
    public void ring() {
        rung = true;
        if (waiter != null) {
            final long nanos = fabric.node().processors().nanos(waiter, fabric.model().pollNanos());
            scheduler.schedule(scheduler.now() + nanos, waiter, wait);
        }
    }

    @Override
    public boolean await(long deadlineNanos) {
        fabric.node().step();
        final SimThread me = scheduler.current();
        final NodeClock clock = fabric.node().clock();
        final long deadline = clock.exact(deadlineNanos);
        if (!rung && deadline > scheduler.now()) {
            wait = me.beginWait(WaitKind.DOORBELL, SimThread.NOWHERE, clock, deadlineNanos);
            waiter = me;
            if (deadline != NodeClock.NEVER) {
                scheduler.schedule(deadline, me, wait);
            }
            try {
                scheduler.await(me);
            } finally {
                waiter = null;
            }
        }
        final boolean rang = rung;
        rung = false;
        return rang;
    }
}
