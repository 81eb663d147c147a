package io.baton.lab.plot;

import io.baton.lab.plot.Panel.Bars;
import io.baton.lab.plot.Panel.Lines;
import io.baton.lab.plot.Panel.Rank;
import io.baton.lab.plot.Panel.Ranking;
import io.baton.lab.plot.Panel.Spot;
import io.baton.lab.plot.Panel.Timeline;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Draws panels, two beside each other, as SVG with real text. The same panels give the same file. */
public final class SvgPlot {

    private static final int COLUMNS = 2;
    /** A logarithmic axis shows nothing below this. */
    private static final double LEAST = 1e-6;
    private static final double TOP = 34;
    private static final double BOTTOM = PlotArea.HEIGHT - 48.0;
    private static final double LEFT = 66;
    /** Where names stand before bars. */
    private static final double LEFT_OF_NAMES = 156;
    private static final double LEGEND = 182;
    private static final double MARGIN = 44;
    private static final double BAR_SHARE = 0.7;
    private static final double TEXT_DROP = 4;
    private static final double GAP = 6;
    /** Beside a bar that the paper's mark follows closely, the value is written after the mark. */
    private static final double MARK_ROOM = 14;
    /** A line of more points than these is a curve without marks. */
    private static final int MARKS_MAX = 40;
    /** So many names fit on one line below an axis. */
    private static final int NAMES_MAX = 3;

    private SvgPlot() {
    }

    /**
     * Draws.
     *
     * @param panels one or more
     * @return an SVG file
     */
    public static String draw(List<Panel> panels) {
        final Svg svg = new Svg();
        for (int i = 0; i < panels.size(); i++) {
            final int row = i / COLUMNS;
            final int column = i % COLUMNS;
            svg.beginGroup(column * PlotArea.WIDTH, row * PlotArea.HEIGHT);
            switch (panels.get(i)) {
                case Bars bars -> bars(svg, bars);
                case Lines lines -> lines(svg, lines);
                case Timeline timeline -> timeline(svg, timeline);
                case Ranking ranking -> ranking(svg, ranking);
            }
            svg.endGroup();
        }
        final int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        return svg.file(Math.min(COLUMNS, panels.size()) * PlotArea.WIDTH, rows * PlotArea.HEIGHT);
    }

    private static void ranking(Svg svg, Ranking ranking) {
        final PlotArea frame = new PlotArea(svg, LEFT_OF_NAMES, PlotArea.WIDTH - MARGIN, TOP, BOTTOM);
        frame.title(ranking.title());
        // A logarithmic axis begins at half of the least value, so that its bar is seen.
        final DoubleStream half =
            ranking.logarithmic() ? values(ranking).map(value -> value / 2) : DoubleStream.empty();
        final Axis axis = axis(ranking.logarithmic(), DoubleStream.concat(half, values(ranking)),
            frame.left(), frame.right());
        frame.xAxis(ranking.xLabel(), axis);
        frame.yLabel(ranking.yLabel());
        final double pitch = (frame.bottom() - frame.top()) / Math.max(1, ranking.rows().size());
        for (int i = 0; i < ranking.rows().size(); i++) {
            final Rank row = ranking.rows().get(i);
            final double middle = frame.top() + (i + 0.5) * pitch;
            svg.text(frame.left() - GAP, middle + TEXT_DROP, Svg.Anchor.END, row.name());
            double end = frame.left();
            if (visible(row.value(), ranking.logarithmic())) {
                end = axis.at(row.value());
                svg.bar(frame.left(), middle - pitch * BAR_SHARE / 2, end - frame.left(), pitch * BAR_SHARE,
                    SeriesStyle.of(row.name(), i).colour());
            }
            if (visible(row.paper(), ranking.logarithmic())) {
                final double mark = axis.at(row.paper());
                svg.hollow(mark, middle);
                end = mark > end - GAP && mark < end + 4 * MARK_ROOM ? mark + MARK_ROOM / 2 : end;
            }
            if (Double.isFinite(row.value())) {
                svg.text(end + GAP, middle + TEXT_DROP, Svg.Anchor.START, threeDigits(row.value()));
            }
        }
        svg.line(frame.left(), frame.top(), frame.left(), frame.bottom(), Svg.INK);
        if (ranking.rows().stream().anyMatch(row -> Double.isFinite(row.paper()))) {
            svg.hollow(frame.right() - 60, 16);
            svg.text(frame.right() - 50, 20, Svg.Anchor.START, "the paper");
        }
    }

