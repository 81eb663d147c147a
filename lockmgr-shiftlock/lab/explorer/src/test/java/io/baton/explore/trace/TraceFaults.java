package io.baton.explore.trace;

import io.baton.sim.RandomFaults;
import io.baton.sim.model.FaultKind;

/** How often what goes wrong in a traced run. */
final class TraceFaults {

    private static final double LATE_CHANCE = 0.05;
    private static final double LOSS_CHANCE = 0.005;
    private static final double NOTICE_CHANCE = 0.08;
    /** In a second of virtual time: a run takes less than a thousandth of that. */
    private static final double NODE_RATE = 2_000;
    private static final double DRIFT_MAX = 0.02;
    private static final long NANOS_MIN = 2_000;
    private static final long LATE_NANOS_MAX = 60_000;
    private static final long OUTAGE_NANOS_MAX = 300_000;

    private TraceFaults() {
    }

    static RandomFaults of(TracePlan plan) {
        final RandomFaults faults = new RandomFaults(plan.seed(), plan.faultNanos()).driftMax(DRIFT_MAX);
        for (FaultKind kind : plan.faults()) {
            switch (kind) {
                case REQUEST_DELAYED, ANSWER_DELAYED -> faults.with(kind, LATE_CHANCE, NANOS_MIN, LATE_NANOS_MAX);
                case REQUEST_LOST, COMPLETION_LOST -> faults.with(kind, LOSS_CHANCE);
                case NOTICE_DELAYED, NOTICE_LOST, NOTICE_ACK_LOST, NOTICE_DUPLICATED ->
                    faults.with(kind, NOTICE_CHANCE, NANOS_MIN, LATE_NANOS_MAX);
                default -> faults.with(kind, NODE_RATE, NANOS_MIN, OUTAGE_NANOS_MAX);
            }
        }
        return faults;
    }
}
