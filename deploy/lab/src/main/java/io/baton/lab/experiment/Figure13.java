package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.DyingWork;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.RecoverableLocks;
import io.baton.lab.cell.Testbed;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Clients that die while they hold their lock. */
final class Figure13 extends NamedExperiment {

    private static final List<String> RATES = List.of("0", "1e-5", "1e-4", "1e-3", "1e-2");
    private static final List<String> RATES_QUICK = List.of("1e-4", "1e-2");
    /** Where no failures are drawn. */
    private static final double ZERO_DRAWN = 1e-6;
    private static final long NANOS = 300_000_000;
    /** DSLR's counters of 16 bits are not to overflow: those of the ShiftLock paper have 32. */
    private static final long NANOS_RARE = 120_000_000;
    /** So that of each lock's clients at least 20 die. */
    private static final int RUNS_RARE = 5;
    private static final double RARE = 1e-5;
    private static final long NANOS_QUICK = 50_000_000;
    private static final long DEFAULT_SESSION_NANOS = RecoveryOptions.product().sessionNanos();
    /** Several sessions. */
    private static final long NANOS_DEFAULT_SESSION = 6 * DEFAULT_SESSION_NANOS;
    /** DSLR takes a lock away from who is silent for so long: two leases. */
    private static final long SHORT_SESSION_NANOS = 20_000_000;
    private static final PaperLock SILENT = RecoverableLocks.baton(
        "Baton, silent machine, session 500 ms", DEFAULT_SESSION_NANOS);
    private static final PaperLock SILENT_SHORT = RecoverableLocks.baton(
        "Baton, silent machine, session 20 ms", SHORT_SESSION_NANOS);
    /** A release to the process's agent would be no release that is skipped. */
    private static final PaperLock SKIPPED = RecoverableLocks.shiftLock(
        "Baton, skipped release", ShiftLockOptions.product().apart(), RecoveryOptions.product());

    Figure13() {
        super("figure13",
            "goodput of ShiftLock, DSLR and Baton with clients that die holding a lock, leases of 10 ms, "
                + "write-intensive, Zipf 0.99, 240 clients",
            "ShiftLock, section 4.8, figure 13");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final Testbed processes = Testbed.ofProcesses(Cell.PAPER_CLIENTS);
        final Testbed machines = Testbed.ofMachines();
        final Testbed forgetful = Testbed.ofForgetful(Cell.PAPER_CLIENTS);
        final List<Point> points = new ArrayList<>();
        for (final String rate : scale.choose(RATES, RATES_QUICK)) {
            final double share = Double.parseDouble(rate);
            final MeasuringWindow window = window(share, scale);
            for (final PaperLock lock : RecoverableLocks.all()) {
                points.add(point(rate, share, lock, processes, window));
            }
            if (scale == ExperimentScale.FULL) {
                points.add(point(
                    rate, share, SILENT, machines, share == 0 ? window : MeasuringWindow.of(NANOS_DEFAULT_SESSION, 1)));
            }
            points.add(point(rate, share, SILENT_SHORT, machines, window));
            points.add(point(rate, share, SKIPPED, forgetful, window));
        }
        return points;
    }

    private static Point point(String rate, double share, PaperLock lock, Testbed testbed, MeasuringWindow window) {
        return Point.of(Mix.WI.zipfLabel(), "failures=" + rate, share == 0 ? ZERO_DRAWN : share,
            new Cell(lock, new DyingWork(Mix.WI.zipf(), share), Cell.PAPER_CLIENTS, 0, testbed, window));
    }

    private static MeasuringWindow window(double share, ExperimentScale scale) {
        if (share == 0) {
            return scale.window();
        }
        if (scale == ExperimentScale.QUICK) {
            return MeasuringWindow.of(NANOS_QUICK, 1);
        }
        return share > RARE ? MeasuringWindow.of(NANOS, 1) : MeasuringWindow.of(NANOS_RARE, RUNS_RARE);
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P99, Metric.DEATHS, Metric.OUTAGE);
    }

    /** The text has one timeout for each lock; this is the outage at the highest rate, which has the most of them. */
    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final String lock : measurements.locks()) {
            measurements.points().stream().filter(point -> point.lock().equals(lock))
                .max(Comparator.comparingDouble(Point::x))
                .flatMap(most -> measurements.at(most).value(Metric.OUTAGE).stream().boxed().findFirst())
                .ifPresent(outage -> rows.add(ResultRow.of(lock, Mix.WI.zipfLabel(), Metric.OUTAGE, outage)));
        }
        for (final Point point : measurements.points()) {
            if (!point.lock().equals(RecoverableLocks.DSLR.label())) {
                measurements.value(RecoverableLocks.DSLR.label(), point.workload(), Metric.GOODPUT)
                    .ifPresent(
                        dslr -> rows.add(ResultRow.of(point.lock(), point.workload(), Metric.GOODPUT.ratioTo("DSLR"),
                            measurements.at(point).value(Metric.GOODPUT).orElse(Double.NaN) / dslr)));
            }
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("A client is a process of its own. One that fails is gone the moment it has its lock, and a new "
            + "one begins at once in its place. Where a machine falls silent, it is a client's own, and the new one "
            + "begins on another: nobody is refused, and nothing is acknowledged. Where a release is skipped, "
            + "the client itself goes on, as in the paper; its process answers that nobody there holds the lock. "
            + "DSLR's clients send each other nothing, so that all of these are the same for them. Deaths are per "
            + "second; outage is the median time in ms from the failure of a writer on one of the most popular locks "
            + "until somebody has it again.",
            "Each point is measured for 300 ms of virtual time (1e-5: five times 120 ms, each from the beginning; "
                + "sessions of 500 ms: 3 s; quick: 50 ms) after a fifth of that, without failures as below. The plot "
                + "shows no failures at 1e-6.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("failures for each acquisition", true, true);
        return List.of(Diagrams.lines("Goodput", Mix.WI.zipfLabel(), Metric.GOODPUT, axes, measurements),
            Diagrams.lines("99th percentile", Mix.WI.zipfLabel(), Metric.P99, axes, measurements));
    }
}
