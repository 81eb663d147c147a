package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** TPC-C at low contention on more and more machines. */
final class DslrFigure9 extends DslrExperiment {

    private static final List<Integer> NODES = List.of(2, 4, 8, 16, 32);
    private static final List<Integer> NODES_QUICK = List.of(2, 8, 32);

    DslrFigure9() {
        super("9", "scalability of the locks of the DSLR paper, 2 to 32 machines, TPC-C, low contention", "6.3");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int machines : scale.choose(NODES, NODES_QUICK)) {
            for (final PaperLock lock : PaperLocks.ofDslr()) {
                points.add(Point.of(LOW, machines + " nodes", machines,
                    cell(lock, low(machines), machines, scale)));
            }
        }
        return points;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("machines", false, false);
        return List.of(Diagrams.lines("Throughput", LOW, Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Mean latency", LOW, Metric.MEAN, axes, measurements),
            Diagrams.lines("99.9th percentile", LOW, Metric.P999, new Diagrams.Axes("machines", false, true),
                measurements));
    }
}
