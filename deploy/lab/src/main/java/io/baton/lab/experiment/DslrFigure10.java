package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.LongReadWork;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Bound;
import io.baton.lab.metric.Derived;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** TPC-C with a few long-running reads, and locks that let readers overtake. */
final class DslrFigure10 extends DslrExperiment {

    private static final String FAMILY = "TPC-C long reads";
    private static final String OVERTAKING = "Traditional_RO";
    private static final List<Double> PERCENTS = List.of(0.0, 0.001, 0.01, 0.1, 1.0);
    private static final List<Double> PERCENTS_QUICK = List.of(0.0, 0.1, 1.0);
    /** Where the paper compares the two: at 0.1 % and more. */
    private static final double COMPARED_FROM = 0.1;
    /** A logarithmic axis has no zero. */
    private static final double ZERO_DRAWN = 1e-4;
    /** A scan takes 72 ms, so windows are long. */
    private static final List<Long> LONG_NANOS = List.of(2_000_000_000L);
    private static final List<Long> LONG_NANOS_QUICK = List.of(300_000_000L);

    DslrFigure10() {
        super("10", "DSLR and locks with a server's queue, TPC-C with 0 to 1 % long-running reads", "6.4");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final long nanos = scale.choose(LONG_NANOS, LONG_NANOS_QUICK).getFirst();
        final MeasuringWindow seldom = new MeasuringWindow(nanos / 3, 0, nanos, 0, nanos);
        final List<Point> points = new ArrayList<>();
        for (final double percent : scale.choose(PERCENTS, PERCENTS_QUICK)) {
            final LongReadWork load = new LongReadWork(high(MACHINES), percent / 100, 1);
            final String step = percent == Math.rint(percent) ? (int) percent + "%" : percent + "%";
            for (final PaperLock lock : PaperLocks.ofLongReads()) {
                final Cell cell = cell(lock, load, MACHINES, scale);
                points.add(Point.of(FAMILY, step, Math.max(percent, ZERO_DRAWN),
                    new Cell(lock, load, cell.clients(), 0, cell.testbed(),
                        percent == 0 ? scale.window() : seldom)));
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.MEAN);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final double[] ratios = measurements.points().stream()
            .filter(point -> point.lock().equals(OVERTAKING) && point.x() >= COMPARED_FROM)
            .mapToDouble(point -> measurements.at(point).value(Metric.GOODPUT).orElse(Double.NaN)
                / measurements.value("DSLR", point.workload(), Metric.GOODPUT).orElse(Double.NaN))
            .sorted().toArray();
        final Derived toDslr = Metric.GOODPUT.ratioTo("DSLR");
        return ratios.length == 0 ? List.of() : List.of(
            ResultRow.of(OVERTAKING, FAMILY + " 0.1% to 1%", toDslr.bounded(Bound.MIN), ratios[0]),
            ResultRow.of(OVERTAKING, FAMILY + " 0.1% to 1%", toDslr.bounded(Bound.MAX), ratios[ratios.length - 1]));
    }

    @Override
    public List<String> remarks() {
        return List.of("A long-running read holds all customer locks shared for 72 ms, 150 ns for each of 480,000 "
            + "rows; leases are long enough for that. With them, each point is measured for 2 s of virtual "
            + "time (0.3 s if quick).");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.lines("Throughput; 0 % at the left", FAMILY, Metric.GOODPUT,
            new Diagrams.Axes("long-running reads (%)", true, true), measurements));
    }
}
