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

/** TPC-C with all locks of the DSLR paper. */
final class DslrFigure8 extends DslrExperiment {

    DslrFigure8() {
        super("8", "TPC-C with all locks of the DSLR paper, 16 lock servers, 64 workers", "6.2");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final PaperLock lock : PaperLocks.ofDslr()) {
            points.add(Point.of(HIGH, cell(lock, high(MACHINES), MACHINES, scale)));
            points.add(Point.of(LOW, cell(lock, low(MACHINES), MACHINES, scale)));
        }
        return points;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Throughput", Metric.GOODPUT, false, measurements),
            Diagrams.bars("Mean latency", Metric.MEAN, false, measurements),
            Diagrams.bars("99.9th percentile", Metric.P999, true, measurements));
    }
}
