package io.baton.lab.plot;

import java.util.List;
import java.util.Map;

/** One diagram. Immutable. */
public sealed interface Panel {

    /**
     * Returns what stands above it.
     *
     * @return the title
     */
    String title();

    /**
     * Grouped bars.
     *
     * @param title what stands above
     * @param yLabel what the bars show
     * @param logarithmic whether the bars' axis is
     * @param categories the groups
     * @param series for each name the height of its bar in each group; not a number where there is none
     */
    record Bars(String title, String yLabel, boolean logarithmic, List<String> categories,
            Map<String, List<Double>> series) implements Panel {
    }

    /**
     * Lines.
     *
     * @param title what stands above
     * @param xLabel what goes to the right
     * @param yLabel what goes up
     * @param logarithmicX whether the axis to the right is logarithmic
     * @param logarithmicY whether the axis upwards is
     * @param series for each name its points
     */
    record Lines(String title, String xLabel, String yLabel, boolean logarithmicX, boolean logarithmicY,
            Map<String, List<Spot>> series) implements Panel {
    }

    /**
     * A point of a line.
     *
     * @param x to the right
     * @param y upwards
     */
    record Spot(double x, double y) {
    }
}
