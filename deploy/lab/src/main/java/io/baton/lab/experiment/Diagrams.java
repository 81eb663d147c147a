package io.baton.lab.experiment;

import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lab.plot.Panel.Bars;
import io.baton.lab.plot.Panel.Lines;
import io.baton.lab.plot.Panel.Spot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes diagrams of measurements. */
final class Diagrams {

    private static final double MILLION = 1e6;

    private Diagrams() {
    }

    /** For each workload a group, for each lock a bar. */
    static Panel bars(String title, Measure metric, boolean logarithmic, Measurements measurements) {
        final List<String> workloads = List.copyOf(measurements.workloads());
        final Map<String, List<Double>> series = new LinkedHashMap<>();
        for (final String lock : measurements.locks()) {
            series.put(lock,
                workloads.stream()
                    .map(workload -> scaled(metric, measurements.value(lock, workload, metric).orElse(Double.NaN)))
                    .toList());
        }
        return new Bars(title, label(metric), logarithmic, workloads, series);
    }

    /** For each lock a group, for each metric a bar. */
    static Panel items(String title, String workload, List<? extends Measure> metrics, String yLabel,
            Measurements measurements) {
        final List<String> locks = measurements.points().stream()
            .filter(point -> point.workload().equals(workload)).map(Point::lock).toList();
        final Map<String, List<Double>> series = new LinkedHashMap<>();
        for (final Measure metric : metrics) {
            series.put(metric.label(), locks.stream().map(
                lock -> measurements.value(lock, workload, metric).orElse(Double.NaN)).toList());
        }
        return new Bars(title, yLabel, false, locks, series);
    }

    /** For each lock a line over the values of the sweep of one family of workloads. */
    static Panel lines(String title, String family, Measure metric, Axes axes, Measurements measurements) {
        final Map<String, List<Spot>> series = new LinkedHashMap<>();
        for (final Point point : measurements.points()) {
            if (point.family().equals(family)) {
                series.computeIfAbsent(point.lock(), lock -> new ArrayList<>()).add(new Spot(
                    point.x(), scaled(metric, measurements.at(point).value(metric).orElse(Double.NaN))));
            }
        }
        return new Lines(title, axes.xLabel(), label(metric), axes.logarithmicX(), axes.logarithmicY(), series);
    }

    private static double scaled(Measure metric, double value) {
        return metric == Metric.GOODPUT ? value / MILLION : value;
    }

    private static String label(Measure metric) {
        return switch (metric) {
            case Metric.GOODPUT -> "goodput (million/s)";
            case Metric.P50, Metric.P99, Metric.P999, Metric.MAXIMUM, Metric.MEAN -> metric.label() + " latency (us)";
            default -> metric.label();
        };
    }

    /** How lines are drawn. */
    record Axes(String xLabel, boolean logarithmicX, boolean logarithmicY) {
    }
}
