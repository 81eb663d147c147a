package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** ShiftLock with different numbers of writers in a row. */
final class Figure12 extends NamedExperiment {

    private static final int INFINITY = Integer.MAX_VALUE;
    private static final List<Integer> THRESHOLDS = List.of(1, 2, 4, 8, 12, 16, 20, 24, 28, 32, INFINITY);
    private static final List<Integer> THRESHOLDS_QUICK = List.of(1, 4, 8, 16, 32, INFINITY);
    /** Where infinity is drawn. */
    private static final int INFINITY_DRAWN = 64;

    Figure12() {
        super("figure12",
            "goodput and latency of ShiftLock with N = 1 to infinity, write-intensive, Zipf 0.99, 240 clients",
            "ShiftLock, section 4.7, figure 12");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int threshold : scale.choose(THRESHOLDS, THRESHOLDS_QUICK)) {
            final String step = "N=" + (threshold == INFINITY ? "infinity" : threshold);
            points.add(Point.of(Mix.WI.zipfLabel(), step, threshold == INFINITY ? INFINITY_DRAWN : threshold,
                Cell.of(PaperLocks.shiftLock(threshold), Mix.WI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99, Metric.CONSECUTIVE_WRITERS);
    }

    /** The plateau is that of the finite N: if infinity is worse, there would be none. */
    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final String lock = PaperLocks.SHIFTLOCK.label();
        final String family = Mix.WI.zipfLabel();
        return Plateau.begins(measurements, lock, family, Metric.GOODPUT, INFINITY_DRAWN - 1).stream()
            .mapToObj(writers -> ResultRow.of(lock, family, Metric.PLATEAU_N, writers)).toList();
    }

    @Override
    public List<String> remarks() {
        return List.of("The plot shows infinity at 64.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("N", true, false);
        return List.of(Diagrams.lines("Goodput", Mix.WI.zipfLabel(), Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Median latency", Mix.WI.zipfLabel(), Metric.P50, axes, measurements),
            Diagrams.lines("99th percentile", Mix.WI.zipfLabel(), Metric.P99, axes, measurements));
    }
}
