package io.baton.lab.cell;

import io.baton.fabric.VerbKind;
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
    private static final String TO_SUCCESSOR = "release.NS";

    private final Cell cell;
    private final long windowNanos;
    private final long transactions;
    private final long releases;
    private final long failures;
    private final Map<VerbKind, Long> verbs;
    private final Latencies latencies;
    private final List<Latencies> latenciesOfTypes;
    private final Map<Phase, PhaseTimes.Sums> phases;
    private final int writersInRowMost;
    private final Outages.Total outages;
    private final Map<String, Double> facts;

    CellResult(Cell cell, long windowNanos, long transactions, long releases, long failures,
            Map<VerbKind, Long> verbs, Latencies latencies, List<Latencies> latenciesOfTypes,
            Map<Phase, PhaseTimes.Sums> phases, int writersInRowMost, Outages.Total outages,
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
        this.outages = outages;
        this.facts = facts;
    }

    /**
     * Returns what was to be measured.
     *
     * @return the cell
     */
    public Cell cell() {
        return cell;
    }

    /**
     * Returns for how long it was measured.
     *
     * @return nanoseconds of virtual time
     */
    public long windowNanos() {
        return windowNanos;
    }

    /**
     * Returns how long acquisitions took, of transactions all locks, rows and thinking together, without the release.
     *
     * @return their latencies
     */
    public Latencies latencies() {
        return latencies;
    }

    /**
     * Returns the same for one type of transaction.
     *
     * @param type an index into {@link Load#types}
     * @return its latencies
     */
    public Latencies latencies(int type) {
        return latenciesOfTypes.get(type);
    }

    /**
     * Returns what is known of the load itself.
     *
     * @return numbers by name
     */
    public Map<String, Double> facts() {
        return facts;
    }

    /**
     * Returns a figure by its name: {@code goodput} (per second), {@code mean}, {@code p50}, {@code p99}, {@code p999}
     * (microseconds), {@code atomics}, {@code reads}, {@code writes}, {@code sends} (per lock acquired and released),
     * {@code retries} (percent of all atomics that acquire), {@code consecutiveWriters}, and of the phases {@code
     * acquireWriter}, {@code acquireReader}, {@code acquire} (both) and {@code release} the mean time (microseconds),
     * alone or, after a dot, of its items: {@code IA}, {@code NP}, ..., several joined by +, {@code RT} or {@code wait}
     * for all after the initial atomic; {@code release.NS} over the releases of writers, since only they have
     * successors; or the mean number of its verbs: {@code atomics}, {@code reads}, {@code writes}
     * or {@code sends}. {@code verbs} are all verbs per second.
     * {@code aborts} are the percentage of attempts that had to begin again, of DSLR's clients only. {@code deaths} are
     * those per second of clients that held locks, {@code outage} (milliseconds) the median time from such a death
     * until another client has the lock, of writers on the most popular locks.
     *
     * @param metric the name
     * @return the figure, or empty if there is none of that name or nothing to tell
     */
    public OptionalDouble value(String metric) {
        final double value = switch (metric) {
            case "goodput" -> transactions * SECOND / windowNanos;
            case "atomics" -> perLock(VerbKind.EXT_CAS, VerbKind.EXT_FAA, VerbKind.CAS, VerbKind.FAA);
            case "reads" -> perLock(VerbKind.READ);
            case "writes" -> perLock(VerbKind.WRITE);
            case "sends" -> perLock(VerbKind.SEND);
            case "verbs" -> verbs.values().stream().mapToLong(Long::longValue).sum() * SECOND / windowNanos;
            case "retries" -> retries();
            case "aborts" -> PERCENT * failures / (failures + transactions);
            case "deaths" -> outages.deaths() * SECOND / windowNanos;
            case "outage" -> outages.times().percentile(50) / MILLIS_MICROS;
            case "consecutiveWriters" -> writersInRowMost;
            case "mean", "p50", "p99", "p999" -> latency(latencies, metric);
            default -> phase(metric);
        };
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /**
     * Returns a latency of one type of transaction by its name.
     *
     * @param type an index into {@link Load#types}
     * @param metric {@code mean}, {@code p50}, {@code p99} or {@code p999}
     * @return microseconds, or empty if there is none of that name or nothing to tell
     */
    public OptionalDouble value(int type, String metric) {
        final double value = latency(latenciesOfTypes.get(type), metric);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static double latency(Latencies of, String metric) {
        return switch (metric) {
            case "mean" -> of.meanMicros();
            case "p50" -> of.percentile(50);
            case "p99" -> of.percentile(99);
            case "p999" -> of.p999Micros();
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
        final PhaseTimes.Sums acquire = sums("acquire");
        return PERCENT * (acquire.atomics() - acquire.count()) / acquire.atomics();
    }

    private double phase(String metric) {
        final int dot = metric.indexOf('.');
        final PhaseTimes.Sums sums = metric.equals(TO_SUCCESSOR) ? of(Phase.RELEASE_WRITER)
            : sums(dot < 0 ? metric : metric.substring(0, dot));
        if (sums.count() == 0) {
            return Double.NaN;
        }
        if (dot < 0) {
            return sums.meanNanos() / MICRO;
        }
        final String item = metric.substring(dot + 1);
        return Double.isNaN(sums.meanVerbs(item)) ? items(sums, item) / MICRO : sums.meanVerbs(item);
    }

    private static double items(PhaseTimes.Sums sums, String names) {
        double nanos = 0;
        for (final String name : names.split("\\+", -1)) {
            nanos += item(sums, name);
        }
        return nanos;
    }

    private static double item(PhaseTimes.Sums sums, String name) {
        if (name.equals("RT") || name.equals("wait")) {
            return sums.meanRestNanos();
        }
        for (final Item item : Item.values()) {
            if (item.name().equals(name)) {
                return sums.meanNanos(item);
            }
        }
        return Double.NaN;
    }

    private PhaseTimes.Sums sums(String phase) {
        final PhaseTimes.Sums sums = new PhaseTimes.Sums();
        if (phase.equals("acquireWriter") || phase.equals("acquire")) {
            sums.add(of(Phase.ACQUIRE_WRITER));
        }
        if (phase.equals("acquireReader") || phase.equals("acquire")) {
            sums.add(of(Phase.ACQUIRE_READER));
        }
        if (phase.equals("release")) {
            sums.add(of(Phase.RELEASE_WRITER));
            sums.add(of(Phase.RELEASE_READER));
        }
        return sums;
    }

    private PhaseTimes.Sums of(Phase phase) {
        return phases.getOrDefault(phase, new PhaseTimes.Sums());
    }
}
