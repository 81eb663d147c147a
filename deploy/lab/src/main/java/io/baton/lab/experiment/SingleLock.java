package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.MicroWork;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/**
 * All clients contend for one lock. The ideal case without retries is one client alone: its CAS never fails, and one
 * pair takes two round trips.
 */
final class SingleLock extends NamedExperiment {

    private static final String WORKLOAD = "one lock";

    SingleLock() {
        super("single-lock", "what retries cost when 240 clients want one lock", "ShiftLock, section 2.3");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final MicroWork load = new MicroWork(1, 0, 0);
        final MeasuringWindow window = scale.window();
        final List<Point> points = new ArrayList<>();
        points.add(new Point("ideal", WORKLOAD, "", 0, Cell.of(PaperLocks.CAS_NB, load, 1, window)));
        for (final PaperLock lock : List.of(PaperLocks.CAS_NB, PaperLocks.CAS_B, PaperLocks.MCS,
            PaperLocks.SHIFTLOCK, PaperLocks.BATON)) {
            points.add(Point.of(WORKLOAD, Cell.of(lock, load, Cell.PAPER_CLIENTS, window)));
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.RETRIES, Metric.P50, Metric.P99);
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("240 clients, one lock", Metric.GOODPUT, false, measurements));
    }
}
