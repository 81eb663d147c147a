package io.baton.lab.cell;

import io.baton.fabric.VerbKind;
import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.PhaseCount;
import io.baton.lab.metric.PhaseTime;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What was measured in a cell. Immutable. */
public final class CellResult {

    private static final double MICRO = 1e3;
    private static final double SECOND = 1e9;
    private static final double MILLIS_MICROS = 1e3;
    private static final double PERCENT = 100;
    /** The artifact counts it for the releases of exclusive locks, although the paper's heading says releases. */
    private static final PhaseTime TO_SUCCESSOR = LockPhase.RELEASE.time(Item.NS);

    private final Cell cell;
    private final long windowNanos;
    private final long transactions;
    private final long releases;
    private final long failures;
    private final Map<VerbKind, Long> verbs;
    private final LatencyDistribution latencies;
    private final List<LatencyDistribution> latenciesOfTypes;
    private final Map<ClientPhase, PhaseTimes.Sums> phases;
    private final int writersInRowMost;
    private final double leastShare;
    private final Outages.Total outages;
    private final Map<String, Double> facts;

    CellResult(Cell cell, long windowNanos, long transactions, long releases, long failures,
            Map<VerbKind, Long> verbs, LatencyDistribution latencies, List<LatencyDistribution> latenciesOfTypes,
            Map<ClientPhase, PhaseTimes.Sums> phases, int writersInRowMost, double leastShare, Outages.Total outages,
            Map<String, Double> facts) {
        this.cell = cell;
        this.windowNanos = windowNanos;
        this.transactions = transactions;
        this.releases = releases;
        this.failures = failures;
        this.verbs = verbs;
        this.latencies = latencies;
        this.latenciesOfTypes = latenciesOfTypes;
        this.phases = phases;
        this.writersInRowMost = writersInRowMost;
        this.leastShare = leastShare;
        this.outages = outages;
        this.facts = facts;
    }

    /** {@return what was to be measured} */
    public Cell cell() {
        return cell;
    }

    /** {@return for how long it was measured, in nanoseconds of virtual time} */
    public long windowNanos() {
        return windowNanos;
    }

    /**
     * {@return how long acquisitions took, of transactions all locks, rows and thinking together, without the release}
     */
    public LatencyDistribution latencies() {
        return latencies;
    }

    /**
     * Returns the same for one type of transaction.
     *
     * @param type an index into {@link Load#types}
     * @return its latencies
     */
    public LatencyDistribution latencies(int type) {
        return latenciesOfTypes.get(type);
    }

    /** {@return what is known of the load itself: numbers by name} */
    public Map<String, Double> facts() {
        return facts;
    }

    /**
     * Returns a figure.
     *
     * @param measure which
     * @return the figure in the unit of the measure, or empty if there is nothing to tell
     */
    public OptionalDouble value(Measure measure) {
        final double value = switch (measure) {
            case Metric metric -> whole(metric);
            case PhaseTime time -> micros(time);
            case PhaseCount count -> sums(count.phase()).meanVerbs(count.verbs());
        };
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /**
     * Returns a latency of one type of transaction.
     *
     * @param type an index into {@link Load#types}
     * @param measure {@code MEAN}, {@code P50}, {@code P99}, {@code P999} or {@code MAXIMUM}
     * @return microseconds, or empty if it is another measure or there is nothing to tell
     */
    public OptionalDouble value(int type, Measure measure) {
        final double value =
            measure instanceof Metric metric ? latency(latenciesOfTypes.get(type), metric) : Double.NaN;
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private double whole(Metric metric) {
        return switch (metric) {
            case GOODPUT -> transactions * SECOND / windowNanos;
            case ATOMICS -> perLock(VerbKind.EXT_CAS, VerbKind.EXT_FAA, VerbKind.CAS, VerbKind.FAA);
            case READS -> perLock(VerbKind.READ);
            case WRITES -> perLock(VerbKind.WRITE);
            case SENDS -> perLock(VerbKind.SEND);
            case VERBS -> verbs.values().stream().mapToLong(Long::longValue).sum() * SECOND / windowNanos;
            case RETRIES -> retries();
            case ABORTS -> PERCENT * failures / (failures + transactions);
            case DEATHS -> outages.deaths() * SECOND / windowNanos;
            case OUTAGE -> outages.times().percentile(50) / MILLIS_MICROS;
            case CONSECUTIVE_WRITERS -> writersInRowMost;
            case LEAST_SHARE -> PERCENT * leastShare;
            default -> latency(latencies, metric);
        };
    }

    private static double latency(LatencyDistribution of, Metric metric) {
        return switch (metric) {
            case MEAN -> of.meanMicros();
            case P50 -> of.percentile(50);
            case P99 -> of.percentile(99);
            case P999 -> of.p999Micros();
            case MAXIMUM -> of.percentile(100);
            default -> Double.NaN;
        };
    }

    private double perLock(VerbKind... kinds) {
        long sum = 0;
        for (final VerbKind kind : kinds) {
            sum += verbs.getOrDefault(kind, 0L);
        }
        return (double) sum / releases;
    }

    /** The share of the atomics in acquisitions that are not their acquisition's first. */
    private double retries() {
        final PhaseTimes.Sums acquire = sums(LockPhase.ACQUIRE);
        return PERCENT * (acquire.atomics() - acquire.count()) / acquire.atomics();
    }

    private double micros(PhaseTime time) {
        final PhaseTimes.Sums sums = time.equals(TO_SUCCESSOR) ? of(ClientPhase.RELEASE_WRITER) : sums(time.phase());
        if (time.items().isEmpty()) {
            return sums.meanNanos() / MICRO;
        }
        double nanos = 0;
        for (final Item item : time.items()) {
            nanos += sums.meanNanos(item);
        }
        return nanos / MICRO;
    }

    private PhaseTimes.Sums sums(LockPhase phase) {
        final PhaseTimes.Sums sums = new PhaseTimes.Sums();
        for (final ClientPhase part : parts(phase)) {
            sums.add(of(part));
        }
        return sums;
    }

    private static List<ClientPhase> parts(LockPhase phase) {
        return switch (phase) {
            case ACQUIRE_WRITER -> List.of(ClientPhase.ACQUIRE_WRITER);
            case ACQUIRE_READER -> List.of(ClientPhase.ACQUIRE_READER);
            case ACQUIRE -> List.of(ClientPhase.ACQUIRE_WRITER, ClientPhase.ACQUIRE_READER);
            case RELEASE -> List.of(ClientPhase.RELEASE_WRITER, ClientPhase.RELEASE_READER);
        };
    }

    private PhaseTimes.Sums of(ClientPhase phase) {
        return phases.getOrDefault(phase, new PhaseTimes.Sums());
    }
}
