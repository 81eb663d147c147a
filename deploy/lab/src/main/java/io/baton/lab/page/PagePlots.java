package io.baton.lab.page;

import io.baton.lab.ResultRow;
import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.PhaseTime;
import io.baton.lab.plot.Panel;
import io.baton.lab.plot.Panel.Rank;
import io.baton.lab.plot.Panel.Ranking;
import io.baton.lab.plot.Panel.Spot;
import io.baton.lab.plot.SvgPlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plots of {@code docs/paper.md}, drawn from its results. */
public final class PagePlots {

    private static final double MILLION = 1e6;
    private static final String LOCK = "lock";
    private static final String SHIFTLOCK = "ShiftLock";
    private static final String ARTIFACT = "ShiftLock-artifact";
    private static final List<String> WORKLOADS = List.of("WI-zipf", "RI-zipf");
    private static final List<String> LOCKS = List.of(
        "Baton", ARTIFACT, SHIFTLOCK, "RMA-RW", "MCS", "DSLR", "CAS-B", "RPC", "DrTM");
    /** Without CAS-NB and DrTM, whose atomics would make the others' bars too short to compare. */
    private static final List<String> LOCKS_OF_VERBS = List.of(
        "Baton", ARTIFACT, SHIFTLOCK, "RMA-RW", "MCS", "DSLR", "CAS-B");
    private static final List<String> LOCKS_OF_DSLR = List.of(
        "DSLR", "Traditional", "DrTM", "Retry-on-Fail", "N-CoSED");
    private static final List<Integer> CLIENTS = List.of(5, 20, 40, 80, 120, 160, 200, 240);
    private static final List<String> FAILURES = List.of("1e-5", "1e-4", "1e-3", "1e-2");
    private static final Map<String, String> LOCKS_OF_FAILURES = Map.of(
        "Baton, silent machine, session 20 ms", "Baton, silent 20 ms",
        "Baton, silent machine, session 500 ms", "Baton, silent 500 ms");

    private final Results results;

    /**
     * Plots of some results.
     *
     * @param results all that the plots show
     */
    public PagePlots(Results results) {
        this.results = results;
    }

    /**
     * Draws all.
     *
     * @return for each file's name its text
     * @throws IllegalArgumentException if the results lack a number that a plot shows
     */
    public Map<String, String> draw() {
        final Map<String, String> files = new LinkedHashMap<>();
        files.put("figure4.svg", SvgPlot.draw(goodputs()));
        files.put("figure6.svg", SvgPlot.draw(verbs()));
        files.put("figure10.svg", SvgPlot.draw(transactions()));
        files.put("figure13.svg", SvgPlot.draw(failures()));
        files.put("table3.svg", SvgPlot.draw(breakdown()));
        files.put("dslr-figure8.svg", SvgPlot.draw(dslr()));
        return files;
    }

    private List<Panel> goodputs() {
        return List.of(
            relative("Half of all operations write", "figure4", "WI-zipf", Metric.GOODPUT, SHIFTLOCK, LOCKS),
            relative("One in twenty writes", "figure4", "RI-zipf", Metric.GOODPUT, SHIFTLOCK, LOCKS));
    }

    private List<Panel> transactions() {
        return List.of(
            relative("TATP", "figure10", "TATP", Metric.GOODPUT, SHIFTLOCK, LOCKS),
            relative("TPC-C", "figure10", "TPC-C", Metric.GOODPUT, SHIFTLOCK, LOCKS));
    }

    private List<Panel> verbs() {
        final List<Panel> panels = new ArrayList<>();
        for (final String workload : WORKLOADS) {
            final String writes = workload.equals("WI-zipf") ? ", half write" : ", one in twenty writes";
            panels.add(absolute("Atomics" + writes, "figure6", workload, Metric.ATOMICS,
                "atomics for each acquisition and its release", LOCKS_OF_VERBS));
            panels.add(absolute("READs" + writes, "figure6", workload, Metric.READS,
                "READs for each acquisition and its release", LOCKS_OF_VERBS));
        }
        return panels;
    }

    private List<Panel> dslr() {
        final String high = "TPC-C high contention";
        final String low = "TPC-C low contention";
        return List.of(
            relative("Throughput, one warehouse a server", "dslr-figure8", high, Metric.GOODPUT, "DSLR", LOCKS_OF_DSLR),
            relative("Throughput, ten warehouses a server", "dslr-figure8", low, Metric.GOODPUT, "DSLR", LOCKS_OF_DSLR),
            relative("99.9th percentile, one warehouse", "dslr-figure8", high, Metric.P999, "DSLR", LOCKS_OF_DSLR),
            relative("99.9th percentile, ten warehouses", "dslr-figure8", low, Metric.P999, "DSLR", LOCKS_OF_DSLR));
    }

