package io.baton.lab.cell;

import io.baton.fabric.VerbKind;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What all clients of a cell do while it is measured. Its users are simulated threads, of which one runs at a time.
 */
final class CellTally {

    /** Long waits are cut to this; nobody waits that long in a window of milliseconds. */
    private static final long LATENCY_MAX_NANOS = 60_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;
    /** Runs of writers are looked for on so many locks; the most popular ones come first. */
    private static final int WATCHED_SLOTS = 1 << 10;

    /** Those of the present run: they hold their whole cluster. */
    private final List<TimedEndpoint> endpoints = new ArrayList<>();
    /** One for each client of the present run. */
    private final List<Share> shares = new ArrayList<>();
    private final Map<ClientPhase, PhaseTimes.Sums> phases = new EnumMap<>(ClientPhase.class);
    private final List<Histogram> latencies = new ArrayList<>();
    private final Histogram all = newHistogram();
    private final int[] writersInRow = new int[WATCHED_SLOTS];
    private final Outages outages = new Outages(newHistogram());
    private int writersInRowMost;
    private double leastShare = 1;
    private final Map<VerbKind, Long> verbs = new EnumMap<>(VerbKind.class);
    private Map<VerbKind, Long> verbsBefore = verbs;
    private long transactions;
    private long releases;
    private long failures;
    private long begunNanos;
    private long measuredNanos;
    private State state = State.WARMING;

    CellTally(int types) {
        for (int i = 0; i < types; i++) {
            latencies.add(newHistogram());
        }
        for (final ClientPhase phase : ClientPhase.values()) {
            phases.put(phase, new PhaseTimes.Sums());
        }
    }

    void watch(TimedEndpoint endpoint) {
        endpoints.add(endpoint);
    }

    /** Another run is about to begin, on a cluster of its own, whose time begins anew. */
    void beginRun() {
        state = State.WARMING;
        outages.beginRun();
    }

    /** Measuring begins. */
    void begin(long nowNanos) {
        state = State.MEASURING;
        begunNanos = nowNanos;
        verbsBefore = issued();
        Arrays.fill(writersInRow, 0);
    }

    /** Measuring ends. */
    void end(long nowNanos) {
        state = State.OVER;
        measuredNanos += nowNanos - begunNanos;
        issued().forEach((kind, count) -> verbs.merge(kind, count - verbsBefore.getOrDefault(kind, 0L), Long::sum));
    }

    /** The run is over, and no client uses its endpoint any more. */
    void endRun() {
        phases.forEach((phase, sums) -> endpoints.forEach(endpoint -> sums.add(endpoint.times().of(phase))));
        endpoints.clear();
        final double mean = shares.stream().mapToLong(share -> share.transactions).average().orElse(Double.NaN);
        shares.forEach(share -> leastShare = Math.min(leastShare, share.transactions / mean));
        shares.clear();
    }

    /** A new client's part. A client that takes the place of a dead one has another. */
    Share share() {
        final Share share = new Share();
        shares.add(share);
        return share;
    }

    boolean measuring() {
        return state == State.MEASURING;
    }

    boolean over() {
        return state == State.OVER;
    }

    void acquired(LockList locks, long nowNanos) {
        outages.acquired(locks, nowNanos);
        if (measuring()) {
            countWritersInRow(locks);
        }
    }

    /** Only while everybody asks: those that still wait at the end come after each other, and no reader asks then. */
    private void countWritersInRow(LockList locks) {
        for (int i = 0; i < locks.size(); i++) {
            if (locks.slot(i) < WATCHED_SLOTS) {
                final int row = locks.mode(i) == LockMode.EXCLUSIVE ? writersInRow[locks.slot(i)] + 1 : 0;
                writersInRow[locks.slot(i)] = row;
                writersInRowMost = Math.max(writersInRowMost, row);
            }
        }
    }

    /** A client has died, and with it what it held. */
    void died(LockList locks, long nowNanos) {
        if (measuring()) {
            outages.died(locks, nowNanos);
        }
    }

    void sample(int type, long nanos) {
        if (measuring()) {
            final long cut = Math.min(nanos, LATENCY_MAX_NANOS);
            all.recordValue(cut);
            latencies.get(type).recordValue(cut);
        }
    }

    void released(int locks, Share share) {
        if (measuring()) {
            share.transactions++;
            transactions++;
            releases += locks;
        }
    }

    /** So many acquisitions had to begin again. */
    void failed(long times) {
        if (measuring()) {
            failures += times;
        }
    }

    CellResult result(Cell cell, Map<String, Double> facts) {
        return new CellResult(cell, measuredNanos, transactions, releases, failures, verbs,
            LatencyDistribution.of(all), latencies.stream().map(LatencyDistribution::of).toList(), phases,
            writersInRowMost, leastShare,
            outages.total(), facts);
    }

    private Map<VerbKind, Long> issued() {
        final Map<VerbKind, Long> sum = new EnumMap<>(VerbKind.class);
        for (final VerbKind kind : VerbKind.values()) {
            sum.put(kind, endpoints.stream().mapToLong(endpoint -> endpoint.counters().get(kind)).sum());
        }
        return sum;
    }

    private static Histogram newHistogram() {
        return new Histogram(LATENCY_MAX_NANOS, SIGNIFICANT_DIGITS);
    }

    /** What one client has done. */
    static final class Share {

        private long transactions;

        private Share() {
        }
    }

    /** How far a cell is. */
    private enum State {
        /** The clients run, and nothing counts. */
        WARMING,
        /** It counts. */
        MEASURING,
        /** The clients finish what they have begun, and nothing counts. */
        OVER
    }
}
