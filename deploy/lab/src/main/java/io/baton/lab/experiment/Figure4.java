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

/** Goodputs of all locks in the microbenchmark. */
final class Figure4 extends NamedExperiment {

    Figure4() {
        super("figure4", "goodput of all locks in the microbenchmark, 240 clients, 10 million locks",
            "ShiftLock, section 4.2, figure 4");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        return microbenchmark(scale);
    }

    /** Figures 4 and 5 are of the same runs. */
    static List<Point> microbenchmark(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final Mix mix : Mix.values()) {
            for (final PaperLock lock : PaperLocks.ofShiftLock()) {
                points.add(Point.of(mix.uniformLabel(),
                    Cell.of(lock, mix.uniform(), Cell.PAPER_CLIENTS, scale.window())));
                points.add(Point.of(mix.zipfLabel(),
                    Cell.of(lock, mix.zipf(), Cell.PAPER_CLIENTS, scale.window())));
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT);
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Goodput, 240 clients", Metric.GOODPUT, false, measurements));
    }
}
