package io.baton.trial.dslr;

import io.baton.rival.dslr.DslrParameters;
import io.baton.sim.RandomFaults;
import io.baton.sim.model.FaultKind;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One run, all of it drawn from its seed but the kinds of faults.
 *
 * @param seed decides everything
 * @param nodes client processes
 * @param clientsPerNode clients in each
 * @param locks how many locks there are
 * @param hotPercent how many percent of the operations want the first lock
 * @param sharedPercent how many percent of the locks are wanted shared
 * @param parameters the protocol's
 * @param faultNanos until when faults happen; then the cluster heals
 * @param faults which kinds of faults, none of notices, since DSLR sends none
 */
record DslrPlan(long seed, int nodes, int clientsPerNode, int locks, int hotPercent, int sharedPercent,
        DslrParameters parameters, long faultNanos, Set<FaultKind> faults) {

    private static final int NODES_MAX = 4;
    private static final int CLIENTS_MAX = 4;
    private static final int LOCKS_MAX = 4;
    private static final int PERCENT = 100;
    /** Without faults a lock is held, waits between two looks included, for less than the shortest. */
    private static final long LEASE_NANOS_MIN = 60_000;
    private static final long LEASE_NANOS_MAX = 120_000;
    /** Counters that are full every now and then, in half of the runs. */
    private static final int COUNT_MAX_SMALL = 50;
    private static final int COUNT_MAX = 32_768;
    private static final long FAULT_NANOS_MIN = 200_000;
    private static final long FAULT_NANOS_MAX = 1_500_000;

    private static final double LATE_CHANCE = 0.02;
    private static final double LOSS_CHANCE = 0.002;
    private static final double NODE_RATE = 3_000;
    private static final double DRIFT_MAX = 0.02;
    private static final long OUTAGE_NANOS_MAX = 300_000;
    /** The longest delay, pause, cut or jump. */
    private static final int LONG_LEASES = 5;
    /** The longest time over the shortest. */
    private static final long SPREAD = 30;

    static DslrPlan draw(long seed, Set<FaultKind> faults) {
        final SplittableRandom random = new SplittableRandom(seed);
        final long lease = random.nextLong(LEASE_NANOS_MIN, LEASE_NANOS_MAX);
        final DslrParameters parameters = DslrParameters.paper().withLease(lease, 1).withBackoffMax(lease)
            .withCountMax(random.nextBoolean() ? COUNT_MAX : COUNT_MAX_SMALL);
        return new DslrPlan(seed, random.nextInt(2, NODES_MAX + 1), random.nextInt(1, CLIENTS_MAX + 1),
            random.nextInt(1, LOCKS_MAX + 1), random.nextInt(PERCENT), random.nextInt(PERCENT), parameters,
            random.nextLong(FAULT_NANOS_MIN, FAULT_NANOS_MAX), faults);
    }

    RandomFaults randomFaults() {
        final RandomFaults random = new RandomFaults(seed, faultNanos).driftMax(DRIFT_MAX);
        for (FaultKind kind : faults) {
            final long nanosMax = kind == FaultKind.CRASH || kind == FaultKind.SERVER_CRASH
                ? OUTAGE_NANOS_MAX : LONG_LEASES * parameters.leaseNanos();
            random.with(kind, rate(kind), nanosMax / SPREAD, nanosMax);
        }
        return random;
    }

    private static double rate(FaultKind kind) {
        return switch (kind) {
            case REQUEST_LOST, COMPLETION_LOST -> LOSS_CHANCE;
            case REQUEST_DELAYED, ANSWER_DELAYED -> LATE_CHANCE;
            default -> NODE_RATE;
        };
    }
}
