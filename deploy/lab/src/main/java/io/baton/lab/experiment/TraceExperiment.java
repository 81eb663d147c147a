package io.baton.lab.experiment;

import io.baton.lab.Experiment;
import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.Load;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/** A user's trace with one lock or more. */
public final class TraceExperiment implements Experiment {

    private final String file;
    private final Load load;
    private final List<PaperLock> locks;
    private final int clients;

    public TraceExperiment(String file, Load load, List<PaperLock> locks, int clients) {
        this.file = file;
        this.load = load;
        this.locks = List.copyOf(locks);
        this.clients = clients;
    }

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public String shows() {
        return "transactions of a trace, " + clients + " clients";
    }

    @Override
    public String source() {
        return file;
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        return locks.stream().map(lock -> Point.of("trace", Cell.of(lock, load, clients, scale.window()))).toList();
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.MEAN, Metric.P50, Metric.P99, Metric.P999, Metric.ATOMICS,
            Metric.READS, Metric.WRITES, Metric.SENDS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final String lock : measurements.locks()) {
            for (final String type : load.types()) {
                for (final Metric metric : List.of(Metric.P50, Metric.P99)) {
                    measurements.value(lock, "trace " + type, metric).ifPresent(
                        ours -> rows.add(ResultRow.of(lock, "trace " + type, metric, ours)));
                }
            }
        }
        return rows;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Goodput", Metric.GOODPUT, false, measurements),
            Diagrams.bars("99th percentile", Metric.P99, false, measurements));
    }
}
