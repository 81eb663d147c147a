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

/** The microbenchmark of the DSLR paper with different skews. */
final class DslrFigure14 extends DslrExperiment {

    private static final List<Double> ALPHAS = List.of(1.5, 2.0, 2.5, 3.0);
    private static final List<Double> ALPHAS_QUICK = List.of(1.5, 3.0);
    private static final double HALF = 0.5;

    DslrFigure14() {
        super("14", "locks of the DSLR paper with skews of 1.5 to 3, half of the locks shared", "A.4");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final double alpha : scale.choose(ALPHAS, ALPHAS_QUICK)) {
            for (final PaperLock lock : PaperLocks.ofDslr()) {
                points.add(Point.of("power law", "alpha=" + alpha, alpha,
                    cell(lock, new MicroWork(MicroWork.PAPER_SLOTS, alpha, HALF), MACHINES, scale)));
            }
        }
        return points;
    }

    @Override
    public List<String> remarks() {
        return List.of("10 million locks instead of 1.6 billion; the least popular of them are hardly ever drawn.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("alpha", false, false);
        return List.of(Diagrams.lines("Throughput", "power law", Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Mean latency", "power law", Metric.MEAN, axes, measurements),
            Diagrams.lines("99.9th percentile", "power law", Metric.P999, new Diagrams.Axes("alpha", false, true),
                measurements));
    }
}
