package io.baton.trial;

import io.baton.sim.RandomFaults;
import io.baton.sim.model.FaultKind;

/** How often what goes wrong in a campaign, and for how long. */
final class CampaignFaults {

    private static final double LATE_CHANCE = 0.02;
    private static final double LOSS_CHANCE = 0.002;
    private static final double NOTICE_CHANCE = 0.05;
    private static final double REUSE_CHANCE = 0.5;
    /** Faults of whole nodes in a second of virtual time: a campaign lasts about a thousandth of that. */
    private static final double NODE_RATE = 900;
    private static final long LATE_NANOS_MAX = 60_000;
    private static final long OUTAGE_NANOS_MAX = 300_000;
    /** The longest time over the shortest: no fault is too short to matter. */
    private static final long SPREAD = 30;
    private static final double DRIFT_MAX = 0.02;

    private CampaignFaults() {
    }

    static RandomFaults of(CampaignPlan plan) {
        final RandomFaults faults = new RandomFaults(plan.seed(), plan.faultNanos()).driftMax(DRIFT_MAX);
        for (FaultKind kind : plan.faults()) {
            if (kind != FaultKind.NOTICE_REORDERED) {
                final long nanosMax = nanosMax(kind, 3 * plan.recovery().sessionNanos());
                faults.with(kind, rate(kind), nanosMax / SPREAD, nanosMax);
            }
        }
        return faults;
    }

    private static double rate(FaultKind kind) {
        return switch (kind) {
            case REQUEST_DELAYED, ANSWER_DELAYED -> LATE_CHANCE;
            case REQUEST_LOST, COMPLETION_LOST -> LOSS_CHANCE;
            case NOTICE_DELAYED, NOTICE_LOST, NOTICE_ACK_LOST, NOTICE_DUPLICATED -> NOTICE_CHANCE;
            case ROUTE_REUSED -> REUSE_CHANCE;
            default -> NODE_RATE;
        };
    }

    private static long nanosMax(FaultKind kind, long longNanos) {
        return switch (kind) {
            case REQUEST_DELAYED, ANSWER_DELAYED, NOTICE_DELAYED, NOTICE_DUPLICATED -> LATE_NANOS_MAX;
            case CRASH, SERVER_CRASH -> OUTAGE_NANOS_MAX;
            default -> longNanos;
        };
    }
}
