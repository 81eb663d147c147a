package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** Performance of all locks with different numbers of clients. */
final class Figure8 extends NamedExperiment {

    private static final List<Integer> CLIENTS = List.of(5, 20, 40, 80, 120, 160, 200, 240);
    private static final List<Integer> CLIENTS_QUICK = List.of(20, 80, 240);

    Figure8() {
        super("figure8", "goodput and latency of 5 to 240 clients, 10 million locks, Zipf 0.99",
            "ShiftLock, section 4.3, figure 8");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            for (final int clients : scale.choose(CLIENTS, CLIENTS_QUICK)) {
                for (final PaperLock lock : PaperLocks.ofShiftLock()) {
                    points.add(Point.of(mix.zipfLabel(), clients + " clients", clients,
                        Cell.of(lock, mix.zipf(), clients, scale.window())));
                }
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final String family : List.of(Mix.WI.zipfLabel(), Mix.RI.zipfLabel())) {
            for (final String lock : measurements.locks()) {
                Plateau.begins(measurements, lock, family, Metric.GOODPUT).ifPresent(
                    clients -> rows.add(ResultRow.of(lock, family, Metric.PLATEAU_CLIENTS, clients)));
            }
        }
        return rows;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes goodput = new Diagrams.Axes("clients", false, false);
        final Diagrams.Axes latency = new Diagrams.Axes("clients", false, true);
        final List<Panel> panels = new ArrayList<>();
        for (final String family : List.of(Mix.WI.zipfLabel(), Mix.RI.zipfLabel())) {
            panels.add(Diagrams.lines(family, family, Metric.GOODPUT, goodput, measurements));
            panels.add(Diagrams.lines(family, family, Metric.P99, latency, measurements));
        }
        return panels;
    }
}
