package io.baton.trial;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.server.ForcedReset;
import io.baton.sim.Cluster;
import java.util.SplittableRandom;

/** Sits at a lock server's node and forces resets of locks at random, as long as faults happen. */
final class Operator {

    /** Of so many campaigns one has an operator. */
    private static final int EVERY = 8;
    /** One of so many resets is forced even on those who hold the lock. */
    private static final int INSISTS_EVERY = 4;

    private final CampaignPlan plan;
    private final Cluster cluster;
    private final TrialServer server;
    private final SplittableRandom random;

    /** One of the lock server of a table. */
    Operator(CampaignPlan plan, Cluster cluster, JudgedTable table) {
        this.plan = plan;
        this.cluster = cluster;
        this.server = table.server();
        this.random = new SplittableRandom(Long.rotateLeft(plan.seed(), 1) + table.number());
    }

    /** Begins to work if the campaign has an operator. */
    void start() {
        if (!plan.isQuiet() && random.nextInt(EVERY) == 0) {
            cluster.client(server.node(), "operator", this::work);
        }
    }

    private void work() {
        final ForcedReset resets = server.forcedReset();
        while (cluster.clock().nanoTime() < plan.faultNanos()) {
            cluster.work(random.nextLong(plan.recovery().sessionNanos()));
            final int lock = random.nextInt(plan.locks());
            final long deadline = server.clock().nanoTime() + 2 * plan.recovery().sessionNanos();
            try {
                if (random.nextInt(INSISTS_EVERY) != 0) {
                    resets.reset(lock, deadline);
                } else if (resets.resetFencingHolders(lock, deadline) == RecoveryVerdict.ALIVE && !plan.isLeased()) {
                    throw new BrokenPromise("lock " + lock + " has a holder although an operator has insisted");
                }
            } catch (ConnectionLostException unanswered) {
                // The round goes on without the operator.
            }
        }
    }
}
