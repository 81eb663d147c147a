package io.baton.lab.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.baton.lab.plot.Panel.Bars;
import io.baton.lab.plot.Panel.Lines;
import io.baton.lab.plot.Panel.Spot;
import java.awt.geom.AffineTransform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.theme.MatlabTheme;

/** Draws panels, two beside each other. */
public final class SvgPlot {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 440;
    private static final int COLUMNS = 2;
    private static final int LABEL_DEGREES = 30;
    private static final double BAR_SPACE = 0.9;
    /** A logarithmic axis shows nothing below this. */
    private static final double LEAST = 1e-3;

    private SvgPlot() {
    }

    /**
     * Draws.
     *
     * @param panels one or more
     * @return an SVG file
     */
    public static String draw(List<Panel> panels) {
        final VectorGraphics2D graphics = new VectorGraphics2D();
        final AffineTransform origin = graphics.getTransform();
        for (int i = 0; i < panels.size(); i++) {
            graphics.setTransform(origin);
            graphics.translate(i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT);
            chart(panels.get(i)).paint(graphics, WIDTH, HEIGHT);
        }
        final int columns = Math.min(COLUMNS, panels.size());
        final int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        final PageSize page = new PageSize(0, 0, (double) columns * WIDTH, (double) rows * HEIGHT);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new SVGProcessor().getDocument(graphics.getCommands(), page).writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("a plot could not be written to memory", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static IChart chart(Panel panel) {
        return switch (panel) {
            case Bars bars -> bars(bars);
            case Lines lines -> lines(lines);
        };
    }

    private static IChart bars(Bars bars) {
        final CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(bars.title())
            .yAxisTitle(bars.yLabel()).build();
        chart.getStyler().setTheme(new MatlabTheme());
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setYAxisLogarithmic(bars.logarithmic());
        chart.getStyler().setXAxisLabelRotation(bars.categories().size() > 3 ? LABEL_DEGREES : 0);
        chart.getStyler().setAvailableSpaceFill(BAR_SPACE);
        final double least = bars.logarithmic() ? leastDecade(bars) : 0;
        if (bars.logarithmic()) {
            chart.getStyler().setYAxisMin(least);
        }
        for (final Map.Entry<String, List<Double>> series : bars.series().entrySet()) {
            chart.addSeries(series.getKey(), bars.categories(), series.getValue().stream()
                .map(height -> height.isNaN() ? least : Math.max(least, height)).toList());
        }
        return chart;
    }

    /** The power of ten below the least bar, where a logarithmic axis begins. */
    private static double leastDecade(Bars bars) {
        final double least = bars.series().values().stream().flatMap(List::stream)
            .mapToDouble(Double::doubleValue).filter(height -> height >= LEAST).min().orElse(1);
        return Math.pow(10, Math.ceil(Math.log10(least)) - 1);
    }

    private static IChart lines(Lines lines) {
        final XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(lines.title())
            .xAxisTitle(lines.xLabel()).yAxisTitle(lines.yLabel()).build();
        chart.getStyler().setTheme(new MatlabTheme());
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setXAxisLogarithmic(lines.logarithmicX());
        chart.getStyler().setYAxisLogarithmic(lines.logarithmicY());
        for (final Map.Entry<String, List<Spot>> series : lines.series().entrySet()) {
            final List<Double> x = new ArrayList<>();
            final List<Double> y = new ArrayList<>();
            for (final Spot spot : series.getValue()) {
                if (visible(spot.x(), lines.logarithmicX()) && visible(spot.y(), lines.logarithmicY())) {
                    x.add(spot.x());
                    y.add(spot.y());
                }
            }
            if (!x.isEmpty()) {
                chart.addSeries(series.getKey(), x, y);
            }
        }
        return chart;
    }

    private static boolean visible(double value, boolean logarithmic) {
        return Double.isFinite(value) && (!logarithmic || value >= LEAST);
    }
}
