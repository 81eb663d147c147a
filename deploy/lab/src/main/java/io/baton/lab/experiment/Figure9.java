package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.MicroWork;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lab.plot.Panel.Spot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** ShiftLock with different skews. The paper gives the skews in a drawing only; these are ours. */
final class Figure9 extends NamedExperiment {

    private static final List<Double> THETAS = List.of(0.0, 0.5, 0.8, 0.9, 0.99);
    private static final List<Double> THETAS_QUICK = List.of(0.0, 0.9, 0.99);
    private static final List<Integer> CLIENTS = List.of(20, 40, 80, 120, 160, 200, 240);
    private static final List<Integer> CLIENTS_QUICK = List.of(40, 120, 240);

    Figure9() {
        super("figure9", "goodput of ShiftLock and Baton with different skews, 10 million locks",
            "ShiftLock, section 4.3, figure 9");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            for (final double theta : scale.choose(THETAS, THETAS_QUICK)) {
                for (final int clients : scale.choose(CLIENTS, CLIENTS_QUICK)) {
                    for (final PaperLock lock : List.of(PaperLocks.SHIFTLOCK, PaperLocks.BATON)) {
                        points.add(new Point(lock.label(), family(mix, theta), clients + " clients", clients,
                            Cell.of(lock, mix.skewed(MicroWork.PAPER_SLOTS, theta), clients, scale.window())));
                    }
                }
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P99);
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            final Map<String, List<Spot>> series = new LinkedHashMap<>();
            for (final Point point : measurements.points()) {
                if (point.lock().equals(PaperLocks.SHIFTLOCK.label()) && point.family().startsWith(mix.name())) {
                    series.computeIfAbsent(point.family(), family -> new ArrayList<>()).add(new Spot(point.x(),
                        measurements.at(point).value(Metric.GOODPUT).orElse(Double.NaN) / 1e6));
                }
            }
            panels.add(new Panel.Lines("ShiftLock, " + mix.name(), "clients", "goodput (million/s)", false, false,
                series));
        }
        return panels;
    }

    private static String family(Mix mix, double theta) {
        return mix.name() + "-theta-" + theta;
    }
}
