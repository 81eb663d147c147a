package io.baton.trial;

import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.Cluster;
import io.baton.sim.model.VerbWitness;

/** Tells the judges of every change of a lock's entry. What they say ends the run, but not in the middle of a verb. */
final class EntryWatch implements VerbWitness {

    private final Cluster cluster;
    private final int locks;
    private final QueueJudge queues;
    private final ResetJudge resets;

    EntryWatch(Cluster cluster, int locks, QueueJudge queues, ResetJudge resets) {
        this.cluster = cluster;
        this.locks = locks;
        this.queues = queues;
        this.resets = resets;
    }

    @Override
    public void executed(long route, long address, long oldLow, long oldHigh, long newLow, long newHigh) {
        if (oldLow == newLow && oldHigh == newHigh) {
            return;
        }
        final LockInspector.Entry before = LockInspector.decode(address, oldLow, oldHigh);
        if (before.slot() >= locks) {
            return;
        }
        final LockInspector.Entry after = LockInspector.decode(address, newLow, newHigh);
        try {
            if (after.generation() != before.generation()) {
                resets.reset(after.slot());
            }
            queues.changed(route, before, after);
        } catch (Violation broken) {
            cluster.at(cluster.clock().nanoTime(), () -> {
                throw broken;
            });
        }
    }
}
