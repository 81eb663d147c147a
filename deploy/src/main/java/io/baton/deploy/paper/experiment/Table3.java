package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Experiment;
import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.Point;
import io.baton.deploy.paper.Scale;
import io.baton.deploy.paper.cell.Cell;
import io.baton.deploy.paper.cell.PaperLock;
import io.baton.deploy.paper.cell.PaperLocks;
import io.baton.deploy.paper.plot.Panel;
import io.baton.deploy.paper.plot.Panel.Spot;
import io.baton.lock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of ShiftLock's acquisitions and releases goes. The numbers of the paper are its artifact's, so the
 * rows named ShiftLock hand over without a verb as the artifact does. The artifact's scripts build this experiment with
 * N = infinity (locks.md 1.7), but the paper's times of waiting readers (WW), which hardly rise beyond 80 clients, are
 * those of N = 16: rows with N = infinity and with Algorithm 3 as printed are given for comparison.
 */
final class Table3 implements Experiment {

    private static final List<Integer> CLIENTS = List.of(5, 20, 40, 80, 120, 160, 200, 240);
    private static final List<PaperLock> OF_WRITERS = List.of(PaperLocks.ARTIFACT,
        PaperLock.shiftLock("N=infinity", PaperLocks.ARTIFACT_OPTIONS.withThreshold(Integer.MAX_VALUE)),
        PaperLock.shiftLock("Algorithm 3", ShiftLockOptions.paper()));
    private static final List<String> ITEMS = List.of("acquireWriter.IA", "acquireWriter.NP", "acquireWriter.WP",
        "acquireWriter.WR", "acquireReader.IA", "acquireReader.WW", "release.IA", "release.NS");

    @Override
    public String name() {
        return "table3";
    }

    @Override
    public String shows() {
        return "latency breakdown of ShiftLock, 5 to 240 clients";
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
                for (final PaperLock lock : mix == Mix.WI ? OF_WRITERS : List.of(PaperLocks.ARTIFACT)) {
                    // The paper's numbers are of its artifact.
                    final String label = lock.equals(PaperLocks.ARTIFACT) ? "ShiftLock" : lock.label();
                    points.add(new Point(label, mix.zipfLabel(), clients + " clients", clients,
                        Cell.of(lock, mix.zipf(), clients, scale.window())));
                }
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
        return List.of("ShiftLock is the artifact's here: hand-over without a verb, N = 16. IA of a release is the "
            + "mean over the releases that need an atomic, NS over the releases of writers. Errors are beyond the "
            + "paper's rounding to 0.01 us.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        for (final Mix mix : List.of(Mix.WI, Mix.RI)) {
            final Map<String, List<Spot>> series = new LinkedHashMap<>();
            for (final String item : ITEMS) {
                series.put(item, measurements.points().stream()
                    .filter(point -> point.family().equals(mix.zipfLabel())
                        && point.lock().equals("ShiftLock"))
                    .map(point -> new Spot(point.x(), measurements.at(point).value(item).orElse(Double.NaN)))
                    .toList());
            }
            panels.add(new Panel.Lines(mix.zipfLabel(), "clients", "mean time (us)", false, true, series));
        }
        return panels;
    }
}
