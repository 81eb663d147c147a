package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.LatencyDistribution;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.TatpWork;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lab.plot.Panel.Spot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Transactions: their locks are acquired in order, held while they work, and released together. */
final class Figure10 extends NamedExperiment {

    private static final int PERCENT = 100;
    /** Those that the paper discusses: the most frequent read and write transactions. */
    private static final List<String> TRANSACTIONS = List.of("TATP GetSubscriberData", "TATP UpdateLocation",
        "TPC-C Delivery", "TPC-C NewOrder");

    Figure10() {
        super("figure10", "goodput and latency of transactions, TATP and TPC-C, 240 clients",
            "ShiftLock, section 4.4, figure 10");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final PaperLock lock : PaperLocks.ofShiftLock()) {
            points.add(Point.of("TATP", Cell.of(lock, new TatpWork(), Cell.PAPER_CLIENTS, scale.window())));
        }
        for (final PaperLock lock : PaperLocks.ofShiftLock()) {
            points.add(Point.of("TPC-C", Cell.ofTpcc(lock, scale.window())));
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
        for (final String workload : TRANSACTIONS) {
            for (final String lock : measurements.locks()) {
                for (final Metric metric : List.of(Metric.P50, Metric.P99)) {
                    measurements.value(lock, workload, metric).ifPresent(
                        ours -> rows.add(ResultRow.of(lock, workload, metric, ours)));
                }
            }
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("Latencies are of whole transactions without the release; each reads a row for every lock and "
            + "writes one for every exclusive lock, as the paper's artifact does. TPC-C with Baton is measured after a "
            + "warm-up of 40 ms, when nodes keep the locks that they use.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        panels.add(Diagrams.bars("Goodput, 240 clients", Metric.GOODPUT, false, measurements));
        for (final String workload : TRANSACTIONS) {
            panels.add(distribution(workload, measurements));
        }
        return panels;
    }

    /** The share of transactions of a type that take no longer than so long. */
    private static Panel distribution(String workload, Measurements measurements) {
        final Map<String, List<Spot>> series = new LinkedHashMap<>();
        for (final Point point : measurements.points()) {
            final int type = workload.startsWith(point.workload() + " ")
                ? point.cell().load().types().indexOf(workload.substring(point.workload().length() + 1)) : -1;
            if (type >= 0) {
                final LatencyDistribution latencies = measurements.at(point).latencies(type);
                series.put(point.lock(), IntStream.range(0, PERCENT).mapToObj(
                    percent -> new Spot(latencies.percentile(percent), percent)).toList());
            }
        }
        return new Panel.Lines(workload, "latency (us)", "percent", true, false, series);
    }
}
