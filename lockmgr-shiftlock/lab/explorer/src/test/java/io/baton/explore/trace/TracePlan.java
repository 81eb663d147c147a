package io.baton.explore.trace;

import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.sim.model.FaultKind;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One run to be traced. All that the options leave open is drawn from the seed.
 *
 * @param seed decides everything
 * @param sessions whether the locks can be recovered
 * @param options threshold and kind of hand-over
 * @param nodes client processes
 * @param clientsPerNode clients in each
 * @param writersPercent how many percent of the clients are writers; the others are readers
 * @param rounds how often each client locks
 * @param recovery leases and sessions
 * @param faultNanos until when faults happen
 * @param faults which; none needs patient leases
 * @param planted whether something is wrong with the code, so that it may fail
 */
record TracePlan(
        long seed, boolean sessions, ShiftLockOptions options, int nodes, int clientsPerNode, int writersPercent,
        int rounds, RecoveryOptions recovery, long faultNanos, Set<FaultKind> faults, boolean planted) {

    private static final int NODES_MIN = 2;
    private static final int NODES_MAX = 4;
    private static final int CLIENTS_MAX = 2;
    private static final int PERCENT_MIN = 40;
    private static final int PERCENT_MAX = 90;
    private static final int ROUNDS_MIN = 2;
    private static final int ROUNDS_MAX = 5;
    private static final long PATIENT_LEASE_NANOS = 1_000_000;
    private static final long LEASE_NANOS_MIN = 15_000;
    private static final long LEASE_NANOS_MAX = 60_000;
    private static final int SESSION_LEASES = 4;
    private static final long FAULT_NANOS_MIN = 100_000;
    private static final long FAULT_NANOS_MAX = 600_000;
    private static final double DRIFT = 0.02;

    /** A run without faults; with sessions nobody is suspected. */
    static TracePlan healthy(long seed, boolean sessions, ShiftLockOptions options) {
        return draw(seed, sessions, options, Set.of(), false);
    }

    /** The hand-overs and mode changes that Baton uses; the rest as in the paper, since the model has nothing else. */
    static ShiftLockOptions silent(int threshold) {
        return visible(threshold).withSilentHandover(true);
    }

    /** The same with the paper's hand-overs. */
    static ShiftLockOptions visible(int threshold) {
        return ShiftLockOptions.paper().withThreshold(threshold).withDirectModeChange(true);
    }

    /** A run with whatever the model knows: it has no server that dies, and no route that is used again. */
    static TracePlan faulty(long seed, ShiftLockOptions options, boolean planted) {
        final Set<FaultKind> faults =
            EnumSet.complementOf(
                EnumSet.of(FaultKind.SERVER_CRASH, FaultKind.ROUTE_REUSED, FaultKind.NOTICE_REORDERED));
        return draw(seed, true, options, faults, planted);
    }

    static TracePlan draw(
            long seed, boolean sessions, ShiftLockOptions options, Set<FaultKind> faults, boolean planted) {
        final SplittableRandom random = new SplittableRandom(seed);
        final long lease =
            faults.isEmpty() ? PATIENT_LEASE_NANOS : random.nextLong(LEASE_NANOS_MIN, LEASE_NANOS_MAX);
        return new TracePlan(seed, sessions, options, random.nextInt(NODES_MIN, NODES_MAX + 1),
            random.nextInt(1, CLIENTS_MAX + 1), random.nextInt(PERCENT_MIN, PERCENT_MAX + 1),
            random.nextInt(ROUNDS_MIN, ROUNDS_MAX + 1),
            new RecoveryOptions(RecoveryPolicy.SESSION, lease, 1, SESSION_LEASES * lease, DRIFT),
            random.nextLong(FAULT_NANOS_MIN, FAULT_NANOS_MAX), some(faults, random), planted);
    }

    /** Each by chance, so that one does not hide another. */
    private static Set<FaultKind> some(Set<FaultKind> wanted, SplittableRandom random) {
        final Set<FaultKind> drawn = EnumSet.noneOf(FaultKind.class);
        wanted.stream().filter(kind -> random.nextBoolean()).forEach(drawn::add);
        return drawn;
    }
}
