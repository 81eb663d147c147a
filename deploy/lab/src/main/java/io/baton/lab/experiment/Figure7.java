package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** Performance of all locks with different numbers of locks. */
final class Figure7 extends NamedExperiment {

    private static final List<Integer> COUNTS =
        List.of(1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000);
    private static final List<Integer> COUNTS_QUICK = List.of(1_000, 100_000, 10_000_000);

    Figure7() {
        super("figure7", "goodput and latency with 1,000 to 10 million locks, write-intensive, Zipf 0.99, 240 clients",
            "ShiftLock, section 4.3, figure 7");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int count : scale.choose(COUNTS, COUNTS_QUICK)) {
            for (final PaperLock lock : PaperLocks.ofShiftLock()) {
                points.add(Point.of(Mix.WI.zipfLabel(), count + " locks", count,
                    Cell.of(lock, Mix.WI.zipf(count), Cell.PAPER_CLIENTS, scale.window())));
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99);
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes goodput = new Diagrams.Axes("locks", true, false);
        final Diagrams.Axes latency = new Diagrams.Axes("locks", true, true);
        return List.of(Diagrams.lines("Goodput", Mix.WI.zipfLabel(), Metric.GOODPUT, goodput, measurements),
            Diagrams.lines("99th percentile", Mix.WI.zipfLabel(), Metric.P99, latency, measurements));
    }
}