    /** The rows that are named ShiftLock are the artifact's there, as the paper's numbers are. */
    private List<Panel> breakdown() {
        final List<Panel> panels = new ArrayList<>();
        for (final String workload : WORKLOADS) {
            final Map<String, List<Spot>> series = new LinkedHashMap<>();
            final Map<String, List<Spot>> paper = new LinkedHashMap<>();
            final Map<String, PhaseTime> sums = new LinkedHashMap<>();
            sums.put(ARTIFACT + ", writer", LockPhase.ACQUIRE_WRITER.time(Item.IA, Item.NP, Item.WP, Item.WR));
            sums.put(ARTIFACT + ", reader", LockPhase.ACQUIRE_READER.time(Item.IA, Item.WW));
            sums.forEach((name, metric) -> {
                for (final int clients : CLIENTS) {
                    final ResultRow row =
                        results.row("table3", SHIFTLOCK, workload + " " + clients + " clients", metric);
                    series.computeIfAbsent(name, of -> new ArrayList<>()).add(new Spot(clients, row.ours()));
                    paper.computeIfAbsent(name, of -> new ArrayList<>()).add(new Spot(clients, row.paper()));
                }
            });
            panels.add(new Panel.Lines(workload.equals("WI-zipf") ? "Half of all operations write"
                : "One in twenty writes", "clients", "mean time to acquire (us)", false, true, series, paper));
        }
        return panels;
    }

    private List<Panel> failures() {
        final List<String> locks = List.of("Baton", "Baton, silent machine, session 20 ms",
            "Baton, silent machine, session 500 ms", "DSLR", SHIFTLOCK);
        final Map<String, List<Spot>> goodputs = new LinkedHashMap<>();
        final List<Rank> outages = new ArrayList<>();
        for (final String lock : locks) {
            final String name = LOCKS_OF_FAILURES.getOrDefault(lock, lock);
            final List<Spot> spots = new ArrayList<>();
            for (final String rate : FAILURES) {
                spots.add(new Spot(Double.parseDouble(rate),
                    results.row("figure13", lock, "WI-zipf failures=" + rate, Metric.GOODPUT).ours() / MILLION));
            }
            goodputs.put(name, spots);
            final ResultRow outage = results.row("figure13", lock, "WI-zipf", Metric.OUTAGE);
            outages.add(new Rank(name, outage.ours(), outage.paper()));
        }
        return List.of(
            new Panel.Lines("Goodput while clients die", "share of acquisitions whose client dies",
                "goodput (million pairs/s)", true, true, goodputs),
            new Ranking("Until somebody else has the lock", "median outage (ms), one in a hundred dies", LOCK, true,
                outages));
    }

    private Panel absolute(
            String title, String experiment, String workload, Measure metric, String xLabel, List<String> locks) {
        return new Ranking(title, xLabel, LOCK, false, locks.stream().map(lock -> {
            final ResultRow row = results.row(experiment, lock, workload, metric);
            return new Rank(lock, row.ours(), row.paper());
        }).toList());
    }

    /** The paper states some ratios to the lock that all are compared with: they are the hollow marks. */
    private Panel relative(
            String title, String experiment, String workload, Measure metric, String to, List<String> locks) {
        final double one = results.row(experiment, to, workload, metric).ours();
        final boolean tail = metric == Metric.P999;
        return new Ranking(title, (tail ? "99.9th percentile" : Metric.GOODPUT) + ", " + to + " = 1", LOCK, tail,
            locks.stream().map(lock -> new Rank(lock,
                results.row(experiment, lock, workload, metric).ours() / one,
                stated(experiment, to, workload, metric, lock))).toList());
    }

    private double stated(String experiment, String to, String workload, Measure metric, String lock) {
        for (final ResultRow row : results.of(experiment)) {
            if (row.lock().equals(to) && row.workload().equals(workload)) {
                if (row.metric().equals(metric.ratioTo(lock))) {
                    return 1 / row.paper();
                }
                if (row.metric().equals(metric.speedupOver(lock))) {
                    return row.paper();
                }
            }
        }
        return Double.NaN;
    }
}
