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

/** Verbs that an acquisition and its release need. */
final class Figure6 extends NamedExperiment {

    private static final List<Measure> VERBS = List.of(Metric.ATOMICS, Metric.READS, Metric.WRITES, Metric.SENDS);
    private static final List<PaperLock> LOCKS = List.of(PaperLocks.CAS_NB, PaperLocks.CAS_B, PaperLocks.DRTM,
        PaperLocks.DSLR, PaperLocks.MCS, PaperLocks.RMA_RW, PaperLocks.SHIFTLOCK, PaperLocks.ARTIFACT,
        PaperLocks.BATON);

    Figure6() {
        super("figure6", "verbs for each acquisition and its release, 240 clients, 10 million locks, Zipf 0.99",
            "ShiftLock, section 4.2, figure 6");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            for (final PaperLock lock : LOCKS) {
                points.add(Point.of(mix.zipfLabel(),
                    Cell.of(lock, mix.zipf(), Cell.PAPER_CLIENTS, scale.window())));
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return VERBS;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        for (final String workload : measurements.workloads()) {
            panels.add(Diagrams.items(workload, workload, VERBS, "verbs per acquire and release", measurements));
        }
        return panels;
    }
}
