package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Experiment;
import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.Point;
import io.baton.deploy.paper.Row;
import io.baton.deploy.paper.Scale;
import io.baton.deploy.paper.cell.Cell;
import io.baton.deploy.paper.cell.DyingWork;
import io.baton.deploy.paper.cell.PaperLock;
import io.baton.deploy.paper.cell.RecoverableLocks;
import io.baton.deploy.paper.cell.Testbed;
import io.baton.deploy.paper.cell.Window;
import io.baton.deploy.paper.plot.Panel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Clients that die while they hold their lock. */
final class Figure13 implements Experiment {

    private static final List<String> RATES = List.of("0", "1e-5", "1e-4", "1e-3", "1e-2");
    private static final List<String> RATES_QUICK = List.of("1e-4", "1e-2");
    /** Where no failures are drawn. */
    private static final double ZERO_DRAWN = 1e-6;
    private static final long NANOS = 300_000_000;
    /** DSLR's counters of 16 bits are not to overflow: those of the ShiftLock paper have 32. */
    private static final long NANOS_RARE = 120_000_000;
    private static final double RARE = 1e-5;
    private static final long NANOS_QUICK = 50_000_000;
    private static final int WARMUP_PART = 5;

    @Override
    public String name() {
        return "figure13";
    }

    @Override
    public String shows() {
        return "goodput of ShiftLock, DSLR and Baton with clients that die holding a lock, leases of 10 ms, "
            + "write-intensive, Zipf 0.99, 240 clients";
    }

    @Override
    public String source() {
        return "ShiftLock, section 4.8, figure 13";
    }

    @Override
    public List<Point> points(Scale scale) {
        final Testbed testbed = Testbed.ofProcesses(Cell.PAPER_CLIENTS);
        final List<Point> points = new ArrayList<>();
        for (final String rate : scale.choose(RATES, RATES_QUICK)) {
            final double share = Double.parseDouble(rate);
            for (final PaperLock lock : RecoverableLocks.all()) {
                points.add(Point.of(Mix.WI.zipfLabel(), "failures=" + rate, share == 0 ? ZERO_DRAWN : share,
                    new Cell(lock, new DyingWork(Mix.WI.zipf(), share), Cell.PAPER_CLIENTS, 0, testbed,
                        window(share, scale))));
            }
        }
        return points;
    }

    private static Window window(double share, Scale scale) {
        final long nanos = scale == Scale.QUICK ? NANOS_QUICK : share > RARE ? NANOS : NANOS_RARE;
        return share == 0 ? scale.window() : new Window(nanos / WARMUP_PART, 0, nanos, 0, nanos);
    }

    @Override
    public List<String> metrics(Point point) {
        return List.of("goodput", "p99", "deaths", "outage");
    }

    /** The text has one timeout for each lock; this is the outage at the highest rate, which has the most of them. */
    @Override
    public List<Row> conclusions(Measurements measurements) {
        final List<Row> rows = new ArrayList<>();
        for (final PaperLock lock : RecoverableLocks.all()) {
            measurements.points().stream().filter(point -> point.lock().equals(lock.label()))
                .max(Comparator.comparingDouble(Point::x))
                .flatMap(most -> measurements.at(most).value("outage").stream().boxed().findFirst())
                .ifPresent(outage -> rows.add(Row.of(lock.label(), Mix.WI.zipfLabel(), "outage", outage)));
        }
        for (final Point point : measurements.points()) {
            if (!point.lock().equals(RecoverableLocks.DSLR.label())) {
                measurements.value(RecoverableLocks.DSLR.label(), point.workload(), "goodput").ifPresent(dslr ->
                    rows.add(Row.of(point.lock(), point.workload(), "goodputRatio/DSLR",
                        measurements.at(point).value("goodput").orElse(Double.NaN) / dslr)));
            }
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("A client is a process of its own. One that fails is gone the moment it has its lock, and a new "
            + "one begins at once in its place. Deaths are per second; outage is the median time in ms from the death "
            + "of a writer on one of the most popular locks until somebody else has it.",
            "Each point is measured for 300 ms of virtual time (1e-5: 120 ms; quick: 50 ms) after a fifth of "
            + "that, without failures as below. The plot shows no failures at 1e-6.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("failures for each acquisition", true, true);
        return List.of(Diagrams.lines("Goodput", Mix.WI.zipfLabel(), "goodput", axes, measurements),
            Diagrams.lines("99th percentile", Mix.WI.zipfLabel(), "p99", axes, measurements));
    }
}
