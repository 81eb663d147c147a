package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.MessageFaults;
import io.baton.sim.model.NodeClock;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Faults at random until a time, and none afterwards, so that whatever survives can finish; only what was delayed
 * before may still arrive. Nothing happens of a class that has no rate. Each class draws from a generator of its own,
 * so that a run from which one is left out suffers the others as before, as far as it sends the same messages.
 *
 * <p>The same seed and the same settings give the same faults. Set the rates, hand it to a {@link Cluster}, and
 * {@link #plan} the faults of its nodes before it runs; one cluster each. Used by one thread at a time. The lock
 * server's own verbs are spared, which pass no wire.
 */
public final class RandomFaults implements MessageFaults {

    /** Classes whose rate is a probability: of a message, and of a restart. */
    private static final Set<FaultKind> PROBABLE = EnumSet.of(FaultKind.REQUEST_DELAYED, FaultKind.ANSWER_DELAYED,
        FaultKind.REQUEST_LOST, FaultKind.COMPLETION_LOST, FaultKind.NOTICE_DELAYED, FaultKind.NOTICE_LOST,
        FaultKind.NOTICE_ACK_LOST, FaultKind.NOTICE_DUPLICATED, FaultKind.ROUTE_REUSED);

    private static final long NANOS_MIN = 1_000;
    private static final long NANOS_MAX = 10_000_000;
    private static final double DRIFT = 1e-3;
    /** More events in a second than this are surely a mistake. */
    private static final double RATE_MAX = 1e6;

    /** What happens how often, and how long it takes or lasts; with the generator that decides. */
    record Law(double rate, long nanosMin, long nanosMax, SplittableRandom random) {

        boolean strikes() {
            return rate > 0 && random.nextDouble() < rate;
        }

        /** A time; short ones are as likely as long ones, whatever the scale. */
        long nanos() {
            final double scale = Math.log((double) nanosMax / nanosMin);
            return Math.clamp(Math.round(nanosMin * Math.exp(scale * random.nextDouble())), nanosMin, nanosMax);
        }

        /** How long until it happens next, in nanoseconds. */
        long gapNanos() {
            return Math.max(1, Math.round(-Math.log(1 - random.nextDouble()) * 1e9 / rate));
        }
    }

    private final SplittableRandom seeds;
    private final long horizonNanos;
    private final Map<FaultKind, Law> laws = new EnumMap<>(FaultKind.class);
    private double driftMax = DRIFT;

    /**
     * Makes faults of which none has a rate yet.
     *
     * @param seed decides them all
     * @param horizonNanos from when on nothing happens, in exact virtual time; what has happened before is mended then
     */
    public RandomFaults(long seed, long horizonNanos) {
        this.seeds = new SplittableRandom(seed);
        this.horizonNanos = horizonNanos;
        for (FaultKind kind : FaultKind.values()) {
            laws.put(kind, new Law(0, NANOS_MIN, NANOS_MAX, seeds.split()));
        }
    }

    /**
     * Sets how often a fault happens. How long it takes stays between 1 microsecond and 10 milliseconds unless set.
     *
     * @param kind any but {@link FaultKind#NOTICE_REORDERED}, which is up to the delays
     * @param rate of a message's or {@link FaultKind#ROUTE_REUSED} the probability, 0 to 1; of others how often in a
     *     second of virtual time in the whole cluster, 0 to a million
     * @return this
     * @throws IllegalArgumentException if the rate is out of range
     */
    public RandomFaults with(FaultKind kind, double rate) {
        final Law law = law(kind);
        return with(kind, rate, law.nanosMin(), law.nanosMax());
    }

    /**
     * Sets how often a fault happens, and by how much it delays, how long it lasts, or by how much a clock jumps. Short
     * times are drawn as often as long ones, whatever the scale.
     *
     * @param kind any but {@link FaultKind#NOTICE_REORDERED}
     * @param rate as in {@link #with(FaultKind, double)}
     * @param nanosMin the shortest time, 1 or more
     * @param nanosMax the longest time
     * @return this
     * @throws IllegalArgumentException if the rate or a time is out of range
     */
    public RandomFaults with(FaultKind kind, double rate, long nanosMin, long nanosMax) {
        final double rateMax = PROBABLE.contains(kind) ? 1 : RATE_MAX;
        if (kind == FaultKind.NOTICE_REORDERED || !(rate >= 0 && rate <= rateMax)) {
            throw new IllegalArgumentException("a rate of " + rate + " for " + kind + ": give 0 to " + rateMax
                + ", and for NOTICE_REORDERED none, but to NOTICE_DELAYED");
        }
        ClusterModel.checkPositive(nanosMin);
        ClusterModel.checkPositive(nanosMax);
        if (nanosMin > nanosMax) {
            throw new IllegalArgumentException("times from " + nanosMin + " to " + nanosMax + " ns: give the shortest"
                + " first");
        }
        laws.put(kind, new Law(rate, nanosMin, nanosMax, law(kind).random()));
        return this;
    }

    /**
     * Sets by how much clocks drift: evenly drawn, either way. 1e-3 unless set.
     *
     * @param drift at most so much, 0 to 0.5
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public RandomFaults driftMax(double drift) {
        if (!(drift >= 0 && drift <= NodeClock.DRIFT_MAX)) {
            throw new IllegalArgumentException("a drift of " + drift + ": give 0 to " + NodeClock.DRIFT_MAX);
        }
        driftMax = drift;
        return this;
    }

    /**
     * Plans all faults but those of single messages: partitions, crashes and restarts, pauses, drifts and jumps
     * of clocks, and mailboxes that take nothing for a while. Settings of the cluster and rates must be made before.
     * Only client nodes crash with {@link FaultKind#CRASH}; pauses and faults of clocks hit lock servers' nodes too.
     *
     * @param cluster the cluster that has been given these faults
     * @param restarted called when a node has been restarted, at the latest at the horizon, with its number or
     *     that of a lock server; adds new clients, or threads, or nothing, and must not wait. A run does not
     *     wait for nodes to restart if it has no client left
     */
    public void plan(Cluster cluster, IntConsumer restarted) {
        final FaultPlan plan = new FaultPlan(cluster, horizonNanos, driftMax, law(FaultKind.ROUTE_REUSED), restarted);
        for (Map.Entry<FaultKind, Law> law : laws.entrySet()) {
            if (!PROBABLE.contains(law.getKey()) && law.getValue().rate() > 0) {
                plan.add(law.getKey(), law.getValue());
            }
        }
    }

    private Law law(FaultKind kind) {
        final Law law = laws.get(kind);
        if (law == null) {
            throw new IllegalStateException(kind + " has no law, which is a bug");
        }
        return law;
    }

    @Override
    public Fate fate(Leg leg, long from, long to, long now) {
        if (now >= horizonNanos) {
            return Fate.ON_TIME;
        }
        if (leg == Leg.NOTICE) {
            return noticeFate();
        }
        if (ClusterModel.isServer(Route.node(from))) {
            return Fate.ON_TIME;
        }
        return leg == Leg.REQUEST ? verbFate(FaultKind.REQUEST_LOST, FaultKind.REQUEST_DELAYED)
            : verbFate(FaultKind.COMPLETION_LOST, FaultKind.ANSWER_DELAYED);
    }

    private Fate verbFate(FaultKind lost, FaultKind delayed) {
        final boolean isLost = law(lost).strikes();
        final long late = lateNanos(delayed);
        return isLost ? Fate.LOST : late > 0 ? Fate.late(late) : Fate.ON_TIME;
    }

    private Fate noticeFate() {
        final boolean isLost = law(FaultKind.NOTICE_LOST).strikes();
        final boolean isUnacknowledged = law(FaultKind.NOTICE_ACK_LOST).strikes();
        final long late = lateNanos(FaultKind.NOTICE_DELAYED);
        final long again = lateNanos(FaultKind.NOTICE_DUPLICATED);
        if (isLost) {
            return Fate.LOST;
        }
        return new Fate(late, isUnacknowledged ? Fate.Loss.ACKNOWLEDGEMENT : Fate.Loss.NOTHING, again);
    }

    private long lateNanos(FaultKind kind) {
        final Law law = law(kind);
        return law.strikes() ? law.nanos() : 0;
    }
}
