package io.baton.lab.run;

import io.baton.lab.plot.Panel;
import io.baton.lab.plot.Panel.Spot;
import io.baton.lab.plot.Panel.Timeline;
import io.baton.lab.plot.SvgPlot;
import io.baton.lab.run.RecordedRun.Second;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/**
 * Draws a run over time: memory with its budget, throughput if the report has it, transactions refused for want of
 * memory. A long run is thinned: a point of a rate is the mean of its seconds, one of memory the most in them.
 */
public final class RunPlot {

    /** A curve has at most so many points; a panel is no wider in pixels. */
    static final int POINTS_MAX = 240;

    private static final double MINUTES_FROM_SECONDS = 300;
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MIB = 1 << 20;
    private static final double GIB = 1 << 30;
    private static final double THOUSAND = 1e3;
    private static final double THOUSANDS_FROM = 1e4;

    private final RecordedRun report;
    private final List<Second> seconds;
    private final String timeLabel;
    private final double timeUnit;

    private RunPlot(RecordedRun report) {
        this.report = report;
        this.seconds = thinned(report.seconds());
        final boolean minutes = report.seconds().getLast().elapsedSeconds() >= MINUTES_FROM_SECONDS;
        this.timeLabel = (minutes ? "minutes" : "seconds") + ", warm-up included";
        this.timeUnit = minutes ? SECONDS_PER_MINUTE : 1;
    }

    /**
     * Draws.
     *
     * @param report of a run
     * @return an SVG file, the same for the same report
     */
    public static String draw(RecordedRun report) {
        final RunPlot plot = new RunPlot(report);
        final List<Panel> panels = new ArrayList<>();
        panels.add(plot.memory());
        if (report.hasThroughput()) {
            panels.add(plot.rate("Throughput", "committed", Second::committedPerSecond));
        }
        panels.add(plot.rate("Refused for want of memory", "refused", Second::outOfMemory));
        return SvgPlot.draw(panels);
    }

    private Panel memory() {
        final double most = Math.max(report.budgetBytes(), most(Second::memoryBytes));
        final double unit = most >= GIB ? GIB : MIB;
        final SequencedMap<String, List<Spot>> series = new LinkedHashMap<>();
        series.put("rows and indexes", curve(Second::memoryBytes, unit));
        final double budget = report.budgetBytes() / unit;
        final double end = seconds.getLast().elapsedSeconds() / timeUnit;
        series.put("budget", List.of(new Spot(0, budget), new Spot(end, budget)));
        return new Timeline(report.workload() + ": memory", timeLabel, unit == GIB ? "GiB" : "MiB", series);
    }

    private Panel rate(String title, String name, ToDoubleFunction<Second> value) {
        final boolean thousands = most(value) >= THOUSANDS_FROM;
        return new Timeline(title, timeLabel, (thousands ? "thousand " : "") + "transactions per second",
            Map.of(name, curve(value, thousands ? THOUSAND : 1)));
    }

    private double most(ToDoubleFunction<Second> value) {
        return seconds.stream().mapToDouble(value).max().orElse(0);
    }

    private List<Spot> curve(ToDoubleFunction<Second> value, double unit) {
        return seconds.stream()
            .map(second -> new Spot(second.elapsedSeconds() / timeUnit, value.applyAsDouble(second) / unit)).toList();
    }

    /** Neighbours become one until there are few enough; what was refused becomes a rate. */
    private static List<Second> thinned(List<Second> all) {
        final int together = (all.size() + POINTS_MAX - 1) / POINTS_MAX;
        final List<Second> thinned = new ArrayList<>();
        double begin = 0;
        for (int from = 0; from < all.size(); from += together) {
            final List<Second> some = all.subList(from, Math.min(from + together, all.size()));
            thinned.add(joined(begin, some));
            begin = some.getLast().elapsedSeconds();
        }
        return thinned;
    }

    private static Second joined(double begin, List<Second> some) {
        final double end = some.getLast().elapsedSeconds();
        double memory = 0;
        double refused = 0;
        double committed = 0;
        double before = begin;
        for (final Second second : some) {
            memory = Math.max(memory, second.memoryBytes());
            refused += second.outOfMemory();
            committed += second.committedPerSecond() * (second.elapsedSeconds() - before);
            before = second.elapsedSeconds();
        }
        return new Second(end, memory, refused / (end - begin), committed / (end - begin));
    }
}
