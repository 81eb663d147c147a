package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.DyingWork;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.rival.dslr.DslrParameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** TPC-C with transactions that die, and leases of different lengths. Figure 18 is of the same runs. */
final class DslrFigure17 extends DslrExperiment {

    private static final String FAMILY = "TPC-C failing transactions";
    private static final List<Double> PERCENTS = List.of(0.1, 1.0, 10.0);
    private static final List<Double> PERCENTS_QUICK = List.of(1.0);
    private static final List<Integer> LEASES = List.of(10, 50, 100, 500, 1_000, 10_000);
    private static final List<Integer> LEASES_QUICK = List.of(10, 100, 1_000, 10_000);
    private static final long NANOS = 100_000_000;
    private static final long NANOS_QUICK = 30_000_000;

    DslrFigure17() {
        super("17", "DSLR with leases of 10 to 10,000 us, TPC-C with 0.1 to 10 % dying transactions", "A.6");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final long nanos = scale == ExperimentScale.FULL ? NANOS : NANOS_QUICK;
        final MeasuringWindow window = new MeasuringWindow(nanos / 3, 0, nanos, 0, nanos);
        final List<Point> points = new ArrayList<>();
        for (final double percent : scale.choose(PERCENTS, PERCENTS_QUICK)) {
            for (final int micros : scale.choose(LEASES, LEASES_QUICK)) {
                final PaperLock lock =
                    PaperLocks.dslr("DSLR", DslrParameters.original().withLease(micros * 1_000L, 1));
                final Cell cell = cell(lock, new DyingWork(high(MACHINES), percent / 100), MACHINES, scale);
                points.add(Point.of(family(percent), "lease=" + micros, micros,
                    new Cell(lock, cell.load(), cell.clients(), 0, cell.testbed(), window)));
            }
        }
        return points;
    }

    private static String family(double percent) {
        return FAMILY + " " + percent + "%";
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.ABORTS);
    }

    /** The paper speaks of one best lease; this is that of the middle one of its failure rates. */
    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        return measurements.points().stream().filter(point -> point.family().equals(family(1)))
            .max(Comparator.comparingDouble(point -> measurements.at(point).value(Metric.GOODPUT).orElse(0)))
            .map(best -> ResultRow.of("DSLR", FAMILY, Metric.BEST_LEASE, best.x())).stream().toList();
    }

    @Override
    public List<String> remarks() {
        return List.of("An aborted transaction here asks again for the lock that it did not get and keeps the others; "
            + "aborts (figure 18, of which the text gives no number) are the share of such attempts in all, in "
            + "percent. A transaction counts even if a short lease took its lock away. Each point is measured for "
            + "100 ms of virtual time (30 ms if quick).");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        final Diagrams.Axes axes = new Diagrams.Axes("lease (us)", true, false);
        measurements.points().stream().map(Point::family).distinct().forEach(family -> {
            panels.add(Diagrams.lines(family, family, Metric.GOODPUT, axes, measurements));
            panels.add(Diagrams.lines(family + ", aborts (%)", family, Metric.ABORTS, axes, measurements));
        });
        return panels;
    }
}
