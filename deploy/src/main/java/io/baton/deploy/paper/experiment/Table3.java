package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Experiment;
import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.Point;
import io.baton.deploy.paper.Scale;
import io.baton.deploy.paper.cell.Cell;
import io.baton.deploy.paper.cell.PaperLocks;
import io.baton.deploy.paper.plot.Panel;
import io.baton.deploy.paper.plot.Panel.Spot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the time of ShiftLock's acquisitions and releases goes. The artifact ran this with N = infinity (locks.md 1.7), so this does too. */
final class Table3 implements Experiment {

    private static final List<Integer> CLIENTS = List.of(5, 20, 40, 80, 120, 160, 200, 240);
    private static final List<String> ITEMS = List.of("acquireWriter.IA", "acquireWriter.NP", "acquireWriter.WP",
        "acquireWriter.WR", "acquireReader.IA", "acquireReader.WW", "release.IA", "release.NS");

    @Override
    public String name() {
        return "table3";
    }

    @Override
    public String shows() {
        return "latency breakdown of ShiftLock, 5 to 240 clients, N = infinity";
    }

    @Override
    public String source() {
        return "ShiftLock, section 4.6, table 3";
    }

    @Override
    public List<Point> points(Scale scale) {
        final List<Point> points = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            for (final int clients : CLIENTS) {
                points.add(Point.of(mix.zipfLabel(), clients + " clients", clients, Cell.of(
                    PaperLocks.shiftLock(Integer.MAX_VALUE), mix.zipf(), clients, scale.window())));
            }
        }
        return points;
    }

    @Override
    public List<String> metrics(Point point) {
        return ITEMS;
    }

    @Override
    public List<String> remarks() {
        return List.of("IA of a release is the mean over the releases that need an atomic.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            final Map<String, List<Spot>> series = new LinkedHashMap<>();
            for (final String item : ITEMS) {
                series.put(item, measurements.points().stream()
                    .filter(point -> point.family().equals(mix.zipfLabel()))
                    .map(point -> new Spot(point.x(), measurements.at(point).value(item).orElse(Double.NaN)))
                    .toList());
            }
            panels.add(new Panel.Lines(mix.zipfLabel(), "clients", "mean time (us)", false, true, series));
        }
        return panels;
    }
}
