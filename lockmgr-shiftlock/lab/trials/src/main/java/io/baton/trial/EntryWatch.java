package io.baton.trial;

import io.baton.fabric.Address;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.Cluster;
import io.baton.sim.model.VerbWitness;
import java.util.List;

/** Tells the judges of every change of a lock's entry. What they say ends the run, but not in the middle of a verb. */
final class EntryWatch implements VerbWitness {

    private final Cluster cluster;
    private final CampaignPlan plan;
    private final List<JudgedTable> tables;

    EntryWatch(Cluster cluster, CampaignPlan plan, List<JudgedTable> tables) {
        this.cluster = cluster;
        this.plan = plan;
        this.tables = tables;
    }

    @Override
    public void executed(long route, long address, long oldLow, long oldHigh, long newLow, long newHigh) {
        final long slot = Address.offset(address) / LockEntry.BYTES;
        if ((oldLow == newLow && oldHigh == newHigh) || slot >= plan.locks()) {
            return;
        }
        final int server = Address.server(address);
        final JudgedTable table = tables.get(plan.recovered() ? server : 0);
        final long at = LockEntry.address((int) slot + (plan.recovered() ? 0 : server * plan.locks()));
        try {
            table.changed(route, LockInspector.decode(at, oldLow, oldHigh, plan.options().entry()),
                LockInspector.decode(at, newLow, newHigh, plan.options().entry()));
        } catch (BrokenPromise broken) {
            cluster.at(cluster.clock().nanoTime(), () -> {
                throw broken;
            });
        }
    }
}
