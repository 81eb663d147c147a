package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.MicroWork;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** The microbenchmark of the DSLR paper with different shares of readers. */
final class DslrFigure15 extends DslrExperiment {

    private static final List<Integer> SHARES = List.of(0, 25, 50, 75, 100);
    private static final List<Integer> SHARES_QUICK = List.of(0, 50, 100);
    private static final double ALPHA = 2;

    DslrFigure15() {
        super("15", "locks of the DSLR paper with 0 to 100 % of the locks shared, skew 2", "A.4");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int percent : scale.choose(SHARES, SHARES_QUICK)) {
            for (final PaperLock lock : PaperLocks.ofDslr()) {
                points.add(Point.of("power law", percent + "% shared", percent,
                    cell(lock, new MicroWork(MicroWork.PAPER_SLOTS, ALPHA, percent / 100.0), MACHINES, scale)));
            }
        }
        return points;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("shared locks (%)", false, false);
        return List.of(Diagrams.lines("Throughput", "power law", Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Mean latency", "power law", Metric.MEAN, axes, measurements));
    }
}