    private static void lines(Svg svg, Lines lines) {
        final PlotArea frame = new PlotArea(svg, LEFT, PlotArea.WIDTH - LEGEND, TOP, BOTTOM);
        frame.title(lines.title());
        final List<Spot> shown = Stream.concat(lines.series().values().stream(), lines.paper().values().stream())
            .flatMap(List::stream).filter(spot -> visible(spot, lines)).toList();
        final Axis x = axis(lines.logarithmicX(), shown.stream().mapToDouble(Spot::x), frame.left(), frame.right());
        final Axis y = axis(lines.logarithmicY(), shown.stream().mapToDouble(Spot::y), frame.bottom(), frame.top());
        frame.xAxis(lines.xLabel(), x);
        frame.yAxis(lines.yLabel(), y);
        int index = 0;
        for (final Map.Entry<String, List<Spot>> series : lines.series().entrySet()) {
            final SeriesStyle style = SeriesStyle.of(series.getKey(), index);
            final List<double[]> points = points(series.getValue(), lines, x, y);
            svg.curve(points, style);
            if (points.size() <= MARKS_MAX) {
                points.forEach(point -> svg.mark(point[0], point[1], style));
            }
            points(lines.paper().getOrDefault(series.getKey(), List.of()), lines, x, y)
                .forEach(point -> svg.hollow(point[0], point[1], style));
            svg.mark(frame.legendX(), frame.legendY(index), style);
            frame.legendText(index, series.getKey());
            index++;
        }
        if (!lines.paper().isEmpty()) {
            svg.hollow(frame.legendX(), frame.legendY(index), new SeriesStyle(Svg.INK, SeriesStyle.Mark.CIRCLE, ""));
            frame.legendText(index, "hollow: the paper");
        }
    }

    private static void timeline(Svg svg, Timeline timeline) {
        final PlotArea frame = new PlotArea(svg, LEFT, PlotArea.WIDTH - LEGEND, TOP, BOTTOM);
        frame.title(timeline.title());
        final List<Spot> shown = timeline.series().values().stream().flatMap(List::stream).toList();
        final double end = shown.stream().mapToDouble(Spot::x).max().orElse(1);
        final Axis x = Axis.until(end, frame.left(), frame.right());
        final Axis y = axis(false, shown.stream().mapToDouble(Spot::y), frame.bottom(), frame.top());
        frame.xAxis(timeline.xLabel(), x);
        frame.yAxis(timeline.yLabel(), y);
        int index = 0;
        for (final Map.Entry<String, List<Spot>> series : timeline.series().entrySet()) {
            final SeriesStyle style = SeriesStyle.of(series.getKey(), index);
            svg.curve(series.getValue().stream().map(spot -> new double[] {x.at(spot.x()), y.at(spot.y())}).toList(),
                style);
            final double middle = frame.legendY(index);
            svg.curve(List.of(new double[] {frame.legendX() - GAP, middle}, new double[] {frame.legendX() + GAP,
                middle}), style);
            frame.legendText(index, series.getKey());
            index++;
        }
    }

    private static List<double[]> points(List<Spot> spots, Lines lines, Axis x, Axis y) {
        return spots.stream().filter(spot -> visible(spot, lines))
            .map(spot -> new double[] {x.at(spot.x()), y.at(spot.y())}).toList();
    }

    private static void bars(Svg svg, Bars bars) {
        final PlotArea frame = new PlotArea(svg, LEFT, PlotArea.WIDTH - LEGEND, TOP, BOTTOM);
        frame.title(bars.title());
        final Axis axis = axis(bars.logarithmic(), bars.series().values().stream().flatMap(Collection::stream)
            .mapToDouble(Double::doubleValue).filter(height -> visible(height, bars.logarithmic())),
            frame.bottom(), frame.top());
        frame.yAxis(bars.yLabel(), axis);
        final double pitch = (frame.right() - frame.left()) / Math.max(1, bars.categories().size());
        final double width = pitch * BAR_SHARE / Math.max(1, bars.series().size());
        int index = 0;
        for (final Map.Entry<String, List<Double>> series : bars.series().entrySet()) {
            final SeriesStyle style = SeriesStyle.of(series.getKey(), index);
            for (int i = 0; i < series.getValue().size(); i++) {
                if (visible(series.getValue().get(i), bars.logarithmic())) {
                    final double y = axis.at(series.getValue().get(i));
                    svg.bar(frame.left() + pitch * (i + (1 - BAR_SHARE) / 2) + width * index, y, width,
                        frame.bottom() - y, style.colour());
                }
            }
            svg.mark(frame.legendX(), frame.legendY(index), style);
            frame.legendText(index, series.getKey());
            index++;
        }
        final int lines = bars.categories().size() > NAMES_MAX ? 2 : 1;
        for (int i = 0; i < bars.categories().size(); i++) {
            svg.text(frame.left() + pitch * (i + 0.5), frame.bottom() + 16 + (i % lines) * 16,
                Svg.Anchor.MIDDLE, bars.categories().get(i));
        }
        svg.line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), Svg.INK);
    }

    private static DoubleStream values(Ranking ranking) {
        return ranking.rows().stream().flatMapToDouble(row -> DoubleStream.of(row.value(), row.paper()))
            .filter(value -> visible(value, ranking.logarithmic()));
    }

    private static Axis axis(boolean logarithmic, DoubleStream values, double from, double to) {
        final double[] sorted = values.sorted().toArray();
        final double most = sorted.length == 0 ? 1 : sorted[sorted.length - 1];
        return logarithmic ? Axis.logarithmic(sorted.length == 0 ? LEAST : sorted[0], most, from, to)
            : Axis.linear(most, from, to);
    }

    private static String threeDigits(double value) {
        final double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    private static boolean visible(Spot spot, Lines lines) {
        return visible(spot.x(), lines.logarithmicX()) && visible(spot.y(), lines.logarithmicY());
    }

    private static boolean visible(double value, boolean logarithmic) {
        return Double.isFinite(value) && (!logarithmic || value >= LEAST);
    }
}
