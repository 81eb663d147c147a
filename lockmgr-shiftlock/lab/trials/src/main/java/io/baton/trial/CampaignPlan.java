package io.baton.trial;

import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.sim.model.FaultKind;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One run of the fault simulation, all of it drawn from its seed unless the user said otherwise.
 *
 * @param seed decides everything
 * @param nodes client processes, 1 or more
 * @param clientsPerNode clients in each, 1 or more
 * @param servers how many lock servers, 1 or more
 * @param locks how many locks there are at each, 1 or more
 * @param operations how many times each client locks something
 * @param hotPercent how many percent of the operations want the first lock
 * @param sharedPercent how many percent of the locks are wanted shared
 * @param options the protocol
 * @param recovery leases and sessions
 * @param faultNanos until when faults happen, in virtual time; then the cluster heals
 * @param faults which kinds of faults
 * @param keepAfter after how many uses in a row a process keeps a lock, if it does
 * @param stallNanos when the last process stalls for longer than the others may take, or 0 if it does not
 * @param recovered whether locks are recovered, each at its server; otherwise one table spans all servers, and nothing
 *     happens that only recovery mends
 */
record CampaignPlan(
        long seed, int nodes, int clientsPerNode, int servers, int locks, int operations, int hotPercent,
        int sharedPercent, ShiftLockOptions options, RecoveryOptions recovery, long faultNanos, Set<FaultKind> faults,
        int keepAfter, long stallNanos, boolean recovered) {

    private static final int NODES_MAX = 4;
    private static final int CLIENTS_MAX = 4;
    private static final int SERVERS_MAX = 3;
    private static final int LOCKS_MAX = 4;
    private static final int OPERATIONS_MIN = 8;
    private static final int OPERATIONS_MAX = 24;
    private static final int[] THRESHOLDS = {1, 2, 4, 16};
    /** What the clients of a process arrange among themselves. */
    private static final int[] LOCAL_TURNS = {0, 1, 3, 15};
    private static final int KEEP_AFTER_MAX = 3;
    /** Tells what is drawn for a process from the rest, so that both stay as they are. */
    private static final long PROCESS_SALT = 0x5DEE_CE66_D1CE_4E5BL;
    /** The same for locks that are asked for in one batch. */
    private static final long BATCH_SALT = 0x2545_F491_4F6C_DD1DL;
    /** The same for how many lock servers there are, where they execute chains. */
    private static final long SERVERS_SALT = 0x61C8_8646_80B5_83EBL;
    /** The same for whether locks are recovered at all. */
    private static final long UNRECOVERED_SALT = 0x7F4A_7C15_9E37_79B9L;
    /** Of so many campaigns in one no lock is recovered. */
    private static final int UNRECOVERED_EVERY = 16;
    /** Of so many campaigns in which clients want several locks at once they ask one by one in one. */
    private static final int ONE_BY_ONE_EVERY = 5;
    /** Of so many campaigns in one clients know nothing of each other. */
    private static final int APART_EVERY = 4;
    private static final long LEASE_NANOS_MIN = 20_000;
    private static final long LEASE_NANOS_MAX = 120_000;
    private static final int SESSION_LEASES_MIN = 4;
    private static final int SESSION_LEASES_MAX = 8;
    private static final int SUSPECT_LEASES_MAX = 3;
    private static final long QUIET_LEASE_NANOS = 1_000_000;
    private static final long FAULT_NANOS_MIN = 200_000;
    private static final long FAULT_NANOS_MAX = 1_500_000;
    private static final double DRIFT = 0.02;
    private static final int PERCENT = 100;
    /** Of so many campaigns one is patient, in one a process stalls, and in one clients are hasty. */
    private static final int PATIENT_EVERY = 12;
    private static final int STALL_EVERY = 12;
    private static final int HASTY_EVERY = 4;
    /** Of so many campaigns in one clients skip releases: those whose seed has this remainder. */
    private static final int FORGETFUL_EVERY = 8;
    private static final int FORGETFUL = 3;
    /** Of so many campaigns in one clients ask for several locks at once. */
    private static final int TOGETHER_EVERY = 5;
    private static final int TOGETHER = 2;
    /**
     * What delays nobody and loses nothing. A lost acknowledgement is no such thing: the notice is sent again, and its
     * receiver may have ended, which looks as if it had died before it came.
     */
    private static final Set<FaultKind> HARMLESS = Set.of(FaultKind.NOTICE_DUPLICATED, FaultKind.NOTICE_REORDERED);
    /** What delays and loses nothing, so that nobody needs recovery. */
    private static final Set<FaultKind> DELAYING = Set.of(FaultKind.REQUEST_DELAYED, FaultKind.ANSWER_DELAYED,
        FaultKind.NOTICE_DELAYED, FaultKind.NOTICE_REORDERED, FaultKind.PAUSE, FaultKind.CLOCK_DRIFT,
        FaultKind.CLOCK_JUMP, FaultKind.MAILBOX_FULL);

    /** What the user has fixed; 0 for what each seed draws. */
    record Wishes(int clients, int locks, Set<FaultKind> faults, RecoveryPolicy policy) {
    }

    /** Draws a plan. Half of the runs have all the faults that are wanted, the others each of them by chance. */
    static CampaignPlan draw(long seed, Wishes wishes) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int nodes = wishes.clients() == 0
            ? random.nextInt(2, NODES_MAX + 1) : Math.max(1, Math.min(NODES_MAX, wishes.clients()));
        final int perNode = wishes.clients() == 0
            ? random.nextInt(1, CLIENTS_MAX + 1) : (wishes.clients() + nodes - 1) / nodes;
        final int locks = wishes.locks() == 0 ? random.nextInt(1, LOCKS_MAX + 1) : wishes.locks();
        final long lease = random.nextLong(LEASE_NANOS_MIN, LEASE_NANOS_MAX);
        final long session = lease * random.nextInt(SESSION_LEASES_MIN, SESSION_LEASES_MAX + 1);
        final RecoveryOptions recovery = new RecoveryOptions(
            wishes.policy(), lease, random.nextInt(1, SUSPECT_LEASES_MAX + 1), session, DRIFT);
        final ShiftLockOptions options = ShiftLockOptions.paper()
            .withThreshold(THRESHOLDS[random.nextInt(THRESHOLDS.length)])
            .withSilentHandover(random.nextBoolean()).withDirectModeChange(random.nextBoolean());
        final ShiftLockOptions product = batched(together(options, seed, wishes.policy()), seed, wishes.policy());
        final CampaignPlan plan = new CampaignPlan(seed, nodes, perNode, drawServers(product, seed), locks,
            random.nextInt(OPERATIONS_MIN, OPERATIONS_MAX + 1), random.nextInt(PERCENT), random.nextInt(PERCENT),
            product, recovery, random.nextLong(FAULT_NANOS_MIN, FAULT_NANOS_MAX),
            some(possible(wishes), random), (int) Math.floorMod(seed, KEEP_AFTER_MAX + 1L), 0, true);
        if (isUnrecovered(seed, wishes.policy())) {
            return plan.unrecovered(new SplittableRandom(~seed ^ UNRECOVERED_SALT));
        }
        if (random.nextInt(PATIENT_EVERY) == 0) {
            return plan.patient();
        }
        return plan.has(FaultKind.PAUSE) && nodes > 1 && random.nextInt(STALL_EVERY) == 0
            ? plan.stalled(random.nextLong(1, plan.faultNanos())) : plan;
    }

    /** What the product has beside the paper; under policy LEASE there is none of it. */
    private static ShiftLockOptions together(ShiftLockOptions options, long seed, RecoveryPolicy policy) {
        final SplittableRandom random = new SplittableRandom(seed ^ PROCESS_SALT);
        if (policy == RecoveryPolicy.LEASE || random.nextInt(APART_EVERY) == 0) {
            return options;
        }
        return options.withCaching(random.nextBoolean()).withPacedReaders(random.nextBoolean())
            .withLocalTurns(LOCAL_TURNS[random.nextInt(LOCAL_TURNS.length)]);
    }

    /** Where clients want several locks at once, most often they ask in one batch; not under policy LEASE. */
    private static ShiftLockOptions batched(ShiftLockOptions options, long seed, RecoveryPolicy policy) {
        return options.withBatches(policy == RecoveryPolicy.SESSION && wantsTogether(seed)
            && new SplittableRandom(seed ^ BATCH_SALT).nextInt(ONE_BY_ONE_EVERY) != 0);
    }

    /** Chains go to one lock server or more; other requests to one. */
    private static int drawServers(ShiftLockOptions options, long seed) {
        return options.batches() && executes(seed)
            ? 1 + new SplittableRandom(seed ^ SERVERS_SALT).nextInt(SERVERS_MAX) : 1;
    }

    private static boolean isUnrecovered(long seed, RecoveryPolicy policy) {
        return policy == RecoveryPolicy.SESSION
            && new SplittableRandom(seed ^ UNRECOVERED_SALT).nextInt(UNRECOVERED_EVERY) == 0;
    }

    /** Under policy LEASE nothing is promised if the lock server loses its memory: tokens name no incarnation. */
    private static Set<FaultKind> possible(Wishes wishes) {
        final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        kinds.addAll(wishes.faults());
        if (wishes.policy() == RecoveryPolicy.LEASE) {
            kinds.remove(FaultKind.SERVER_CRASH);
        }
        return kinds;
    }

    private static Set<FaultKind> some(Set<FaultKind> wanted, SplittableRandom random) {
        final Set<FaultKind> drawn = EnumSet.noneOf(FaultKind.class);
        final boolean all = random.nextBoolean();
        for (FaultKind kind : wanted) {
            final boolean chosen = random.nextBoolean();
            if (all || chosen) {
                drawn.add(kind);
            }
        }
        return drawn;
    }

    /** The same without faults, and with leases so long that no living client is suspected. */
    CampaignPlan quiet() {
        return with(true, Set.of(), 0);
    }

    /** The same with such leases, and with no faults but notices that come twice. */
    private CampaignPlan patient() {
        final Set<FaultKind> harmless = EnumSet.noneOf(FaultKind.class);
        faults.stream().filter(HARMLESS::contains).forEach(harmless::add);
        return with(true, harmless, 0);
    }

    /**
     * The same without recovery: half of them with plain entries, half with batches, which are chains or tries over
     * several servers.
     */
    private CampaignPlan unrecovered(SplittableRandom random) {
        final Set<FaultKind> delaying = EnumSet.noneOf(FaultKind.class);
        faults.stream().filter(DELAYING::contains).forEach(delaying::add);
        final ShiftLockOptions drawn = random.nextBoolean() ? options.withBatches(true)
            : options.withBatches(false).withSilentHandover(true).withEntry(EntryFormat.PLAIN);
        return new CampaignPlan(seed, nodes, clientsPerNode, 1 + random.nextInt(SERVERS_MAX), locks, operations,
            hotPercent, sharedPercent, drawn, recovery, faultNanos, delaying, keepAfter, 0, false);
    }

    private CampaignPlan stalled(long nanos) {
        return with(false, faults, nanos);
    }

    private CampaignPlan with(boolean longLeases, Set<FaultKind> newFaults, long newStallNanos) {
        final RecoveryOptions newRecovery = !longLeases ? recovery : new RecoveryOptions(recovery.policy(),
            QUIET_LEASE_NANOS, recovery.suspectLeases(), SESSION_LEASES_MIN * QUIET_LEASE_NANOS,
            recovery.clockDrift());
        return new CampaignPlan(seed, nodes, clientsPerNode, servers, locks, operations, hotPercent, sharedPercent,
            options, newRecovery, faultNanos, newFaults, keepAfter, newStallNanos, recovered);
    }

    /** Whether nothing excuses a reset: a waiter gets the lock from its holder. */
    boolean isQuiet() {
        return HARMLESS.containsAll(faults) && recovery.leaseNanos() >= QUIET_LEASE_NANOS;
    }

    /** Whether clients seldom wait for long: in some of the campaigns, so that queues are left often. */
    boolean isHasty() {
        return Math.floorMod(seed, HASTY_EVERY) == 0;
    }

    /** Whether clients ask for several locks in one request now and then, and give all back in one. */
    boolean wantsTogether() {
        return !recovered || wantsTogether(seed);
    }

    private static boolean wantsTogether(long seed) {
        return Math.floorMod(seed, TOGETHER_EVERY) == TOGETHER;
    }

    /** Whether the lock server's processor executes verbs, so that batches are chains; otherwise they are tries. */
    boolean isExecuted() {
        return options.batches() && executes(seed);
    }

    private static boolean executes(long seed) {
        return new SplittableRandom(~seed ^ BATCH_SALT).nextBoolean();
    }

    /** Whether clients skip releases now and then: a fault that makes the locks wait for a reset. */
    boolean isForgetful() {
        return !isLeased() && recovered && Math.floorMod(seed, FORGETFUL_EVERY) == FORGETFUL
            && recovery.leaseNanos() < QUIET_LEASE_NANOS;
    }

    /** Whether silence is death, so that a living client may lose a lock, and nobody is fenced. */
    boolean isLeased() {
        return recovery.policy() == RecoveryPolicy.LEASE;
    }

    /** Whether each process has a session with each lock server. */
    boolean hasSessions() {
        return recovered && !isLeased();
    }

    /** How many tables the locks are in: one at each server, or one over all. */
    int tables() {
        return recovered ? servers : 1;
    }

    /** How many locks a table has. */
    int locksEach() {
        return recovered ? locks : allLocks();
    }

    int allLocks() {
        return servers * locks;
    }

    boolean has(FaultKind kind) {
        return faults.contains(kind);
    }

    int clients() {
        return nodes * clientsPerNode;
    }
}
